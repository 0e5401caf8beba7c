// The page of the sandbox: puts the parts together and keeps them in step with what is told.

import { Acts } from "./acts.js";
import { Composer } from "./composer.js";
import { called, el, fill, icon } from "./dom.js";
import { onKey } from "./keys.js";
import { closeFloat, notice } from "./layer.js";
import { Log } from "./log.js";
import { channelList, drawDrawer, ownCorner, peopleBar, placeBar } from "./sidebar.js";
import { compare, state } from "./store.js";
import { tick } from "./time.js";
import { Wire } from "./wire.js";
import { language, parts, t } from "./words.js";

const at = (id) => document.getElementById(id);

let wanted = readAddress();
let read = "0";
const wire = new Wire(take, linked);
const acts = new Acts((act, args) => wire.call(act, args), draw, closeHint);
const log = new Log(at("log"), {
  onRead(message) {
    if (compare(message, read) <= 0) return;
    read = message;
    wire.call("read", { person: state.me, channel: state.channel, message }).catch(() => {});
  },
  onEarlier: () => acts.quietly("earlier", {}),
});
const composer = new Composer(at("composer"), {
  commands: async () => (await wire.call("commands", { channel: state.channel })).commands,
  say: (text) => {
    log.toEnd();
    return wire.call("say", { channel: state.channel, text });
  },
  slash: (command, options) => {
    log.toEnd();
    acts.slash(command, options);
  },
  autocomplete: async (command, options, option, typed) => {
    const asked = { channel: state.channel, name: command.name, option, typed, options };
    return (await wire.call("autocomplete", asked)).choices;
  },
});

// Where one is: the address holds it, so that a place can be opened, kept and shared.

function readAddress() {
  const [, person, channel, message] = location.hash.split("/");
  return { person: person || null, channel: channel || null, message: message || null };
}

async function show(place) {
  wanted = place;
  try {
    await wire.call("show", { ...place, language: navigator.language });
  } catch (problem) {
    notice(problem.message);
  }
}

function go(channel, message = null) {
  closeDrawer();
  if (channel === state.channel && message && log.jump(message)) return;
  if (channel === state.channel && !message) {
    log.toEnd();
    return;
  }
  show({ person: state.me, channel, message });
}

/** Becomes somebody; who is that already goes to where something waits. */
function be(person) {
  const waiting = state.channels.find(({ pings }) => pings);
  if (person !== state.me) show({ person, channel: state.channel, message: null });
  else if (waiting) go(waiting.id);
}

function linked(connected) {
  at("link").hidden = connected;
  if (connected) show(wanted);
}

/** Takes what the sandbox tells. */
function take(news) {
  const moved = news.person !== state.me || news.channel !== state.channel;
  if (moved) {
    composer.leave();
    closeFloat();
    state.me = news.person;
    state.channel = news.channel;
    state.echoes = [];
    log.enter(wanted.message);
    wanted = { person: state.me, channel: state.channel, message: null };
    history.replaceState(null, "", `#/${state.me}/${state.channel}`);
  } else if (wanted.message && news.messages?.reset) {
    log.enter(wanted.message);
    wanted = { ...wanted, message: null };
  }
  for (const part of ["people", "directory", "channels"]) if (news[part]) state[part] = news[part];
  if (news.channels || news.directory) nameChannels();
  if (news.commands) composer.forget();
  if (news.messages) takeMessages(news.messages);
  draw();
  if (moved) composer.enter();
}

function nameChannels() {
  const placed = state.channels.filter(({ kind }) => kind !== "dm");
  state.directory.channels = Object.fromEntries(placed.map((channel) => [channel.id, channel]));
}

function takeMessages({ reset, put, gone, more, read: last }) {
  if (reset) {
    state.messages.clear();
    read = last ?? "0";
  }
  for (const message of put) {
    const before = state.messages.get(message.id);
    if (before && JSON.stringify(before.components) !== JSON.stringify(message.components)) {
      renew(message.id);
    }
    state.messages.set(message.id, message);
  }
  for (const id of gone) state.messages.delete(id);
  state.more = more;
  if (reset) state.newFrom = firstNew(last);
}

/** Forgets what was chosen in a message whose controls have changed, and that one failed. */
function renew(id) {
  for (const kept of [state.failed, state.chosen]) {
    for (const key of kept.keys()) if (key.split("/")[1] === id) kept.delete(key);
  }
}

function firstNew(last) {
  if (last === "0") return null;
  const found = state.log().find(
    ({ id, author }) => compare(id, last) > 0 && author.id !== state.me,
  );
  return found?.id ?? null;
}

function draw() {
  fill(at("people"), peopleBar());
  fill(at("channels"), channelList());
  fill(at("own"), ownCorner());
  fill(at("place"), placeBar());
  drawDrawer(at("drawer"));
  fill(at("hint"), hint());
  const spoken = at("own").querySelector("select");
  if (spoken) spoken.value = state.locale();
  drawWords();
  composer.describe();
  log.draw();
  const waiting = state.people.reduce((sum, person) => sum + person.pings, 0);
  const here = state.here();
  const place = here ? `${here.kind === "dm" ? "@" : "#"}${here.name}` : "Sandbox";
  document.title = `${waiting ? `(${waiting}) ` : ""}${place} · sandbox`;
  document.body.dataset.ready = String(Boolean(here));
}

/** Says what stands on the page all the time in the language of who is shown. */
function drawWords() {
  document.documentElement.lang = language();
  fill(at("people-label"), t("You are"));
  called(at("keys"), t("Play with keys"),
    t("Keys: numbers, letters, arrows and space press the reactions in view"));
  called(at("theme"), t("Light or dark"));
  at("sidebar").setAttribute("aria-label", t("Channels"));
  at("shade").setAttribute("aria-label", t("Close the list"));
  at("log").setAttribute("aria-label", t("Messages"));
  fill(at("link"), t("Connecting to the sandbox…"));
  fill(at("to-end"), t("Jump to the newest"));
}

function hint() {
  const question = el("b", {}, t("New here?"));
  const command = el("code", {}, t("/play"));
  const button = el("b", {}, t("Play with bots"));
  const words = [
    question,
    " ",
    parts("Type {command}, pick a game and press {button}.", { command, button }),
    " ",
    t("Your hand comes as a direct message. Press a face at the top to be someone else."),
  ];
  const close = el(
    "button",
    { class: "round", type: "button", "data-act": "hint", "aria-label": t("Close this hint") },
    icon("close"),
  );
  return [el("span", {}, words), close];
}

// Everything that can be pressed says so by data-act.

const PRESSED = {
  be: (node) => be(node.dataset.personId),
  go: (node) => go(node.dataset.channelId),
  jump: (node) => go(node.dataset.toChannel, node.dataset.toMessage ?? null),
  earlier: () => acts.quietly("earlier", {}),
  "to-end": () => log.toEnd(),
  press: (node, message) => acts.press(message, node.dataset.customId),
  "open-select": (node, message) => acts.openSelect(node, message, node.dataset.customId),
  react: (node, message) =>
    acts.react(message, node.dataset.emoji, node.getAttribute("aria-pressed") !== "true"),
  "pick-emoji": (node, message) => acts.pickEmoji(node, message),
  dismiss: (_node, message) => acts.dismiss(message),
  command: (node) => composer.startSlash(`${node.dataset.name} `),
  forget: (node) => acts.forget(node.dataset.echoKey),
  reveal: (node) => node.setAttribute("data-local-shown", ""),
  zoom: (node) => acts.zoom(node),
  "close-dms": () => acts.quietly("settings", { closed: !state.person().closed }),
  drawer: () => toggleDrawer(),
  theme: () => setTheme(theme() === "dark" ? "light" : "dark"),
  keys: () => setKeys(!state.keys),
  hint: () => closeHint(),
};

document.addEventListener("click", (event) => {
  const node = event.target.closest?.("[data-act]");
  if (!node || node.disabled) return;
  // A veil is lifted by the first press; what lies under it is pressed by the next.
  const veil = event.target.closest(".veiled:not([data-local-shown])");
  const pressed = veil ?? node;
  if (pressed.tagName === "A") event.preventDefault();
  const item = pressed.closest("[data-message-id]");
  PRESSED[pressed.dataset.act]?.(pressed, item ? state.messages.get(item.dataset.messageId) : null);
});

document.addEventListener("change", (event) => {
  if (event.target.dataset.setting === "locale") {
    acts.quietly("settings", { locale: event.target.value });
  }
});

document.addEventListener("keydown", (event) => {
  const typing = event.target.closest?.("input, textarea, select, dialog");
  const spoiler = event.target.closest?.(".spoiler");
  if (spoiler && (event.key === "Enter" || event.key === " ")) {
    event.preventDefault();
    spoiler.click();
  } else if (event.key === "Escape") {
    closeDrawer();
  } else if (event.altKey && /^[1-9]$/.test(event.key) && state.people[Number(event.key) - 1]) {
    event.preventDefault();
    be(state.people[Number(event.key) - 1].id);
  } else if (event.key === "/" && !typing) {
    event.preventDefault();
    composer.startSlash();
  } else {
    onKey(event, at("log"));
  }
});

window.addEventListener("hashchange", () => {
  const place = readAddress();
  if (place.person !== state.me || place.channel !== state.channel || place.message) show(place);
});

// The window's own settings.

function theme() {
  const chosen = localStorage.getItem("theme");
  return chosen ?? (matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark");
}

function setTheme(name) {
  localStorage.setItem("theme", name);
  drawTheme();
}

function drawTheme() {
  document.documentElement.dataset.theme = theme();
  at("theme").replaceChildren(icon(theme() === "dark" ? "light" : "dark"));
}

function setKeys(on) {
  state.keys = on;
  localStorage.setItem("keys", on ? "on" : "off");
  at("keys").setAttribute("aria-pressed", String(on));
  if (on) at("log").focus({ preventScroll: true });
  draw();
}

function toggleDrawer() {
  const open = document.body.classList.toggle("drawer-open");
  at("drawer").setAttribute("aria-expanded", String(open));
  if (open) at("channels").querySelector(".here")?.focus();
}

function closeDrawer() {
  document.body.classList.remove("drawer-open");
  at("drawer").setAttribute("aria-expanded", "false");
}

function closeHint() {
  if (at("hint").hidden) return;
  localStorage.setItem("hint", "closed");
  at("hint").hidden = true;
}

at("keys").append(icon("keys"));
at("hint").hidden = localStorage.getItem("hint") === "closed";
matchMedia("(prefers-color-scheme: light)").addEventListener("change", drawTheme);
drawTheme();
setKeys(localStorage.getItem("keys") === "on");
setInterval(tick, 500);
