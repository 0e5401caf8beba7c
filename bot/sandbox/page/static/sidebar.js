// Who one is, and where one can go: the bar of people, the list of channels, one's own corner.

import { called, el, fill, icon } from "./dom.js";
import { avatar } from "./links.js";
import { state } from "./store.js";
import { n, t } from "./words.js";

const LANGUAGES = [
  ["en-US", "English"],
  ["es-ES", "Español"],
];

/** The bar of people; one press and one is somebody else. */
export function peopleBar() {
  return state.people.map((person) =>
    el(
      "button",
      {
        class: "person",
        type: "button",
        "data-key": person.id,
        "data-act": "be",
        "data-person-id": person.id,
        "aria-pressed": String(person.id === state.me),
        "aria-label": label(person),
      },
      el(
        "span",
        { class: "person-face" },
        avatar(person.id, person.name),
        el("span", { class: "tongue", "data-language": person.locale }, person.locale.slice(0, 2)),
        badge(person),
      ),
      el("span", { class: "person-name" }, person.name),
    ));
}

function label(person) {
  const speaks = new Map(LANGUAGES).get(person.locale) ?? person.locale;
  return t("Be {name} ({language})", { name: person.name, language: speaks }) + waiting(person);
}

/** What waits for somebody or in a channel, for those who cannot see its sign. */
function waiting({ pings, new: fresh }) {
  if (pings) return n(", {n} unread", ", {n} unread", pings);
  return fresh ? t(", something new") : "";
}

function badge({ pings, new: fresh }) {
  if (pings) return el("span", { class: "badge", "data-badge": pings }, pings > 99 ? "99+" : pings);
  return fresh ? el("span", { class: "fresh" }) : null;
}

/** The channels, each followed by its threads, then the direct messages. */
export function channelList() {
  const guilds = [...new Map(state.channels.filter((c) => c.guild).map((c) => [c.guild, c.guild_name]))];
  const dms = state.channels.filter((channel) => channel.kind === "dm");
  return [
    guilds.map(([id, name]) => [
      el("h1", { class: "guild", "data-key": `g${id}` }, name),
      el(
        "ul",
        { class: "channels", "data-key": `c${id}` },
        state.channels.filter((channel) => channel.guild === id).filter(listed).map(channelRow),
      ),
    ]),
    el("h2", { class: "group", "data-key": "dms" }, t("Direct messages")),
    dms.length
      ? el("ul", { class: "channels", "data-key": "dm-list" }, dms.map(channelRow))
      : el("p", { class: "none", "data-key": "no-dms" }, t("None yet")),
  ];
}

/** An archived thread leaves the list, unless one is in it or something waits there. */
function listed(channel) {
  return !channel.archived || channel.id === state.channel || channel.pings > 0;
}

const ICONS = { text: "hash", thread: "thread", dm: "at" };

function channelRow(channel) {
  const here = channel.id === state.channel;
  const classes = ["channel", channel.kind];
  if (here) classes.push("here");
  if (channel.new && !here) classes.push("new");
  return el(
    "li",
    { "data-key": channel.id },
    el(
      "button",
      {
        class: classes.join(" "),
        type: "button",
        "data-act": "go",
        "data-channel-id": channel.id,
        "data-kind": channel.kind,
        "aria-current": here ? "page" : null,
      },
      channel.kind === "dm" ? avatar(channel.partner ?? "0", channel.name, true) : icon(ICONS[channel.kind]),
      el("span", { class: "channel-name" }, channel.name),
      channel.archived ? el("span", { class: "state" }, channel.locked ? t("locked") : t("archived")) : null,
      channel.pings ? el("span", { class: "badge", "data-badge": channel.pings }, channel.pings) : null,
    ),
  );
}

/** One's own corner: name, language, direct messages. */
export function ownCorner() {
  const me = state.person();
  if (!me) return [];
  return [
    el("div", { class: "own-name" }, avatar(me.id, me.name), el("b", {}, me.name)),
    el(
      "label",
      { class: "setting" },
      el("span", {}, t("Language")),
      el(
        "select",
        { "data-setting": "locale", "aria-label": t("Language of this person") },
        LANGUAGES.map(([value, name]) => el("option", { value, selected: me.locale === value }, name)),
      ),
    ),
    el(
      "button",
      {
        class: "setting",
        type: "button",
        role: "switch",
        "data-act": "close-dms",
        "aria-checked": String(me.closed),
      },
      el("span", {}, t("DMs closed")),
      el("span", { class: "switch", "aria-hidden": "true" }),
    ),
  ];
}

/** The button of the list, which says where the list is hidden whether something waits elsewhere. */
export function drawDrawer(node) {
  const others = state.channels.filter(({ id }) => id !== state.channel);
  const there = {
    pings: others.reduce((sum, channel) => sum + channel.pings, 0),
    new: others.some((channel) => channel.new),
  };
  called(node, t("Channels") + waiting(there));
  fill(node, icon("menu"), badge(there));
}

/** The heading above the log. */
export function placeBar() {
  const here = state.here();
  if (!here) return [];
  const parent = state.channels.find((channel) => channel.id === here.parent);
  return [
    icon(ICONS[here.kind]),
    el("h2", { class: "place-name", "data-here": here.id }, here.name),
    here.kind === "thread" && parent
      ? el(
          "button",
          { class: "link", type: "button", "data-act": "go", "data-channel-id": parent.id },
          t("in {place}", { place: `#${parent.name}` }),
        )
      : el("span", { class: "topic" }, here.topic ? t(here.topic) : ""),
  ];
}
