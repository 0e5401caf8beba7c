// Playing by keyboard: number keys, arrows and space press the reactions of the newest table in
// view; where one button alone shows that emoji, the button, which Discord answers quicker. Off
// until switched on; never while a text field has the focus.

import { plain } from "./emoji.js";
import { state } from "./store.js";

const BOUND = {
  1: "1️⃣",
  2: "2️⃣",
  3: "3️⃣",
  4: "4️⃣",
  ArrowLeft: "⬅️",
  ArrowRight: "➡️",
  " ": "🖐",
};

const SHOWN = { ArrowLeft: "←", ArrowRight: "→", " ": "Space" };

const BY_EMOJI = new Map(
  Object.entries(BOUND).map(([key, emoji]) => [plain(emoji), SHOWN[key] ?? key]),
);

/** The key that presses this reaction, for the small sign on it; null when keys are off. */
export function boundKey(emoji) {
  return state.keys ? (BY_EMOJI.get(plain(emoji ?? "")) ?? null) : null;
}

/** Presses the reaction bound to `event`'s key, if there is one in view. */
export function onKey(event, log) {
  const wanted = BOUND[event.key];
  const busy = event.target.closest?.("input, textarea, select, dialog, [role=listbox], [contenteditable]");
  if (!state.keys || !wanted || busy || event.ctrlKey || event.altKey || event.metaKey) return;
  const target = newestInView(log, plain(wanted));
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
    const reaction = reactions.find((one) => plain(one.dataset.emoji) === wanted);
    if (reaction) return onlyButton(message, wanted) ?? reaction;
  }
  return null;
}

function onlyButton(message, wanted) {
  const found = [...message.querySelectorAll("[data-act=press]")].filter(
    (one) => plain(one.querySelector(".emoji")?.textContent ?? "") === wanted,
  );
  return found.length === 1 && !found[0].disabled ? found[0] : null;
}
