// Emojis: the standard ones as text, the application's own as pictures.

import { el, picture } from "./dom.js";

/** Emojis of the small picker: what it is called, the emoji. Those of the card games first. */
export const STANDARD = [
  ["raised hand call", "✋"], ["hand fingers splayed call", "🖐️"], ["chair sit join", "🪑"],
  ["play start", "▶️"], ["check mark done", "✅"], ["cross cancel", "✖️"], ["plus add", "➕"],
  ["joker card pile", "🃏"], ["one", "1️⃣"], ["two", "2️⃣"], ["three", "3️⃣"], ["four", "4️⃣"],
  ["five", "5️⃣"], ["six", "6️⃣"], ["seven", "7️⃣"], ["eight", "8️⃣"], ["nine", "9️⃣"], ["ten", "🔟"],
  ["left arrow", "⬅️"], ["right arrow", "➡️"], ["up arrow", "⬆️"], ["down arrow lay", "⬇️"],
  ["letter a", "🇦"], ["letter b", "🇧"], ["letter c", "🇨"], ["letter d", "🇩"], ["letter e", "🇪"],
  ["letter f pile", "🇫"], ["letter g", "🇬"], ["letter h", "🇭"], ["letter i", "🇮"],
  ["letter j", "🇯"], ["letter k", "🇰"], ["letter p partner", "🇵"], ["thumbs up yes", "👍"],
  ["thumbs down no", "👎"], ["heart love", "❤️"], ["laugh joy", "😂"], ["smile", "😄"],
  ["grin", "😁"], ["wink", "😉"], ["thinking", "🤔"], ["surprised wow", "😮"], ["sad cry", "😢"],
  ["angry", "😠"], ["cool sunglasses", "😎"], ["party celebrate", "🎉"], ["trophy win", "🏆"],
  ["fire hot", "🔥"], ["hundred", "💯"], ["clap applause", "👏"], ["wave hello", "👋"],
  ["pray thanks", "🙏"], ["eyes look", "👀"], ["rocket fast", "🚀"], ["star", "⭐"],
  ["clover luck", "🍀"], ["dice game", "🎲"], ["spade", "♠️"], ["heart suit", "♥️"],
  ["diamond suit", "♦️"], ["club suit", "♣️"], ["snail slow", "🐌"], ["hourglass wait", "⏳"],
];

/** Picture or text of an emoji as Discord's API writes it: `{id, name, animated}`. */
export function emoji({ id, name }) {
  if (!id) return picture(name ?? "");
  return el("img", {
    class: "emoji custom",
    src: `page/emoji/${encodeURIComponent(id)}`,
    alt: `:${name}:`,
    title: `:${name}:`,
    draggable: "false",
  });
}

/** One text for an emoji, equal for equal emojis whatever their skin tone or variation. */
export function plain(name) {
  return name.replace(/[\u{FE0E}\u{FE0F}\u{1F3FB}-\u{1F3FF}]/gu, "");
}

/** The text by which the sandbox knows an emoji: `name:id`, or the emoji itself. */
export function wireName({ id, name }) {
  return id ? `${name}:${id}` : name;
}

const ONLY = /^(?:<a?:\w+:\d+>|\p{RI}\p{RI}?|[\d#*]\u{FE0F}?\u{20E3}|\p{Emoji_Presentation}|\p{Extended_Pictographic}|[\u{FE0F}\u{200D}\u{1F3FB}-\u{1F3FF}]|\s)+$/u;

/** Whether a message consists of emojis alone, which are then shown large. */
export function onlyEmojis(text) {
  return text.trim() !== "" && text.length < 400 && ONLY.test(text);
}
