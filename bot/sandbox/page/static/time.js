// Times as Discord shows them, in the language of the person looking.

import { el } from "./dom.js";
import { state } from "./store.js";
import { t } from "./words.js";

const STEPS = [
  ["year", 31536000],
  ["month", 2592000],
  ["day", 86400],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
];

const FORMATS = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
};

/** "in 2 minutes", "10 seconds ago": the distance from now to `seconds` (of the Unix epoch). */
export function relative(seconds, locale, now = Date.now()) {
  const away = Math.round(seconds - now / 1000);
  const format = new Intl.RelativeTimeFormat(locale, { numeric: "always" });
  const [unit, size] = STEPS.find(([, length]) => Math.abs(away) >= length) ?? STEPS.at(-1);
  return format.format(Math.round(away / size), unit);
}

/** The element for `<t:seconds:style>`; style R keeps counting (see `tick`). */
export function timestamp(seconds, style = "f") {
  const date = new Date(seconds * 1000);
  if (Number.isNaN(date.getTime())) return t("Invalid date");
  const locale = state.locale();
  const full = date.toLocaleString(locale, FORMATS.F);
  const shown =
    style === "R" ? relative(seconds, locale) : date.toLocaleString(locale, FORMATS[style] ?? FORMATS.f);
  return el(
    "time",
    {
      class: "stamp",
      datetime: date.toISOString(),
      title: full,
      "data-relative": style === "R" ? seconds : null,
    },
    shown,
  );
}

/** Brings every relative time on the page up to date. */
export function tick() {
  const locale = state.locale();
  for (const node of document.querySelectorAll("[data-relative]")) {
    const text = relative(Number(node.dataset.relative), locale);
    if (node.textContent !== text) node.textContent = text;
  }
}

/** The time beside an author's name: the hour today, else date and hour. */
export function posted(iso) {
  const date = new Date(iso);
  const locale = state.locale();
  const today = new Date().toDateString() === date.toDateString();
  const shown = today
    ? date.toLocaleTimeString(locale, { timeStyle: "short" })
    : date.toLocaleString(locale, { dateStyle: "short", timeStyle: "short" });
  return el("time", { class: "posted", datetime: iso, title: date.toLocaleString(locale) }, shown);
}

/** The hour alone, for the margin of a message that follows its author's last one. */
export function hour(iso) {
  return new Date(iso).toLocaleTimeString(state.locale(), { timeStyle: "short" });
}

/** The heading of a day in the log. */
export function day(iso) {
  return new Date(iso).toLocaleDateString(state.locale(), { dateStyle: "long" });
}
