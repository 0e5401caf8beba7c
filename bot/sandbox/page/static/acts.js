// What pressing things does: the controls of messages, and what the sandbox answers.

import { findComponent, selectOptions } from "./components.js";
import { wireName } from "./emoji.js";
import { lightbox, notice } from "./layer.js";
import { openMenu } from "./menu.js";
import { openModal } from "./modal.js";
import { openPicker } from "./picker.js";
import { mine, state } from "./store.js";
import { t } from "./words.js";

/** What shows that somebody has found out how to play. */
const PLAYING = new Set(["press", "select", "submit", "slash", "react"]);

let serial = 0;

export class Acts {
  /** `call(act, args)` asks the sandbox, `draw()` shows what changed, `played()` after an act. */
  constructor(call, draw, played) {
    this.call = async (act, args) => {
      const answer = await call(act, args);
      if (PLAYING.has(act)) played();
      return answer;
    };
    this.draw = draw;
  }

  async press(message, customId) {
    await this.control(message, customId, () =>
      this.call("press", { message: message.id, custom_id: customId }));
  }

  openSelect(anchor, message, customId) {
    const part = findComponent(message.components, customId);
    const key = mine(message.id, customId);
    const chosen = state.chosen.get(key);
    const items = selectOptions(part).map((item) =>
      chosen ? { ...item, chosen: chosen.includes(item.value) } : item);
    openMenu(anchor, {
      label: part.placeholder || t("Make a selection"),
      items,
      min: part.min_values ?? 1,
      max: part.max_values ?? 1,
      onDone: (values) => {
        state.chosen.set(key, values);
        this.control(message, customId, () =>
          this.call("select", { message: message.id, custom_id: customId, values }));
      },
    });
  }

  /** Marks a control as waiting while `ask` runs, and shows what came of it. */
  async control(message, customId, ask) {
    const key = mine(message.id, customId);
    const place = mine(message.id);
    if (state.pending.has(key)) return;
    const { me } = state;
    state.pending.add(key);
    state.failed.delete(place);
    this.draw();
    try {
      const answer = await ask();
      if (answer.failed) state.failed.set(place, t("This interaction failed"));
      else if (answer.modal && state.me === me) this.form(answer);
    } catch (problem) {
      notice(problem.message);
    } finally {
      state.pending.delete(key);
      this.draw();
    }
  }

  form({ modal, interaction }) {
    openModal(modal, async (values) => {
      const answer = await this.call("submit", { interaction, values });
      if (answer.failed) throw new Error(t("Something went wrong. Try again."));
      if (answer.modal) this.form(answer);
    });
  }

  async slash(command, options) {
    serial += 1;
    const { me, channel } = state;
    const echo = { key: `echo-${serial}`, name: command.shown_name, failed: null };
    state.echoes.push(echo);
    this.draw();
    try {
      const answer = await this.call("slash", { channel, name: command.name, options });
      if (answer.failed) echo.failed = t("The application did not respond");
      else if (answer.modal && state.me === me) this.form(answer);
    } catch (problem) {
      echo.failed = problem.message;
    }
    if (!echo.failed) this.forget(echo.key);
    this.draw();
  }

  forget(key) {
    state.echoes = state.echoes.filter((echo) => echo.key !== key);
    this.draw();
  }

  /** Shown at once, since the next key may come before the sandbox has answered this one. */
  async react(message, emoji, on) {
    toggle(message, emoji, on);
    this.draw();
    try {
      await this.call("react", { message: message.id, emoji, on });
    } catch (problem) {
      toggle(message, emoji, !on);
      this.draw();
      notice(problem.message);
    }
  }

  pickEmoji(anchor, message) {
    openPicker(anchor, (emoji) => this.react(message, emoji, true));
  }

  async dismiss(message) {
    await this.quietly("dismiss", { message: message.id });
  }

  /** Asks for something that shows by itself; a refusal is shown as a line. */
  async quietly(act, args) {
    try {
      await this.call(act, args);
    } catch (problem) {
      notice(problem.message);
    }
  }

  zoom(anchor) {
    const image = anchor.querySelector("img");
    if (image) lightbox(image);
  }
}

/** Counts one's own press of a reaction the message already has; new ones are told. */
function toggle(message, emoji, on) {
  const reaction = message.reactions.find((one) => wireName(one.emoji) === emoji);
  if (!reaction || reaction.me === on) return;
  reaction.me = on;
  reaction.count += on ? 1 : -1;
}
