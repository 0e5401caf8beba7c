// Components of a message, both kinds: rows of controls under a text, and the layouts of
// "components v2" in which everything is a component.

import { el, icon } from "./dom.js";
import { emoji } from "./emoji.js";
import { fileCard, media, resolve } from "./embeds.js";
import { inside } from "./links.js";
import { markdown } from "./markdown.js";
import { mine, state } from "./store.js";
import { t } from "./words.js";

/** Discord's numbers for the kinds of components. */
export const KIND = {
  row: 1,
  button: 2,
  select: 3,
  input: 4,
  userSelect: 5,
  roleSelect: 6,
  mentionableSelect: 7,
  channelSelect: 8,
  section: 9,
  text: 10,
  thumbnail: 11,
  gallery: 12,
  file: 13,
  separator: 14,
  container: 17,
  label: 18,
};

const STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "address", 6: "premium" };

/** Everything a message's components show, or null. */
export function components(message) {
  if (!message.components.length) return null;
  return el(
    "div",
    { class: "components" },
    message.components.map((part) => component(part, message)),
  );
}

function component(part, message) {
  switch (part.type) {
    case KIND.row:
      return el("div", { class: "controls" }, part.components.map((one) => component(one, message)));
    case KIND.button:
      return button(part, message);
    case KIND.select:
    case KIND.userSelect:
    case KIND.roleSelect:
    case KIND.mentionableSelect:
    case KIND.channelSelect:
      return select(part, message);
    case KIND.section:
      return el(
        "div",
        { class: "section" },
        el("div", { class: "section-text" }, part.components.map((one) => component(one, message))),
        component(part.accessory, message),
      );
    case KIND.text:
      return el("div", { class: "content" }, ...markdown(part.content));
    case KIND.thumbnail:
      return media(part, message, "thumbnail");
    case KIND.gallery:
      return el(
        "div",
        { class: `gallery of-${Math.min(part.items.length, 4)}` },
        part.items.map((item) => media(item, message, "picture")),
      );
    case KIND.file:
      return fileCard(resolve(part.file.url, message), part.spoiler);
    case KIND.separator:
      return el("hr", { class: `separator${part.divider === false ? " bare" : ""}${part.spacing === 2 ? " wide" : ""}` });
    case KIND.container:
      return container(part, message);
    default:
      return el("div", { class: "unknown" }, t("This page cannot show a component of type {type}.", { type: part.type }));
  }
}

function container(part, message) {
  const accent = part.accent_color;
  const coloured = accent !== null && accent !== undefined;
  return el(
    "div",
    {
      class: `container${coloured ? " accented" : ""}${part.spoiler ? " veiled" : ""}`,
      style: coloured ? { "--accent": `#${accent.toString(16).padStart(6, "0")}` } : {},
      "data-act": part.spoiler ? "reveal" : null,
    },
    part.components.map((one) => component(one, message)),
  );
}

function button(part, message) {
  const face = [
    part.emoji ? emoji(part.emoji) : null,
    part.label ? el("span", { class: "label" }, part.label) : null,
  ];
  const name = part.label ?? part.emoji?.name ?? t("Button");
  if (part.style === 5) return linkButton(part, face);
  const waiting = state.pending.has(mine(message.id, part.custom_id));
  return el(
    "button",
    {
      class: `button ${STYLES[part.style] ?? "secondary"}${waiting ? " waiting" : ""}`,
      type: "button",
      "data-act": "press",
      "data-custom-id": part.custom_id,
      "aria-label": part.label ? null : name,
      "aria-busy": waiting ? "true" : null,
      disabled: Boolean(part.disabled),
    },
    el("span", { class: "face" }, face),
    waiting ? el("span", { class: "dots", "aria-hidden": "true" }, el("i"), el("i"), el("i")) : null,
  );
}

function linkButton(part, face) {
  const place = inside(part.url);
  const where = place
    ? { href: "#", "data-act": "jump", "data-to-channel": place.channel, "data-to-message": place.message }
    : { href: /^https?:/.test(part.url) ? part.url : null, target: "_blank", rel: "noreferrer noopener" };
  return el(
    "a",
    { class: "button address", "data-url": part.url, ...where },
    el("span", { class: "face" }, face, icon("open")),
  );
}

function select(part, message) {
  const waiting = state.pending.has(mine(message.id, part.custom_id));
  const chosen = chosenOptions(part, message);
  const words = chosen.length
    ? chosen.map((option) =>
        el("span", { class: "choice" }, option.emoji ? emoji(option.emoji) : null, option.label))
    : el("span", { class: "placeholder" }, part.placeholder || t("Make a selection"));
  return el(
    "button",
    {
      class: `select${waiting ? " waiting" : ""}`,
      type: "button",
      "data-act": "open-select",
      "data-custom-id": part.custom_id,
      "aria-haspopup": "listbox",
      "aria-busy": waiting ? "true" : null,
      disabled: Boolean(part.disabled),
    },
    el("span", { class: "chosen" }, words),
    waiting ? el("span", { class: "dots", "aria-hidden": "true" }, el("i"), el("i"), el("i")) : icon("down"),
  );
}

function chosenOptions(part, message) {
  const options = selectOptions(part);
  const values = state.chosen.get(mine(message.id, part.custom_id));
  if (values) return options.filter((option) => values.includes(option.value));
  return options.filter((option) => option.chosen);
}

/** What a select offers: {value, label, description, emoji, chosen}, from its own list or ours. */
export function selectOptions(part) {
  const { users, roles, channels } = state.directory;
  const named = (entries, prefix, of) =>
    Object.entries(entries)
      .filter(of)
      .map(([id, { name }]) => ({ value: id, label: `${prefix}${name}`, ...preset(part, id) }));
  const wanted = part.channel_types ?? [];
  switch (part.type) {
    case KIND.userSelect:
      return named(users, "", () => true);
    case KIND.roleSelect:
      return named(roles, "@", () => true);
    case KIND.mentionableSelect:
      return [...named(users, "", () => true), ...named(roles, "@", () => true)];
    case KIND.channelSelect:
      return named(channels, "#", ([, one]) => !wanted.length || wanted.includes(one.type));
    default:
      return part.options.map((option) => ({ ...option, chosen: Boolean(option.default) }));
  }
}

function preset(part, id) {
  return { chosen: (part.default_values ?? []).some((value) => value.id === id) };
}

/** Finds the component with a custom_id anywhere in a message. */
export function findComponent(parts, customId) {
  for (const part of parts) {
    if (part.custom_id === customId) return part;
    const nested = [...(part.components ?? []), ...(part.accessory ? [part.accessory] : [])];
    const found = findComponent(nested, customId);
    if (found) return found;
  }
  return null;
}
