// Builds and updates the document. Text from people only ever becomes text nodes or attribute
// values; nothing here or elsewhere in the page parses a string as HTML.

const SVG = "http://www.w3.org/2000/svg";

/**
 * Makes an element.
 * `attrs`: attributes by name; `on` an object of listeners; `style` an object of CSS properties;
 * `false`, `null` and `undefined` leave an attribute out, `true` sets it empty.
 */
export function el(tag, attrs = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attrs)) {
    if (value === false || value === null || value === undefined) continue;
    if (name === "on") {
      for (const [event, listener] of Object.entries(value)) node.addEventListener(event, listener);
    } else if (name === "style") {
      for (const [property, text] of Object.entries(value)) node.style.setProperty(property, text);
    } else {
      node.setAttribute(name, value === true ? "" : String(value));
    }
  }
  append(node, children);
  return node;
}

function append(node, children) {
  for (const child of children.flat(Infinity)) {
    if (child === null || child === undefined || child === false) continue;
    node.append(child instanceof Node ? child : words(String(child), node));
  }
}

const EMOJI =
  /[\d#*]\u{FE0F}?\u{20E3}|\p{RI}{1,2}|(?:\p{Emoji_Presentation}|\p{Emoji}\u{FE0F}|\p{Emoji_Modifier_Base}(?=[\u{1F3FB}-\u{1F3FF}]))[\u{1F3FB}-\u{1F3FF}]?[\u{E0020}-\u{E007F}]*(?:\u{200D}\p{Emoji}\u{FE0F}?[\u{1F3FB}-\u{1F3FF}]?)*/gu;

/** Emojis drawn in black ink, which need an edge on a dark ground. */
const INKY = /[\u{2795}-\u{2797}\u{2716}\u{2714}\u{2660}\u{2663}\u{27B0}\u{27BF}\u{3030}\u{1F5A4}\u{1F3F4}\u{1F3B1}\u{1F577}\u{1F576}\u{1F3A9}\u{1F393}\u{1F4B2}\u{1F4B1}\u{26AB}\u{2B1B}\u{25AA}\u{25FC}\u{25FE}]/u;

/** A standard emoji, drawn in colours. */
export function picture(name) {
  const node = document.createElement("span");
  node.className = INKY.test(name) ? "emoji inky" : "emoji";
  node.textContent = name;
  return node;
}

/** A text, its emojis marked so that they are drawn as such and not by a font for letters. */
function words(text, parent) {
  const found = [...text.matchAll(EMOJI)];
  if (!found.length || parent.tagName === "OPTION") return document.createTextNode(text);
  const whole = document.createElement("span");
  let at = 0;
  for (const match of found) {
    whole.append(text.slice(at, match.index));
    whole.append(picture(match[0]));
    at = match.index + match[0].length;
  }
  whole.append(text.slice(at));
  return whole;
}

const SHAPES = {
  hash: "M9 3 7 21M17 3l-2 18M4 8h17M3 16h17",
  thread: "M4 4v9a3 3 0 0 0 3 3h13M15 11l5 5-5 5",
  at: "M16 12a4 4 0 1 1-8 0 4 4 0 0 1 8 0zm0 0v2a3 3 0 0 0 5 1.5A10 10 0 1 0 17 20",
  menu: "M3 6h18M3 12h18M3 18h18",
  close: "M5 5l14 14M19 5 5 19",
  next: "M9 5l7 7-7 7",
  down: "M5 9l7 7 7-7",
  react: "M20 11a9 9 0 1 1-7-8M8 14s1.5 2.5 4 2.5 4-2.5 4-2.5M9 9.5v.01M15 9.5v.01M19 2v6M16 5h6",
  keys: "M2 6h20v12H2zM6 10h.01M10 10h.01M14 10h.01M18 10h.01M7 14h10",
  light: "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.5 1.5M17.5 17.5 19 19M19 5l-1.5 1.5M6.5 17.5 5 19",
  dark: "M20 14A8 8 0 0 1 10 4a8 8 0 1 0 10 10z",
  send: "M4 4l17 8-17 8 3-8zM7 12h8",
  open: "M14 4h6v6M20 4l-9 9M18 14v6H4V6h6",
  eye: "M2 12s4-7 10-7 10 7 10 7-4 7-10 7S2 12 2 12zm13 0a3 3 0 1 1-6 0 3 3 0 0 1 6 0z",
  reply: "M10 4 3 11l7 7v-4c5 0 8 1 11 5-1-7-5-10-11-11z",
  file: "M6 2h8l5 5v15H6zM14 2v5h5",
  plus: "M12 5v14M5 12h14",
  check: "M4 12l5 6L20 6",
  slash: "M15 3 9 21",
};

/** An icon drawn with lines, hidden from screen readers (the control around it has the name). */
export function icon(name) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", SHAPES[name]);
  svg.append(path);
  return svg;
}

/** Names a control that has no words on it, and says more where a pointer rests on it. */
export function called(node, name, more = name) {
  node.setAttribute("aria-label", name);
  node.title = more;
}

/** Replaces what `parent` holds by `children`, keeping every element that can be kept. */
export function fill(parent, ...children) {
  const wanted = document.createDocumentFragment();
  append(wanted, children);
  morphChildren(parent, wanted);
}

/**
 * Makes `from` equal to `to` by changing as little as possible, so that focus, scroll and
 * loaded images survive an edit. Attributes that begin with `data-local`, and aria-expanded,
 * belong to the page (an opened spoiler, an open menu) and stay. Elements with `data-key` are matched by it.
 */
export function morph(from, to) {
  if (from.nodeType !== to.nodeType || from.nodeName !== to.nodeName || key(from) !== key(to)) {
    from.replaceWith(to);
    return;
  }
  if (from.nodeType !== Node.ELEMENT_NODE) {
    if (from.data !== to.data) from.data = to.data;
    return;
  }
  if (from.isEqualNode(to)) return;
  morphAttributes(from, to);
  morphChildren(from, to);
}

function morphAttributes(from, to) {
  for (const { name } of [...from.attributes]) {
    const own = name.startsWith("data-local") || name === "aria-expanded" || name === "style";
    if (!own && !to.hasAttribute(name)) from.removeAttribute(name);
  }
  for (const { name, value } of [...to.attributes]) {
    if (name !== "style" && from.getAttribute(name) !== value) from.setAttribute(name, value);
  }
  // Set through the object model: the page's own policy forbids style attributes.
  if (from.style && from.style.cssText !== to.style.cssText) from.style.cssText = to.style.cssText;
}

function key(node) {
  return node.nodeType === Node.ELEMENT_NODE ? node.dataset.key : undefined;
}

function morphChildren(from, to) {
  const keyed = new Map();
  for (const child of from.childNodes) if (key(child)) keyed.set(key(child), child);
  let cursor = from.firstChild;
  for (const next of [...to.childNodes]) {
    const match = key(next) ? keyed.get(key(next)) : alike(cursor, next) ? cursor : null;
    if (!match) {
      from.insertBefore(next, cursor);
    } else {
      if (match === cursor) cursor = cursor.nextSibling;
      else from.insertBefore(match, cursor);
      morph(match, next);
    }
  }
  while (cursor) {
    const rest = cursor.nextSibling;
    cursor.remove();
    cursor = rest;
  }
}

function alike(cursor, next) {
  return cursor && !key(cursor) && cursor.nodeName === next.nodeName;
}
