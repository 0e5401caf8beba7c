// The line one writes in: plain messages, and "/" for the list of commands.

import { CommandLine } from "./commandline.js";
import { findCommands, isNamed, splitLine } from "./commands.js";
import { called, el, icon } from "./dom.js";
import { notice } from "./layer.js";
import { Listbox } from "./listbox.js";
import { state } from "./store.js";
import { t } from "./words.js";

export class Composer {
  /** `acts`: {commands(), say(text), slash(command, options), autocomplete(...)}. */
  constructor(node, acts) {
    this.acts = acts;
    this.drafts = new Map();
    this.known = [];
    this.line = null;
    this.list = new Listbox({ label: t("Commands"), onPick: ({ command }) => this.begin(command) });
    this.suggest = el("div", { class: "suggest", hidden: true });
    this.text = el("textarea", {
      class: "entry-text",
      rows: 1,
      role: "combobox",
      "aria-autocomplete": "list",
      "aria-expanded": "false",
      enterkeyhint: "send",
      autocomplete: "off",
      spellcheck: "false",
    });
    this.slot = el("div", { class: "entry-slot" }, this.text);
    this.slash = el("button", { class: "round", type: "button", "data-act": "slash" }, icon("slash"));
    this.send = el("button", { class: "round send", type: "submit" }, icon("send"));
    this.form = el("form", { class: "entry" }, this.slash, this.slot, this.send);
    node.replaceChildren(this.suggest, this.form);
    this.slash.addEventListener("click", () => this.startSlash());
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.submit();
    });
    this.text.addEventListener("input", () => this.typed());
    this.text.addEventListener("keydown", (event) => this.keyed(event));
    this.text.addEventListener("blur", () => setTimeout(() => this.blurred(), 0));
  }

  /** Called when the person or the channel shown changes, before `state` holds the new ones. */
  leave() {
    if (state.me && state.channel) this.drafts.set(`${state.me}/${state.channel}`, this.text.value);
    this.stop();
    this.known = [];
  }

  /** Called after it: takes the draft of this place up again. */
  enter() {
    this.text.value = this.drafts.get(`${state.me}/${state.channel}`) ?? "";
    this.hide();
    this.resize();
    this.describe();
    this.load().catch(() => {});
  }

  /** Makes sure that the commands of this place are known. */
  async load() {
    const place = `${state.me}/${state.channel}`;
    if (this.known.length) return;
    const commands = await this.acts.commands();
    if (place === `${state.me}/${state.channel}`) this.known = commands;
  }

  /** Brings the field in line with what may be done here. */
  describe() {
    const here = state.here();
    const may = Boolean(here?.can_send);
    this.text.disabled = !here;
    called(this.text, t("Message or command"));
    called(this.slash, t("Commands"));
    called(this.send, t("Send"));
    this.list.node.setAttribute("aria-label", t("Commands"));
    const where = here?.kind === "dm" ? `@${here.name}` : `#${here?.name ?? ""}`;
    const narrow = window.matchMedia("(width <= 720px)").matches;
    const words = may
      ? narrow
        ? t("Message, or / for commands")
        : t("Message {place}, or / for commands", { place: where })
      : t("You may not write here; / for commands");
    this.text.placeholder = here ? words : "";
  }

  startSlash(name = "") {
    if (this.line) return;
    this.text.value = `/${name}`;
    this.text.focus();
    this.typed();
  }

  async typed() {
    this.resize();
    const line = this.text.value;
    if (!line.startsWith("/") || line.includes("\n")) {
      this.hide();
      return;
    }
    try {
      await this.load();
    } catch (problem) {
      notice(problem.message);
      return;
    }
    if (this.text.value === line && !this.line) this.offer(line);
  }

  offer(line) {
    const whole = splitLine(this.known, line);
    if (whole && !this.mayGrow(line)) {
      this.begin(whole.command, whole.rest);
      return;
    }
    const found = findCommands(this.known, line.slice(1));
    this.list.show(found.map(commandItem), 0);
    this.suggest.replaceChildren(
      el("div", { class: "suggest-title" }, found.length ? t("Commands") : t("No such command here")),
      this.list.node,
    );
    this.show();
  }

  /** Whether a longer command still begins with this line. */
  mayGrow(line) {
    const typed = line.slice(1).toLowerCase();
    return this.known.some(({ name, shown_name: shown }) =>
      [name, shown].some((one) => one.toLowerCase().startsWith(typed)));
  }

  show() {
    this.suggest.hidden = false;
    this.text.setAttribute("aria-expanded", "true");
    this.text.setAttribute("aria-activedescendant", this.list.activeId() ?? "");
  }

  hide() {
    this.suggest.hidden = true;
    this.list.show([]);
    this.text.setAttribute("aria-expanded", "false");
    this.text.removeAttribute("aria-activedescendant");
  }

  blurred() {
    if (!this.line && !this.suggest.contains(document.activeElement)) this.hide();
  }

  keyed(event) {
    if (event.isComposing) return;
    if (!this.suggest.hidden) {
      if (this.list.key(event)) {
        this.text.setAttribute("aria-activedescendant", this.list.activeId());
        return;
      }
      if (event.key === "Escape") {
        event.preventDefault();
        this.hide();
        return;
      }
      if ((event.key === "Enter" || event.key === "Tab") && this.list.current()) {
        event.preventDefault();
        if (event.key === "Enter") this.submitCommand(this.text.value);
        else this.begin(this.list.current().command);
        return;
      }
    }
    if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      this.submit();
    }
  }

  submit() {
    if (this.line) {
      this.line.send();
      return;
    }
    const text = this.text.value.trim();
    if (!text) return;
    if (text.startsWith("/")) {
      this.submitCommand(text);
      return;
    }
    this.text.value = "";
    this.resize();
    this.acts.say(text).catch((problem) => {
      this.text.value = text;
      notice(problem.message);
    });
  }

  /** Begins the command marked or typed; one typed in full that needs nothing more is sent. */
  async submitCommand(text) {
    try {
      await this.load();
    } catch (problem) {
      notice(problem.message);
      return;
    }
    if (this.line) return;
    const typed = splitLine(this.known, `${text.trim()} `);
    // What merely tells of the word typed is no answer to Enter: it could be anything.
    const marked = this.list.current()?.command;
    const meant = marked && (this.list.moved || isNamed(marked, text.slice(1)));
    const command = meant ? marked : typed?.command;
    if (!command) {
      notice(t("There is no such command here. Type / to see them all."));
      return;
    }
    const whole = typed?.command === command;
    this.begin(command, whole ? typed.rest : "");
    if (whole) this.line.sendIfComplete();
  }

  /** Turns the field into the fields of a command. */
  begin(command, rest = "") {
    this.hide();
    this.text.value = "";
    this.line = new CommandLine(command, rest, this.suggest, {
      autocomplete: this.acts.autocomplete,
      onSend: (options) => {
        this.stop();
        this.text.focus();
        this.acts.slash(command, options);
      },
      onCancel: (line) => {
        this.stop();
        this.text.value = line;
        this.text.focus();
        this.typed();
      },
    });
    this.slot.replaceChildren(this.line.node);
    this.line.start();
  }

  stop() {
    this.line?.end();
    this.line = null;
    this.suggest.replaceChildren();
    this.suggest.hidden = true;
    if (!this.text.isConnected) this.slot.replaceChildren(this.text);
    this.resize();
  }

  /** Forgets the list of commands, since it changed. */
  forget() {
    this.known = [];
    if (!this.suggest.hidden && !this.line) this.typed();
  }

  resize() {
    this.text.style.height = "auto";
    this.text.style.height = `${Math.min(this.text.scrollHeight, 160)}px`;
  }
}

function commandItem(command) {
  const options = command.options.map((option) =>
    el("span", { class: option.required ? "wants" : "wants optional" }, option.shown_name));
  return {
    command,
    value: command.name,
    label: el("span", {}, el("b", {}, `/${command.shown_name}`), " ", options),
    description: command.description,
    note: command.application,
  };
}
