// What the page knows, as the sandbox last told it. Nothing is kept here that the sandbox
// holds, but for what is the window's own: what is pending, chosen or written but not sent.

export const state = {
  /** Everybody one can be: {id, name, locale, closed, unread, pings}. */
  people: [],
  /** Names by id: users {name, bot}, roles {name}, channels {name, kind}; commands; emojis; the bot. */
  directory: { users: {}, roles: {}, channels: {}, commands: {}, emojis: [], app: null },
  /** The person and the channel shown. */
  me: null,
  channel: null,
  /** Channels this person sees, in order. */
  channels: [],
  /** Messages of the channel by id, in order of their ids; whether there are earlier ones. */
  messages: new Map(),
  more: false,
  /** The first message not seen before the channel was opened. */
  newFrom: null,
  /** Controls waiting for their answer, messages with one that failed; keys as `mine` makes them. */
  pending: new Set(),
  failed: new Map(),
  /** Values chosen in selects whose message has not changed since, likewise. */
  chosen: new Map(),
  /** Commands on their way, or not answered: {key, name, failed}. */
  echoes: [],
  keys: false,

  person() {
    return this.people.find((person) => person.id === this.me) ?? null;
  },
  here() {
    return this.channels.find((channel) => channel.id === this.channel) ?? null;
  },
  locale() {
    return this.person()?.locale ?? navigator.language;
  },
  user(id) {
    return this.directory.users[id] ?? null;
  },
  /** What a command is called in this person's language. */
  command(name) {
    return this.directory.commands[name] ?? name;
  },
  /** Messages in order, oldest first. */
  log() {
    return [...this.messages.values()].sort((a, b) => compare(a.id, b.id));
  },
};

/** The key of something that belongs to the person shown alone: a message, a control of it. */
export function mine(message, customId = "") {
  return `${state.me}/${message}/${customId}`;
}

/** Orders snowflakes, which are too long for numbers, by time. */
export function compare(a, b) {
  return a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);
}

const HUES = [345, 150, 28, 268, 195, 52, 105, 225];

/** A colour of one's own for each person, told apart as well as can be. */
export function hue(id) {
  const place = state.people.findIndex((person) => person.id === String(id));
  if (place >= 0) return HUES[place % HUES.length];
  let sum = 7;
  for (const digit of String(id)) sum = (sum * 31 + digit.charCodeAt(0)) % 3600;
  return (sum * 47) % 360;
}
