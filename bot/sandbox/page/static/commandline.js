// A slash command being filled in: its name, a field per option, what each field offers.

import { isPicked, offered, OPTION, range, readOptions, readValue } from "./commands.js";
import { el } from "./dom.js";
import { avatar } from "./links.js";
import { Listbox } from "./listbox.js";
import { n, parts, t } from "./words.js";

const PAUSE = 120;

export class CommandLine {
  /**
   * `rest`: options already written ("house:2"). `suggest`: where lists are shown.
   * `acts`: {autocomplete(command, options, focused), onSend(options), onCancel(text)}.
   */
  constructor(command, rest, suggest, acts) {
    this.command = command;
    this.rest = rest;
    this.suggest = suggest;
    this.acts = acts;
    this.fields = [];
    this.focused = null;
    this.asked = 0;
    this.list = new Listbox({ label: t("Values"), onPick: (item) => this.pick(item) });
    this.tail = el("input", {
      class: "tail",
      "aria-label": t("Options of {command}; Enter sends", { command: `/${command.shown_name}` }),
      role: "combobox",
      "aria-expanded": "false",
      autocomplete: "off",
      spellcheck: "false",
      enterkeyhint: "send",
    });
    this.tail.addEventListener("focus", () => this.offerOptions());
    this.tail.addEventListener("input", () => this.tailTyped());
    this.tail.addEventListener("keydown", (event) => this.keyed(event, null));
    this.more = el("button", {
      class: "more",
      type: "button",
      on: { mousedown: (event) => event.preventDefault(), click: () => this.tail.focus() },
    });
    this.node = el(
      "div",
      { class: "command", "data-command": command.name },
      el("span", { class: "command-name" }, `/${command.shown_name}`),
      this.tail,
      this.more,
    );
  }

  start() {
    for (const option of this.command.options.filter((one) => one.required)) this.add(option);
    const { written, stray } = readOptions(this.command, this.rest);
    this.tail.value = stray;
    for (const [option, text] of written) {
      const field = this.field(option) ?? this.add(option);
      this.setText(field, text);
    }
    this.count();
    this.forward();
  }

  end() {
    clearTimeout(this.timer);
  }

  field(option) {
    return this.fields.find((field) => field.option === option) ?? null;
  }

  add(option) {
    const input = el("input", {
      class: "field-input",
      "aria-label": option.required
        ? t("{option}, required: {description}", { option: option.shown_name, description: option.description })
        : `${option.shown_name}: ${option.description}`,
      role: "combobox",
      "aria-expanded": "false",
      autocomplete: "off",
      spellcheck: "false",
      inputmode: option.type === OPTION.integer ? "numeric" : null,
      enterkeyhint: "next",
      size: 3,
    });
    const field = { option, input, value: undefined, settled: false, problem: null };
    field.node = el(
      "span",
      { class: `chip${option.required ? " needed" : ""}`, "data-option": option.name },
      el("span", { class: "chip-name" }, option.shown_name),
      input,
    );
    field.node.addEventListener("mousedown", (event) => {
      if (event.target !== input) {
        event.preventDefault();
        input.focus();
      }
    });
    input.addEventListener("focus", () => this.offerValues(field));
    input.addEventListener("input", () => this.fieldTyped(field));
    input.addEventListener("blur", () => this.settle(field));
    input.addEventListener("keydown", (event) => this.keyed(event, field));
    this.fields.push(field);
    this.node.insertBefore(field.node, this.tail);
    this.count();
    return field;
  }

  remove(field) {
    this.fields = this.fields.filter((one) => one !== field);
    field.node.remove();
    this.count();
  }

  unused() {
    return this.command.options.filter((option) => !this.field(option));
  }

  count() {
    const left = this.unused().length;
    this.more.textContent = left ? n("+{n} optional", "+{n} optional", left) : "";
    this.more.hidden = !left;
    this.tail.placeholder = this.fields.length || left ? "" : t("Press Enter to send");
  }

  // The tail: where further options are chosen, and from where Enter sends.

  /** Offers what fits the text there; all, and a word that it is none, where nothing does. */
  offerOptions() {
    this.focused = null;
    const wanted = this.tail.value.trim().toLowerCase();
    const unused = this.unused();
    const found = unused.filter(
      ({ name, shown_name: shown }) => name.includes(wanted) || shown.includes(wanted),
    );
    const none = wanted && !found.length;
    this.showList(
      (none ? unused : found).map((option) => ({
        option,
        value: option.name,
        label: option.shown_name,
        whole: true,
        description: option.description,
      })),
      none
        ? el("span", { class: "problem" }, t("There is no such option."))
        : el("span", {}, found.length ? [t("Options"), " · "] : null, entering()),
      found.length && wanted ? 0 : -1,
    );
  }

  tailTyped() {
    const typed = this.tail.value.replace(/:$/, "").trim().toLowerCase();
    const exact = this.unused().find(({ name, shown_name: shown }) => [name, shown].includes(typed));
    if (exact && /[:\s]$/.test(this.tail.value)) this.choose(exact);
    else this.offerOptions();
  }

  choose(option) {
    this.tail.value = "";
    this.add(option).input.focus();
  }

  // A field: what it offers, what was typed.

  offerValues(field) {
    this.focused = field;
    clearTimeout(this.timer);
    const { option } = field;
    const hint = el(
      "span",
      {},
      el("span", { class: "about" }, el("b", {}, option.shown_name), ` ${option.description}`),
      range(option) ? el("i", {}, ` (${range(option)})`) : null,
      field.problem ? el("span", { class: "problem" }, ` ${field.problem}`) : null,
    );
    if (option.autocomplete) {
      this.showList(field.settled ? [] : this.list.items.filter((item) => item.of === field), hint);
      if (!field.settled) this.timer = setTimeout(() => this.ask(field, hint), PAUSE);
      return;
    }
    const items = field.settled ? [] : offered(option, field.input.value);
    for (const item of items) {
      item.prefix = item.user ? avatar(item.user.id, item.user.name, item.user.bot) : null;
    }
    this.showList(items, hint);
  }

  async ask(field, hint) {
    this.asked += 1;
    const mine = this.asked;
    let items = [];
    try {
      const typed = field.input.value;
      const found = await this.acts.autocomplete(this.command, this.values(), field.option.name, typed);
      items = found.map(({ name, value }) => ({ of: field, value, label: name }));
    } catch {
      items = null;
    }
    if (mine !== this.asked || this.focused !== field || field.settled) return;
    if (items === null) this.showList([], el("span", { class: "problem" }, t("Loading options failed.")));
    else this.showList(items, hint);
  }

  fieldTyped(field) {
    field.settled = false;
    field.value = undefined;
    field.problem = null;
    this.draw(field);
    this.offerValues(field);
  }

  setText(field, text) {
    field.input.value = text;
    this.settle(field);
    this.draw(field);
  }

  /** Reads what was typed; a choice picked from a list stays as it is. */
  settle(field) {
    if (field.settled) return;
    const text = field.input.value;
    if (!text) {
      field.value = undefined;
      field.problem = null;
    } else {
      const { value, problem } = readValue(field.option, text);
      field.value = value;
      field.problem = problem ?? null;
      field.settled = !problem;
    }
    this.draw(field);
  }

  draw(field) {
    field.input.size = Math.max(3, Math.min([...field.input.value].length + 1, 40));
    field.node.classList.toggle("bad", Boolean(field.problem));
    field.node.classList.toggle("filled", field.value !== undefined);
  }

  pick(item) {
    if (item.option) {
      this.choose(item.option);
      return;
    }
    const field = this.focused;
    if (!field) return;
    field.value = item.value;
    field.input.value = item.label;
    field.settled = true;
    field.problem = null;
    this.draw(field);
    this.forward();
  }

  /** Goes to the first required field still empty, else to the tail. */
  forward() {
    const next = this.fields.find((field) => field.option.required && field.value === undefined);
    if (next && next !== this.focused) next.input.focus();
    else if (next) this.offerValues(next);
    else this.tail.focus();
  }

  // The list above and the keys.

  showList(items, hint, active = 0) {
    this.list.show(items, active);
    if (active < 0) {
      this.list.active = -1;
      this.list.mark();
    }
    this.suggest.replaceChildren(el("div", { class: "suggest-title" }, hint), this.list.node);
    this.suggest.hidden = false;
    const input = this.focused?.input ?? this.tail;
    input.setAttribute("aria-expanded", String(items.length > 0));
    input.setAttribute("aria-activedescendant", this.list.activeId() ?? "");
  }

  keyed(event, field) {
    if (event.isComposing) return;
    if (this.list.key(event)) {
      event.target.setAttribute("aria-activedescendant", this.list.activeId());
    } else if (event.key === "Enter") {
      event.preventDefault();
      if (this.list.current() && (!field || !field.settled)) this.pick(this.list.current());
      else this.send();
    } else if (event.key === "Tab" && !event.shiftKey && this.tab(field)) {
      event.preventDefault();
    } else if (event.key === "Escape") {
      event.preventDefault();
      if (this.list.items.length) this.showList([], el("span", {}, entering()));
      else this.acts.onCancel("");
    } else if (event.key === "Backspace" && event.target.value === "") {
      event.preventDefault();
      this.back(field);
    }
  }

  tab(field) {
    if (!field) {
      const picked = this.list.current() ?? (this.tail.value.trim() ? null : this.list.items[0]);
      if (!picked) return false;
      this.pick(picked);
      return true;
    }
    if (!field.settled && this.list.current()) this.pick(this.list.current());
    else (this.fields[this.fields.indexOf(field) + 1]?.input ?? this.tail).focus();
    return true;
  }

  back(field) {
    const index = field ? this.fields.indexOf(field) : this.fields.length;
    if (field && !field.option.required) this.remove(field);
    const before = this.fields[index - 1];
    if (before) before.input.focus();
    else if (field && !field.option.required) this.tail.focus();
    else this.acts.onCancel(`/${this.command.shown_name}`);
  }

  values() {
    return Object.fromEntries(
      this.fields
        .filter((field) => field.value !== undefined)
        .map((field) => [field.option.name, field.value]),
    );
  }

  /** Sends when nothing is missing; used when the whole name was typed and Enter pressed. */
  sendIfComplete() {
    if (!this.fields.length) this.send();
  }

  send() {
    for (const field of this.fields) {
      this.settle(field);
      if (field.value === undefined && field.option.required && !field.problem) {
        field.problem = isPicked(field.option) ? t("Pick one from the list.") : t("This option is required.");
      }
      this.draw(field);
    }
    const bad = this.fields.find((field) => field.problem);
    if (bad) {
      bad.input.focus();
      this.offerValues(bad);
    } else if (this.tail.value.trim()) {
      this.tail.focus();
      this.offerOptions();
    } else {
      this.acts.onSend(this.values());
    }
  }
}

/** What the key does, at the end of a hint. */
function entering() {
  const key = el("b", {}, t("Enter"));
  return parts("{key} sends", { key });
}
