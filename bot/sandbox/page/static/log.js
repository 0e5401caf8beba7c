// The messages of the place shown, and where in them one is.

import { el, fill } from "./dom.js";
import { echoItem, messageItem } from "./message.js";
import { compare, state } from "./store.js";
import { day } from "./time.js";
import { t } from "./words.js";

const NEAR = 60;

export class Log {
  /** `onRead(message)`: everything up to it was seen. `onEarlier()`: older ones are wanted. */
  constructor(node, { onRead, onEarlier }) {
    this.node = node;
    this.list = el("ol", { class: "messages" });
    this.onRead = onRead;
    this.onEarlier = onEarlier;
    this.atEnd = true;
    this.asked = false;
    this.jumpTo = null;
    node.append(this.list);
    node.addEventListener("scroll", () => this.scrolled());
    document.addEventListener("visibilitychange", () => this.tellRead());
    // Pictures that arrive late and a field that grows must not push the newest out of view.
    new ResizeObserver(() => this.keep()).observe(this.list);
    new ResizeObserver(() => this.keep()).observe(node);
  }

  /** Begins anew in another place: at its end, or at a message. */
  enter(message = null) {
    this.atEnd = message === null;
    this.jumpTo = message;
  }

  draw() {
    const messages = state.log();
    const top = this.list.querySelector("[data-message-id]");
    const offset = top?.getBoundingClientRect().top;
    const held = this.list.contains(document.activeElement) ? document.activeElement : null;
    const around = held?.closest("[data-message-id]");
    fill(this.list, this.start(), this.items(messages), state.echoes.map(echoItem));
    if (held && !held.isConnected) this.hold(around);
    if (!this.atEnd && top?.isConnected) {
      this.node.scrollTop += top.getBoundingClientRect().top - offset;
    }
    this.keep();
    if (this.jumpTo && state.messages.has(this.jumpTo)) this.jump(this.jumpTo);
    this.asked = false;
    this.tellRead();
  }

  start() {
    if (state.more) {
      return el(
        "li",
        { class: "earlier", "data-key": "earlier" },
        el("button", { class: "link", type: "button", "data-act": "earlier" }, t("Show earlier messages")),
      );
    }
    const here = state.here();
    if (!here) return null;
    const words = {
      dm: t("This is the beginning of the direct messages with {name}.", { name: here.name }),
      thread: t("This is the beginning of the thread."),
      text: t("This is the beginning of {place}.", { place: `#${here.name}` }),
    };
    return el("li", { class: "beginning", "data-key": "beginning" }, words[here.kind]);
  }

  items(messages) {
    const out = [];
    let before = null;
    for (const message of messages) {
      const turned = before === null || day(before.timestamp) !== day(message.timestamp);
      const first = message.id === state.newFrom;
      if (turned) out.push(divider(`day-${message.id}`, "day", day(message.timestamp)));
      if (first) out.push(divider("new", "new-line", t("New")));
      out.push(messageItem(message, turned || first ? null : before));
      before = message;
    }
    return out;
  }

  /** Keeps the focus where a control has gone: at its message, or here if that has gone too. */
  hold(message) {
    (message?.isConnected ? message : this.node).focus({ preventScroll: true });
  }

  /** Scrolls to a message and marks it for a moment; false if it is not loaded. */
  jump(id) {
    const item = this.list.querySelector(`[data-message-id="${CSS.escape(id)}"]`);
    if (!item) return false;
    this.jumpTo = null;
    this.atEnd = false;
    item.scrollIntoView({ block: "center" });
    item.focus({ preventScroll: true });
    item.setAttribute("data-local-found", "");
    setTimeout(() => item.removeAttribute("data-local-found"), 2000);
    this.scrolled();
    return true;
  }

  toEnd() {
    this.atEnd = true;
    this.keep();
  }

  keep() {
    if (this.atEnd) this.node.scrollTop = this.node.scrollHeight;
  }

  scrolled() {
    const { scrollTop, scrollHeight, clientHeight } = this.node;
    this.atEnd = scrollHeight - clientHeight - scrollTop < NEAR;
    if (scrollTop < NEAR && state.more && !this.asked && scrollHeight > clientHeight) {
      this.asked = true;
      this.onEarlier();
    }
    document.getElementById("to-end").hidden = this.atEnd;
    this.tellRead();
  }

  tellRead() {
    if (!this.atEnd || document.visibilityState !== "visible") return;
    const newest = [...state.messages.keys()].sort(compare).at(-1);
    if (newest) this.onRead(newest);
  }
}

function divider(key, classes, words) {
  return el("li", { class: `divider ${classes}`, "data-key": key, role: "separator" }, el("span", {}, words));
}
