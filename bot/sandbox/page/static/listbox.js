// A list one walks through with the arrow keys, under a select or above the composer.

import { el, icon } from "./dom.js";
import { emoji } from "./emoji.js";

let serial = 0;

export class Listbox {
  /**
   * `onPick(item)` is called with the item pressed. `multiple` shows check boxes.
   * Items: {value, label, whole (never broken), description, emoji, prefix, chosen, heading}.
   */
  constructor({ label, multiple = false, onPick }) {
    serial += 1;
    this.prefix = `list-${serial}`;
    this.onPick = onPick;
    this.multiple = multiple;
    this.items = [];
    this.active = 0;
    /** Whether somebody has moved the mark since these items are shown. */
    this.moved = false;
    this.node = el("div", {
      class: "listbox",
      role: "listbox",
      tabindex: "-1",
      "aria-label": label,
      "aria-multiselectable": multiple ? "true" : null,
      on: {
        // The text field keeps the focus while one presses in the list.
        mousedown: (event) => event.preventDefault(),
        click: (event) => this.clicked(event),
      },
    });
  }

  clicked(event) {
    const row = event.target.closest("[role=option]");
    if (row) this.onPick(this.items[Number(row.dataset.index)]);
  }

  /** Shows these items; the one at `active` is marked. */
  show(items, active = 0) {
    this.items = items;
    this.moved = false;
    this.active = Math.min(active, Math.max(0, items.length - 1));
    this.node.replaceChildren(...items.map((item, index) => this.row(item, index)));
    this.mark();
  }

  row(item, index) {
    return el(
      "div",
      {
        class: "option",
        role: "option",
        id: `${this.prefix}-${index}`,
        "data-index": index,
        "data-value": item.value,
        "aria-selected": String(Boolean(item.chosen)),
      },
      item.emoji ? emoji(item.emoji) : null,
      item.prefix ?? null,
      el(
        "span",
        { class: "option-text" },
        el("span", { class: `option-label${item.whole ? " whole" : ""}` }, item.label),
        item.description ? el("span", { class: "option-description" }, item.description) : null,
      ),
      item.note ? el("span", { class: "option-note" }, item.note) : null,
      this.multiple
        ? el("span", { class: item.chosen ? "box checked" : "box" }, item.chosen ? icon("check") : null)
        : item.chosen
          ? icon("check")
          : null,
    );
  }

  mark() {
    [...this.node.children].forEach((row, index) => {
      row.classList.toggle("active", index === this.active);
      if (index === this.active) row.scrollIntoView({ block: "nearest" });
    });
  }

  /** The id of the marked row, for aria-activedescendant. */
  activeId() {
    return this.items.length ? `${this.prefix}-${this.active}` : null;
  }

  current() {
    return this.items[this.active] ?? null;
  }

  /** Moves the mark by the key pressed; false if the key is none of the list's. */
  key(event) {
    const last = this.items.length - 1;
    if (last < 0) return false;
    const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: 7, PageUp: -7 };
    const step = steps[event.key];
    if (step === undefined) return false;
    const to = this.active + step;
    if (Math.abs(step) === 1) this.active = to < 0 ? last : to > last ? 0 : to;
    else this.active = Math.min(Math.max(to, 0), last);
    this.moved = true;
    this.mark();
    event.preventDefault();
    return true;
  }
}
