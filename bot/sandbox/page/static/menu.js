// The menu of a select: one choice sends at once, several are sent when the menu is closed.

import { el } from "./dom.js";
import { emoji } from "./emoji.js";
import { floatAt } from "./layer.js";
import { avatar } from "./links.js";
import { Listbox } from "./listbox.js";
import { state } from "./store.js";
import { t } from "./words.js";

const SEARCH_FROM = 10;

/**
 * Opens the menu of a select at `anchor`. `items` as selectOptions gives them; `onDone(values)`
 * is called once with the values chosen, not at all if nothing may be or was changed.
 */
export function openMenu(anchor, { label, items, min = 1, max = 1, onDone }) {
  const before = items.filter((item) => item.chosen).map((item) => item.value);
  let chosen = [...before];
  const several = max > 1;
  const list = new Listbox({ label, multiple: several, onPick: pick });
  const search = el("input", {
    class: "search",
    type: "search",
    placeholder: t("Search"),
    "aria-label": t("Search in {list}", { list: label }),
    role: "combobox",
    "aria-expanded": "true",
    autocomplete: "off",
  });
  const done = el("button", { class: "button primary", type: "button", on: { click: () => close() } }, t("Done"));
  const foot = el(
    "div",
    { class: "menu-foot" },
    el("span", {}, min === max ? t("Choose {most}", { most: max }) : t("Choose {least} to {most}", { least: min, most: max })),
    done,
  );
  const body = el(
    "div",
    { class: "menu" },
    items.length > SEARCH_FROM ? search : null,
    list.node,
    several ? foot : null,
  );
  body.addEventListener("keydown", keyed);
  search.addEventListener("input", () => draw(0));
  draw(Math.max(0, items.findIndex((item) => item.chosen)));
  const close = floatAt(anchor, body, { label, wide: true, onClose: finish });
  const focused = items.length > SEARCH_FROM ? search : list.node;
  focused.focus({ preventScroll: true });
  describe();

  function draw(active) {
    const wanted = search.value.trim().toLowerCase();
    const shown = items
      .filter((item) => item.label.toLowerCase().includes(wanted))
      .map((item) => ({ ...item, chosen: chosen.includes(item.value), prefix: face(item) }));
    list.show(shown, active);
    done.disabled = chosen.length < min || chosen.length > max;
    describe();
  }

  function describe() {
    const target = items.length > SEARCH_FROM ? search : list.node;
    target.setAttribute("aria-activedescendant", list.activeId() ?? "");
  }

  function keyed(event) {
    if (event.target === done) return;
    if (event.key === "Enter" || (event.key === " " && event.target !== search)) {
      event.preventDefault();
      if (list.current()) pick(list.current());
    } else if (list.key(event)) {
      describe();
    }
  }

  function pick(item) {
    const had = chosen.includes(item.value);
    if (!several) {
      if (had && min > 0) chosen = before;
      else chosen = had ? [] : [item.value];
      close();
      return;
    }
    if (had) chosen = chosen.filter((value) => value !== item.value);
    else if (chosen.length < max) chosen = [...chosen, item.value];
    draw(list.active);
  }

  function finish() {
    const valid = chosen.length >= min && chosen.length <= max;
    const same = chosen.length === before.length && chosen.every((value) => before.includes(value));
    if (valid && !same) onDone(items.map((item) => item.value).filter((value) => chosen.includes(value)));
  }
}

function face(item) {
  if (item.emoji) return null;
  const user = state.user(item.value);
  return user ? avatar(item.value, user.name, user.bot) : null;
}

/** Elements that name what was chosen, for the closed select of a form. */
export function choices(items) {
  return items.map((item) =>
    el("span", { class: "choice" }, item.emoji ? emoji(item.emoji) : null, item.label));
}
