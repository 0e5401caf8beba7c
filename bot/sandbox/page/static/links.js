// What a text can point at: people, roles, channels, messages and addresses.

import { el, icon } from "./dom.js";
import { hue, state } from "./store.js";
import { t } from "./words.js";

const MESSAGE =
  /^https:\/\/(?:(?:ptb|canary)\.)?discord(?:app)?\.com\/channels\/(\d+|@me)\/(\d+)(?:\/(\d+))?$/;

/** Where an address leads inside the page: {channel, message}, or null for the outside. */
export function inside(url) {
  const match = MESSAGE.exec(url);
  return match ? { channel: match[2], message: match[3] ?? null } : null;
}

/** A link with words of its own; one to a message jumps there within the page. */
export function jumpLink(url, children) {
  const place = inside(url);
  if (place) return el("a", { class: "link", href: "#", ...jump(place) }, ...children);
  return el("a", { class: "link", href: url, target: "_blank", rel: "noreferrer noopener" }, ...children);
}

/** A bare address; one to a message becomes "# channel › message". */
export function messageLink(url) {
  const place = inside(url);
  if (!place) return jumpLink(url, [url]);
  return el(
    "a",
    { class: "mention jump", href: "#", ...jump(place) },
    ...channelLabel(place.channel),
    place.message ? " › " : null,
    place.message ? el("span", { title: t("message") }, "💬") : null,
  );
}

function jump({ channel, message }) {
  return { "data-act": "jump", "data-to-channel": channel, "data-to-message": message };
}

function channelLabel(id) {
  const known = state.directory.channels[id] ?? state.channels.find((one) => one.id === id);
  if (!known) return [t("# unknown")];
  if (known.kind === "dm") return [icon("at"), t("Direct message")];
  return [icon(known.kind === "thread" ? "thread" : "hash"), known.name];
}

export function userMention(id) {
  const user = state.user(id);
  const name = user ? user.name : t("unknown-user");
  return el("span", { class: "mention", "data-person-id": id, "data-me": id === state.me }, `@${name}`);
}

export function roleMention(id) {
  const role = state.directory.roles[id];
  const name = role ? role.name : t("deleted-role");
  return el("span", { class: "mention" }, `@${name}`);
}

export function channelMention(id) {
  return el(
    "a",
    { class: "mention jump", href: "#", ...jump({ channel: id, message: null }) },
    ...channelLabel(id),
  );
}

/** A round picture with the first letter of a name, in that person's colour. */
export function avatar(id, name, bot = false) {
  const first = [...(name || "?").trim()][0] ?? "?";
  return el(
    "span",
    {
      class: bot ? "avatar bot" : "avatar",
      "aria-hidden": "true",
      style: { "--hue": String(hue(id)) },
    },
    first.toUpperCase(),
  );
}
