// What is known about slash commands without the page: finding them, what an option may hold.

import { state } from "./store.js";
import { t } from "./words.js";

export const OPTION = {
  string: 3,
  integer: 4,
  boolean: 5,
  user: 6,
  channel: 7,
  role: 8,
  mentionable: 9,
  number: 10,
  attachment: 11,
};

/** The commands that fit what was typed after the slash, the best first. */
export function findCommands(commands, typed) {
  const wanted = typed.trim().toLowerCase();
  return commands
    .map((command) => ({ command, rank: rank(command, wanted) }))
    .filter(({ rank }) => rank < 9)
    .sort((a, b) => a.rank - b.rank || a.command.shown_name.localeCompare(b.command.shown_name))
    .map(({ command }) => command);
}

/** Whether what was typed after the slash is in a command's name, not in its description alone. */
export function isNamed(command, typed) {
  return rank(command, typed.trim().toLowerCase()) < BY_DESCRIPTION;
}

/** The rank of what is found by its description alone. */
const BY_DESCRIPTION = 4;

function rank(command, wanted) {
  const names = [command.shown_name.toLowerCase(), command.name.toLowerCase()];
  if (!wanted) return 1;
  if (names.includes(wanted)) return 0;
  if (names.some((name) => name.startsWith(wanted))) return 1;
  if (names.some((name) => name.split(" ").some((word) => word.startsWith(wanted)))) return 2;
  if (names.some((name) => name.includes(wanted))) return 3;
  return command.description.toLowerCase().includes(wanted) ? BY_DESCRIPTION : 9;
}

/** The command a whole line begins with, and what follows it; null while it could become another. */
export function splitLine(commands, line) {
  const typed = line.replace(/^\//, "").toLowerCase();
  const fits = commands
    .flatMap((command) => [command.shown_name, command.name].map((name) => ({ command, name })))
    .filter(({ name }) => typed.startsWith(`${name.toLowerCase()} `))
    .sort((a, b) => b.name.length - a.name.length);
  if (!fits.length) return null;
  return { command: fits[0].command, rest: line.slice(fits[0].name.length + 2) };
}

/** Reads "house:2 level:easy" into `written`, [option, text] pairs, and the `stray` text before them. */
export function readOptions(command, rest) {
  const marks = [];
  const pattern = /(?:^|\s)([^\s:]+):/g;
  for (let match = pattern.exec(rest); match; match = pattern.exec(rest)) {
    const name = match[1].toLowerCase();
    const option = command.options.find((one) => one.name === name || one.shown_name === name);
    if (option) marks.push({ option, from: match.index, text: pattern.lastIndex });
  }
  const written = marks.map(({ option, text }, index) => [
    option,
    rest.slice(text, marks[index + 1]?.from ?? rest.length).trim(),
  ]);
  return { written, stray: rest.slice(0, marks[0]?.from ?? rest.length).trim() };
}

/** Whether an option is filled by picking from a list alone. */
export function isPicked(option) {
  if (option.type === OPTION.string || option.type === OPTION.integer || option.type === OPTION.number) {
    return option.choices.length > 0;
  }
  return true;
}

/** What an option offers for what was typed, autocomplete aside: {value, label, description}. */
export function offered(option, typed) {
  const { users, roles, channels } = state.directory;
  const entries = (of, prefix) =>
    Object.entries(of).map(([id, { name, bot }]) => ({
      value: id,
      label: `${prefix}${name}`,
      note: bot ? t("APP") : null,
      user: of === users ? { id, name, bot } : null,
    }));
  const lists = {
    [OPTION.boolean]: () => [
      { value: true, label: t("True") },
      { value: false, label: t("False") },
    ],
    [OPTION.user]: () => entries(users, ""),
    [OPTION.channel]: () => entries(channels, "#"),
    [OPTION.role]: () => entries(roles, "@"),
    [OPTION.mentionable]: () => [...entries(users, ""), ...entries(roles, "@")],
  };
  const make = lists[option.type] ?? (() => option.choices.map(([label, value]) => ({ value, label })));
  const wanted = typed.trim().toLowerCase().replace(/^[@#]/, "");
  return make().filter(({ label }) => label.toLowerCase().includes(wanted));
}

/** What a free text means to an option: {value} or {problem}, a sentence. */
export function readValue(option, text) {
  if (option.type === OPTION.attachment) return { problem: t("This page cannot send files.") };
  if (option.type === OPTION.integer || option.type === OPTION.number) return readNumber(option, text);
  if (isPicked(option)) {
    const exact = offered(option, text).find(
      ({ label }) => label.toLowerCase().replace(/^[@#]/, "") === text.trim().toLowerCase(),
    );
    return exact ? { value: exact.value } : { problem: t("Pick one from the list.") };
  }
  const length = [...text].length;
  if (option.min_length && length < option.min_length) {
    return { problem: t("At least {least} characters.", { least: option.min_length }) };
  }
  if (option.max_length && length > option.max_length) {
    return { problem: t("At most {most} characters.", { most: option.max_length }) };
  }
  return { value: text };
}

function readNumber(option, text) {
  const choice = option.choices.find(([label]) => label.toLowerCase() === text.trim().toLowerCase());
  if (choice) return { value: choice[1] };
  if (option.choices.length) return { problem: t("Pick one from the list.") };
  const whole = option.type === OPTION.integer;
  const pattern = whole ? /^-?\d{1,15}$/ : /^-?\d+(\.\d+)?$/;
  if (!pattern.test(text.trim())) return { problem: whole ? t("A whole number.") : t("A number.") };
  const value = Number(text);
  const { min_value: min, max_value: max } = option;
  if (min !== null && value < min) return { problem: t("At least {least}.", { least: min }) };
  if (max !== null && value > max) return { problem: t("At most {most}.", { most: max }) };
  return { value };
}

/** The range of an option in words, for its hint. */
export function range(option) {
  const { min_value: min, max_value: max } = option;
  if (min !== null && max !== null) return t("{least} to {most}", { least: min, most: max });
  if (min !== null) return t("at least {least}", { least: min });
  return max !== null ? t("at most {most}", { most: max }) : "";
}
