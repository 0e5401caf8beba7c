// The one connection to the sandbox. Acts are calls with an answer; what changes is pushed.

import { refusal, t } from "./words.js";

const FIRST_WAIT = 200;
const LONGEST_WAIT = 3000;

export class Wire {
  /** `onPush(news)` gets what the sandbox tells; `onLink(connected)` every change of the link. */
  constructor(onPush, onLink) {
    this.onPush = onPush;
    this.onLink = onLink;
    this.waiting = new Map();
    this.number = 0;
    this.wait = FIRST_WAIT;
    this.connect();
  }

  connect() {
    const address = new URL("page/socket", document.baseURI);
    address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
    this.socket = new WebSocket(address);
    this.socket.addEventListener("open", () => {
      this.wait = FIRST_WAIT;
      this.onLink(true);
    });
    this.socket.addEventListener("message", (event) => this.receive(JSON.parse(event.data)));
    this.socket.addEventListener("close", () => this.lost());
  }

  lost() {
    for (const { reject } of this.waiting.values()) reject(new Error(t("The connection was lost.")));
    this.waiting.clear();
    this.onLink(false);
    setTimeout(() => this.connect(), this.wait);
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
  }

  receive(news) {
    if (news.re === undefined) {
      this.onPush(news);
      return;
    }
    const call = this.waiting.get(news.re);
    this.waiting.delete(news.re);
    if (!call) return;
    if (news.error) call.reject(new Error(refusal(news.error)));
    else call.resolve(news.result);
  }

  /** Asks the sandbox to do `act`; rejects with the sentence to show when it refuses. */
  call(act, args = {}) {
    if (this.socket.readyState !== WebSocket.OPEN) {
      return Promise.reject(new Error(t("Not connected. Is the sandbox still running?")));
    }
    this.number += 1;
    const id = this.number;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.socket.send(JSON.stringify({ id, act, ...args }));
    });
  }
}
