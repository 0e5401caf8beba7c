// Playing by keyboard: numbers press cards, letters places, arrows piles and laying down, space the
// call, each as the reaction of the newest message in view that has it; where one button alone shows
// that emoji, the button, which Discord answers quicker. Off until switched on; never while a text
// field has the focus.

import { plain } from "./emoji.js";
import { state } from "./store.js";
import { mark, t } from "./words.js";

/** The emojis each key presses, the first one found. */
const BOUND = {
  ArrowLeft: ["⬅️"],
  ArrowRight: ["➡️"],
  ArrowUp: ["⬆️"],
  ArrowDown: ["⬇️"],
  " ": ["🖐️", "✋"],
  "+": ["➕"],
  "*": ["🃏"],
  Enter: ["✅"],
  Backspace: ["✖️"],
  0: ["🔟"],
};
for (let digit = 1; digit <= 9; digit += 1) BOUND[digit] = [`${digit}\u{FE0F}\u{20E3}`];
for (let letter = 0; letter < 26; letter += 1) {
  BOUND[String.fromCodePoint(0x61 + letter)] = [String.fromCodePoint(0x1f1e6 + letter)];
}

const SHOWN = {
  ArrowLeft: "←",
  ArrowRight: "→",
  ArrowUp: "↑",
  ArrowDown: "↓",
  " ": mark("Space"),
  Enter: "↵",
  Backspace: "⌫",
};

const BY_EMOJI = new Map(
  Object.entries(BOUND).flatMap(([key, emojis]) =>
    emojis.map((emoji) => [plain(emoji), SHOWN[key] ?? key.toUpperCase()])),
);

/** Where these keys already do something of their own. */
const BUSY = "input, textarea, select, dialog, [role=listbox], [contenteditable]";
const PRESSES = "button, a, [role=button]";

/** The key that presses this reaction, for the small sign on it; null when keys are off. */
export function boundKey(emoji) {
  const key = state.keys ? BY_EMOJI.get(plain(emoji ?? "")) : null;
  return key ? t(key) : null;
}

/** Presses the reaction bound to `event`'s key, if there is one in view. */
export function onKey(event, log) {
  const wanted = BOUND[event.key.length === 1 ? event.key.toLowerCase() : event.key];
  const busy = event.target.closest?.(event.key === "Enter" ? `${BUSY}, ${PRESSES}` : BUSY);
  if (!state.keys || !wanted || busy || event.ctrlKey || event.altKey || event.metaKey) return;
  const target = newestInView(log, wanted.map(plain));
  if (!target) return;
  event.preventDefault();
  if (!event.repeat) target.click();
}

function newestInView(log, wanted) {
  const view = log.getBoundingClientRect();
  const messages = [...log.querySelectorAll("[data-message-id]")].reverse();
  for (const message of messages) {
    const box = message.getBoundingClientRect();
    if (box.bottom < view.top || box.top > view.bottom) continue;
    const reactions = [...message.querySelectorAll("[data-act=react]")];
    const reaction = reactions.find((one) => wanted.includes(plain(one.dataset.emoji)));
    if (reaction) return onlyButton(message, plain(reaction.dataset.emoji)) ?? reaction;
  }
  return null;
}

function onlyButton(message, wanted) {
  const found = [...message.querySelectorAll("[data-act=press]")].filter(
    (one) => plain(one.querySelector(".face > .emoji")?.textContent ?? "") === wanted,
  );
  return found.length === 1 && !found[0].disabled ? found[0] : null;
}
