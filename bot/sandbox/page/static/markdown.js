// Discord's markdown into elements. Blocks first (fences, quotes, headings, lists), then the
// inside of each line by rules tried in order at every place that may begin one.

import { el } from "./dom.js";
import { emoji } from "./emoji.js";
import { channelMention, jumpLink, messageLink, roleMention, userMention } from "./links.js";
import { state } from "./store.js";
import { timestamp } from "./time.js";
import { t } from "./words.js";

const HEADING = /^(#{1,3}|-#)[ \t]+(\S.*)$/;
const ITEM = /^([ \t]*)([-*]|\d{1,9}\.)[ \t]+(.*)$/;
const FENCE = /```(?:([\w+.#-]{1,20})\n)?\n?([\s\S]*?)\n?```/y;

/** Elements for a text; `allowed.blocks` false keeps to one line (labels, options). */
export function markdown(text, allowed = { blocks: true }) {
  return allowed.blocks ? blocks(text) : inline(text);
}

function blocks(text) {
  const out = [];
  let at = 0;
  while (at < text.length) {
    const fence = text.indexOf("```", at);
    FENCE.lastIndex = fence;
    const match = fence < 0 ? null : FENCE.exec(text);
    const from = match ? fence : text.length;
    out.push(...lines(text.slice(at, from)));
    if (!match) break;
    out.push(el("pre", {}, el("code", { "data-language": match[1] }, match[2])));
    at = fence + match[0].length;
    if (text[at] === "\n") at += 1;
  }
  return out;
}

function lines(text) {
  const rest = text.split("\n");
  if (rest.at(-1) === "") rest.pop();
  const out = [];
  let plain = [];
  const flush = () => {
    if (plain.length) out.push(el("div", { class: "text" }, ...inline(plain.join("\n"))));
    plain = [];
  };
  while (rest.length) {
    const taken = quote(rest) ?? heading(rest) ?? list(rest);
    if (taken) {
      flush();
      out.push(taken);
    } else {
      plain.push(rest.shift());
    }
  }
  flush();
  return out;
}

function quote(rest) {
  if (/^>>> ?\S?/.test(rest[0])) {
    const inside = [rest.shift().replace(/^>>> ?/, ""), ...rest.splice(0)];
    return el("blockquote", {}, ...blocks(inside.join("\n")));
  }
  const inside = [];
  while (rest.length && /^> /.test(rest[0])) inside.push(rest.shift().slice(2));
  return inside.length ? el("blockquote", {}, ...blocks(inside.join("\n"))) : null;
}

function heading(rest) {
  const match = HEADING.exec(rest[0]);
  if (!match) return null;
  rest.shift();
  if (match[1] === "-#") return el("div", { class: "subtext" }, ...inline(match[2]));
  // A message's headings stand below those of the page (h1 the server, h2 the channel).
  return el(`h${match[1].length + 2}`, { class: `h${match[1].length}` }, ...inline(match[2]));
}

function list(rest) {
  const first = ITEM.exec(rest[0]);
  if (!first) return null;
  const depth = first[1].length;
  const ordered = /\d/.test(first[2]);
  const node = ordered ? el("ol", { start: parseInt(first[2], 10) }) : el("ul");
  while (rest.length) {
    const match = ITEM.exec(rest[0]);
    if (!match || match[1].length < depth) break;
    const deeper = match[1].length > depth + 1 && node.lastElementChild;
    if (!deeper && /\d/.test(match[2]) !== ordered) break;
    if (deeper) {
      node.lastElementChild.append(list(rest));
    } else {
      rest.shift();
      node.append(el("li", {}, ...inline(match[3])));
    }
  }
  return node;
}

// Each rule: a pattern tried where the text stands, and what it becomes.
const RULES = [
  [/\\([^0-9A-Za-z\s])/y, (m) => m[1]],
  [/(`+)([\s\S]*?[^`])\1(?!`)/y, (m) => el("code", {}, m[2].replace(/^ (?=`)|(?<=`) $/g, ""))],
  [/<@!?(\d+)>/y, (m) => userMention(m[1])],
  [/<@&(\d+)>/y, (m) => roleMention(m[1])],
  [/<#(\d+)>/y, (m) => channelMention(m[1])],
  [/<\/([^:>]{1,100}):(\d+)>/y, (m) => commandMention(m[1])],
  [/<a?:(\w{1,32}):(\d+)>/y, (m) => emoji({ name: m[1], id: m[2] })],
  [/<t:(-?\d{1,13})(?::([tTdDfFR]))?>/y, (m) => timestamp(Number(m[1]), m[2])],
  [/@(everyone|here)\b/y, (m) => el("span", { class: "mention" }, m[0])],
  [/\[((?:\[[^\]]*\]|[^[\]]|\](?=[^[]*\]))+)\]\(\s*<?(https?:\/\/[^\s<>)]+)>?(?:\s+"[^"]*")?\s*\)/y,
    (m) => jumpLink(m[2], inline(m[1]))],
  [/<(https?:\/\/[^\s<>]+)>/y, (m) => messageLink(m[1])],
  [/https?:\/\/[^\s<]+[^\s<.,:;"'\])*_~|]/y, (m) => messageLink(m[0])],
  [/\*\*((?:\\[\s\S]|[^\\])+?)\*\*(?!\*)/y, (m) => el("strong", {}, ...inline(m[1]))],
  [/__((?:\\[\s\S]|[^\\])+?)__(?!_)/y, (m) => el("u", {}, ...inline(m[1]))],
  [/\*(?=\S)((?:\*\*|\\[\s\S]|\s+(?:\\[\s\S]|[^\s*\\]|\*\*)|[^\s*\\])+?)\*(?!\*)/y,
    (m) => el("em", {}, ...inline(m[1]))],
  [/\b_((?:__|\\[\s\S]|[^\\_])+?)_\b/y, (m) => el("em", {}, ...inline(m[1]))],
  [/~~([\s\S]+?)~~/y, (m) => el("s", {}, ...inline(m[1]))],
  [/\|\|([\s\S]+?)\|\|/y, (m) => spoiler(inline(m[1]))],
  [/\n/y, () => el("br")],
];

const SPECIAL = /[\\`<@[*_~|\n]|https?:\/\//g;

function inline(text) {
  const out = [];
  let at = 0;
  let plain = "";
  while (at < text.length) {
    SPECIAL.lastIndex = at;
    const next = SPECIAL.exec(text);
    const stop = next ? next.index : text.length;
    plain += text.slice(at, stop);
    at = stop;
    if (at >= text.length) break;
    const made = apply(text, at);
    if (made) {
      if (plain) out.push(plain);
      plain = "";
      out.push(made.node);
      at = made.end;
    } else {
      plain += text[at];
      at += 1;
    }
  }
  if (plain) out.push(plain);
  return out;
}

function apply(text, at) {
  for (const [pattern, make] of RULES) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    // The end is read first: making the inside of a match uses the same pattern again.
    if (match) return { end: at + match[0].length, node: make(match) };
  }
  return null;
}

/** A command that is begun by pressing it. */
function commandMention(name) {
  return el("a", { class: "mention", href: "#", "data-act": "command", "data-name": name }, `/${state.command(name)}`);
}

function spoiler(children) {
  return el(
    "span",
    { class: "spoiler", role: "button", tabindex: "0", "data-act": "reveal", "aria-label": t("Spoiler") },
    el("span", { class: "spoiled" }, ...children),
  );
}
