// One message of the log, as Discord shows it.

import { components } from "./components.js";
import { el, icon } from "./dom.js";
import { emoji, onlyEmojis, wireName } from "./emoji.js";
import { attachments, embed } from "./embeds.js";
import { boundKey } from "./keys.js";
import { avatar } from "./links.js";
import { markdown } from "./markdown.js";
import { mine, state } from "./store.js";
import { hour, posted } from "./time.js";
import { n, parts, t } from "./words.js";

const TOGETHER = 7 * 60 * 1000;
const THREAD_MADE = 18;
const SYSTEM = {
  6: (name) => t("{name} pinned a message to this channel.", { name }),
  7: (name) => t("{name} joined the server.", { name }),
  18: (name, title) => t("{name} started a thread: {title}", { name, title }),
  21: () => t("The message this thread was started from is above it in the channel."),
};

/** Whether a message stands under the one before it without a heading of its own. */
export function continues(message, before) {
  return (
    before !== null &&
    before.author.id === message.author.id &&
    !message.reference &&
    !message.command &&
    !(message.type in SYSTEM) &&
    !(before.type in SYSTEM) &&
    before.ephemeral === message.ephemeral &&
    new Date(message.timestamp) - new Date(before.timestamp) < TOGETHER &&
    new Date(message.timestamp).toDateString() === new Date(before.timestamp).toDateString()
  );
}

/** The list item for a message; `before` is the one above it, if any. */
export function messageItem(message, before) {
  const grouped = continues(message, before);
  const classes = ["message"];
  if (grouped) classes.push("grouped");
  if (message.ephemeral) classes.push("ephemeral");
  if (message.mentions_me) classes.push("mentioned");
  return el(
    "li",
    {
      class: classes.join(" "),
      "data-key": message.id,
      "data-message-id": message.id,
      "data-author-id": message.author.id,
      "data-ephemeral": message.ephemeral,
      tabindex: "-1",
    },
    message.type in SYSTEM ? system(message) : [lead(message), row(message, grouped)],
  );
}

function lead(message) {
  if (message.command) {
    return used(message.command.user, state.command(message.command.name));
  }
  if (!message.reference) return null;
  const { id, channel, author, content } = message.reference;
  if (!author) return el("div", { class: "lead" }, icon("reply"), el("i", {}, t("The original message was deleted.")));
  return el(
    "button",
    {
      class: "lead",
      type: "button",
      "data-act": "jump",
      "data-to-channel": channel,
      "data-to-message": id,
    },
    avatar(author.id, author.name, author.bot),
    el("b", {}, author.name),
    el("span", { class: "snippet" }, ...markdown(content || t("Click to see the message"), { blocks: false })),
  );
}

function used(user, name) {
  const command = el("span", { class: "mention" }, icon("slash"), name);
  const words = parts("{person} used {command}", { person: el("b", {}, user.name), command });
  return el("div", { class: "lead" }, avatar(user.id, user.name), words);
}

function row(message, grouped) {
  return el(
    "div",
    { class: "row" },
    grouped
      ? el("span", { class: "hour", "aria-hidden": "true" }, hour(message.timestamp))
      : avatar(message.author.id, message.author.name, message.author.bot),
    el(
      "div",
      { class: "body" },
      grouped ? null : heading(message),
      content(message),
      ...message.embeds.map(embed),
      attachments(message),
      components(message),
      reactions(message),
      thread(message.thread),
      failure(message),
      message.ephemeral ? onlyYou({ "data-act": "dismiss" }) : null,
    ),
    message.ephemeral ? null : tools(message),
  );
}

function heading({ author, timestamp }) {
  return el(
    "div",
    { class: "heading" },
    el("span", { class: "author", "data-person-id": author.id }, author.name),
    author.bot ? el("span", { class: "tag" }, t("APP")) : null,
    posted(timestamp),
  );
}

function content(message) {
  if (message.loading) {
    return el(
      "div",
      { class: "thinking", role: "status" },
      el("span", { class: "dots", "aria-hidden": "true" }, el("i"), el("i"), el("i")),
      t("{name} is thinking…", { name: message.author.name }),
    );
  }
  const edited = message.edited ? el("span", { class: "edited", title: message.edited }, t("(edited)")) : null;
  if (!message.content) return null;
  const large = onlyEmojis(message.content) ? " large" : "";
  const parts = markdown(message.content);
  const last = parts.at(-1);
  if (edited && last?.classList.contains("text")) last.append(" ", edited);
  else if (edited) parts.push(edited);
  return el("div", { class: `content${large}` }, ...parts);
}

function thread(thread) {
  if (!thread) return null;
  return el(
    "button",
    {
      class: "thread-card",
      type: "button",
      "data-act": "jump",
      "data-to-channel": thread.id,
    },
    icon("thread"),
    el("b", {}, thread.name),
    el("span", {}, n("{n} message", "{n} messages", thread.count)),
    icon("next"),
  );
}

function reactions(message) {
  if (!message.reactions.length) return null;
  return el(
    "div",
    { class: "reactions", "data-key": "reactions" },
    message.reactions.map((reaction) => {
      const name = wireName(reaction.emoji);
      return el(
        "button",
        {
          class: reaction.me ? "reaction mine" : "reaction",
          type: "button",
          "data-key": name,
          "data-act": "react",
          "data-emoji": name,
          "data-bound": boundKey(reaction.emoji.name),
          "aria-pressed": String(reaction.me),
          "aria-label": `${reaction.emoji.name}, ${reaction.count}`,
        },
        emoji(reaction.emoji),
        el("span", { class: "count" }, reaction.count),
      );
    }),
    addReaction("reaction add"),
  );
}

function addReaction(classes) {
  return el(
    "button",
    { class: classes, type: "button", "data-act": "pick-emoji", "aria-label": t("Add reaction"), title: t("Add reaction") },
    icon("react"),
  );
}

function tools(message) {
  const bare = message.reactions.length ? "tools" : "tools bare";
  return el("div", { class: bare }, addReaction("tool"));
}

function failure(message) {
  const sentence = state.failed.get(mine(message.id));
  if (!sentence) return null;
  return el("div", { class: "failure", role: "alert", "data-failure": true }, sentence);
}

function onlyYou(press) {
  return el(
    "div",
    { class: "only-you" },
    icon("eye"),
    el("span", {}, t("Only you can see this"), " · "),
    el("button", { class: "link", type: "button", ...press }, t("Dismiss message")),
  );
}

function system(message) {
  const words = SYSTEM[message.type](message.author.name, message.content);
  const made = message.type === THREAD_MADE && message.reference;
  return el(
    "div",
    { class: "row system" },
    el("span", { class: "sign" }, icon(message.type === THREAD_MADE ? "thread" : "next")),
    el(
      "div",
      { class: "body" },
      words,
      made
        ? el(
            "button",
            { class: "link", type: "button", "data-act": "jump", "data-to-channel": message.reference.channel },
            t("Open the thread"),
          )
        : null,
      posted(message.timestamp),
    ),
  );
}

/** What stands in the log for a command that is on its way or was not answered. */
export function echoItem(echo) {
  const person = state.person();
  return el(
    "li",
    {
      class: "message ephemeral",
      "data-key": echo.key,
      "data-echo": echo.failed ? "failed" : "sending",
    },
    used(person, echo.name),
    el(
      "div",
      { class: "row" },
      avatar(state.directory.app?.id ?? "0", state.directory.app?.name ?? t("App"), true),
      el(
        "div",
        { class: "body" },
        echo.failed
          ? el("div", { class: "failure", role: "alert" }, echo.failed)
          : el("div", { class: "thinking" }, t("Sending command…")),
        echo.failed ? onlyYou({ "data-act": "forget", "data-echo-key": echo.key }) : null,
      ),
    ),
  );
}
