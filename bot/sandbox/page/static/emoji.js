// Emojis: the standard ones as text, the application's own as pictures.

import { el, picture } from "./dom.js";
import { mark } from "./words.js";

/** Emojis of the small picker: what it is called, the emoji. Those of the card games first. */
export const STANDARD = [
  [mark("raised hand call"), "✋"], [mark("hand fingers splayed call"), "🖐️"],
  [mark("chair sit join"), "🪑"], [mark("play start"), "▶️"], [mark("check mark done"), "✅"],
  [mark("cross cancel"), "✖️"], [mark("plus add"), "➕"], [mark("joker card pile"), "🃏"],
  [mark("one"), "1️⃣"], [mark("two"), "2️⃣"], [mark("three"), "3️⃣"], [mark("four"), "4️⃣"],
  [mark("five"), "5️⃣"], [mark("six"), "6️⃣"], [mark("seven"), "7️⃣"], [mark("eight"), "8️⃣"],
  [mark("nine"), "9️⃣"], [mark("ten"), "🔟"], [mark("left arrow"), "⬅️"],
  [mark("right arrow"), "➡️"], [mark("up arrow"), "⬆️"], [mark("down arrow lay"), "⬇️"],
  [mark("letter a"), "🇦"], [mark("letter b"), "🇧"], [mark("letter c"), "🇨"],
  [mark("letter d"), "🇩"], [mark("letter e"), "🇪"], [mark("letter f pile"), "🇫"],
  [mark("letter g"), "🇬"], [mark("letter h"), "🇭"], [mark("letter i"), "🇮"],
  [mark("letter j"), "🇯"], [mark("letter k"), "🇰"], [mark("letter p partner"), "🇵"],
  [mark("thumbs up yes"), "👍"], [mark("thumbs down no"), "👎"], [mark("heart love"), "❤️"],
  [mark("laugh joy"), "😂"], [mark("smile"), "😄"], [mark("grin"), "😁"], [mark("wink"), "😉"],
  [mark("thinking"), "🤔"], [mark("surprised wow"), "😮"], [mark("sad cry"), "😢"],
  [mark("angry"), "😠"], [mark("cool sunglasses"), "😎"], [mark("party celebrate"), "🎉"],
  [mark("trophy win"), "🏆"], [mark("fire hot"), "🔥"], [mark("hundred"), "💯"],
  [mark("clap applause"), "👏"], [mark("wave hello"), "👋"], [mark("pray thanks"), "🙏"],
  [mark("eyes look"), "👀"], [mark("rocket fast"), "🚀"], [mark("star"), "⭐"],
  [mark("clover luck"), "🍀"], [mark("dice game"), "🎲"], [mark("spade"), "♠️"],
  [mark("heart suit"), "♥️"], [mark("diamond suit"), "♦️"], [mark("club suit"), "♣️"],
  [mark("snail slow"), "🐌"], [mark("hourglass wait"), "⏳"],
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
