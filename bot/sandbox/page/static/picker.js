// The small picker of emojis: those of the games first, the application's own at the end.

import { el } from "./dom.js";
import { emoji, STANDARD, wireName } from "./emoji.js";
import { floatAt } from "./layer.js";
import { state } from "./store.js";
import { t } from "./words.js";

/** Opens the picker at `anchor`; `onPick(emoji)` gets the emoji as the sandbox writes it. */
export function openPicker(anchor, onPick) {
  const all = [
    ...STANDARD.map(([words, name]) => ({ words: t(words), name, id: null })),
    ...state.directory.emojis.map(({ id, name }) => ({ words: name.toLowerCase(), name, id })),
  ];
  const grid = el("div", { class: "emoji-grid" });
  const search = el("input", {
    class: "search",
    type: "search",
    placeholder: t("Find an emoji"),
    "aria-label": t("Find an emoji"),
    autocomplete: "off",
  });
  const draw = () => {
    const wanted = search.value.trim().toLowerCase();
    const found = all.filter(({ words, name }) => words.includes(wanted) || name === search.value.trim());
    grid.replaceChildren(...found.map(button));
    if (!found.length) grid.replaceChildren(el("p", { class: "none" }, t("No emoji has that name.")));
  };
  const button = (one) =>
    el(
      "button",
      {
        class: "emoji-button",
        type: "button",
        title: one.words,
        "aria-label": one.words,
        "data-pick": wireName(one),
        on: {
          click: () => {
            close();
            onPick(wireName(one));
          },
        },
      },
      emoji(one),
    );
  search.addEventListener("input", draw);
  search.addEventListener("keydown", (event) => {
    if (event.key === "Enter") grid.querySelector("button")?.click();
  });
  draw();
  const close = floatAt(anchor, el("div", { class: "picker" }, search, grid), {
    label: t("Add reaction"),
  });
  search.focus({ preventScroll: true });
}
