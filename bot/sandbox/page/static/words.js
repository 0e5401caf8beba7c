// Every sentence of the page. English stands in the code; what it is in another language is the
// catalogue's (`bot/sandbox/page/locale`), which is here before anything is drawn.

import { state } from "./store.js";

/** By language: a message, or the first form of one that counts, and its translations. */
const CATALOGUES = await (await fetch("page/sentences")).json();

const PLACE = /\{(\w+)\}/;

/** The language of who is shown, of the two letters catalogues and elements go by. */
export function language() {
  return state.locale().slice(0, 2);
}

/** A sentence in it; `places` are the words for its `{name}`s. */
export function t(message, places = {}) {
  return parts(message, places).join("");
}

/** The same, some of whose places are elements: what stands in a row. */
export function parts(message, places) {
  const text = found(message)?.[0] ?? message;
  return text.split(PLACE).map((part, index) => (index % 2 ? places[part] : part));
}

/** The form for so many; `{n}` is how many. */
export function n(one, many, count) {
  const forms = found(one) ?? [one, many];
  return forms[count === 1 ? 0 : 1].replace("{n}", count);
}

/** Why the sandbox did not do something: its own sentence, or Discord's, which is quoted as it is. */
export function refusal(sentence) {
  const own = Object.values(CATALOGUES).some((each) => sentence in each);
  return own ? t(sentence) : t("Discord refuses this: {reason}", { reason: sentence });
}

/** The message unchanged: marks one that is kept and said later. */
export function mark(message) {
  return message;
}

function found(message) {
  return CATALOGUES[language()]?.[message];
}
