// Checks the log of a game as docs/fairness.md describes it, and by nothing else.
//
//     node verify.mjs LOG [POSITIONS]
//
// POSITIONS is what `python -m engine replay LOG` prints; with it every position and every
// reshuffle is checked too. One line for each thing; exit status 2 if one of them is wrong.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { isDeepStrictEqual as equal } from "node:util";

const [logFile, positionsFile] = process.argv.slice(2);
const log = JSON.parse(readFileSync(logFile, "utf8"));
const lines = positionsFile ? readFileSync(positionsFile, "utf8").trim().split("\n") : [];
const positions = lines.map((line) => JSON.parse(line).position);

function report(holds, what, why = "") {
  console.log(`${holds ? "right" : "WRONG"}: ${what}${!holds && why ? ` (${why})` : ""}`);
  if (!holds) process.exitCode = 2;
}

const sha256 = (text) => createHash("sha256").update(text, "ascii").digest();
const range = (n) => Array.from({ length: n }, (_, i) => i);
const repeated = (cards, times) => range(times).flatMap(() => cards);

// Luck from a seed

function stream(label) {
  let counter = 0;
  let block = Buffer.alloc(0);
  return function draw(m) {
    const size = BigInt(m);
    const limit = 2n ** 64n - ((2n ** 64n) % size);
    for (;;) {
      if (block.length === 0) block = sha256(`${log.seed}:${label}:${counter++}`);
      const x = block.readBigUInt64BE(0);
      block = block.subarray(8);
      if (x < limit) return Number(x % size);
    }
  };
}

function shuffle(cards, label) {
  const draw = stream(label);
  const result = [...cards];
  for (let i = result.length - 1; i > 0; i--) {
    const j = draw(i + 1);
    [result[i], result[j]] = [result[j], result[i]];
  }
  return result;
}

const SERIES = range(15).map((i) => i + 1);

function french(jokers) {
  const cards = [..."CDHS"].flatMap((suit) => [..."A23456789TJQK"].map((rank) => rank + suit));
  return jokers ? [...cards, "XR", "XB"] : cards;
}

function freshDeck() {
  if (log.game === "flinch") return repeated(SERIES, 10 * log.options.packs);
  if (log.game === "flip") return repeated(french(log.options.jokers !== "none"), 2);
  return french(false);
}

// The dealer

function rightDealer() {
  const drawn = stream("dealer")(log.seats);
  if (log.rematch_of === undefined) return drawn;
  const there = log.before.seats;
  const step = log.game === "flinch" ? 1 : there.length - 1;
  for (const turns of range(there.length)) {
    const seat = there[(log.before.dealer + step * (turns + 1)) % there.length];
    if (seat !== null) return seat;
  }
  return drawn;
}

// The deal

function dealFlinch(dealer) {
  const order = range(log.seats).map((i) => (dealer + 1 + i) % log.seats);
  const { pile } = log.options;
  for (let number = 1; ; number++) {
    const cards = shuffle(freshDeck(), number === 1 ? "deal" : `deal-${number}`);
    const seats = range(log.seats).map(() => ({ reserve: range(5).map(() => []) }));
    for (const seat of order) seats[seat].flinch = cards.splice(0, pile);
    for (const seat of order) seats[seat].hand = cards.splice(0, 5);
    for (;;) {
      const turn = order.find(
        (seat) => seats[seat].flinch.at(-1) === 1 || seats[seat].hand.includes(1),
      );
      const rest = { finished: 0, centre: [], faults: [] };
      if (turn !== undefined) return { dealer, turn, stock: cards, seats, to_act: [turn], ...rest };
      if (cards.length < 5 * log.seats) break;
      for (const { hand, reserve } of seats) hand.forEach((card, k) => reserve[k].push(card));
      for (const seat of order) seats[seat].hand = cards.splice(0, 5);
    }
  }
}

function dealFlip() {
  const deck = shuffle(freshDeck(), "deal");
  const halves = [0, 1].map((seat) => deck.filter((_, i) => i % 2 === seat));
  const seats = halves.map((half) => ({ slots: half.slice(0, 4), stock: half.slice(5) }));
  return { revealed: false, left: [halves[0][4]], right: [halves[1][4]], seats, to_act: [] };
}

function dealFlushed(dealer) {
  const deck = shuffle(freshDeck(), "deal");
  const each = Math.floor(deck.length / log.seats);
  const seats = range(log.seats).map((seat) => {
    const place = (dealer - 1 - seat + log.seats) % log.seats;
    const cards = range(each).map((round) => deck[round * log.seats + place]);
    const stack = cards.reverse();
    return { stack: stack.slice(5), hand: stack.slice(0, 5) };
  });
  const pile = deck.slice(each * log.seats);
  const turn = (dealer - 1 + log.seats) % log.seats;
  const suit = pile.length ? pile[0][1] : null;
  return { dealer, turn, suit, direction: -1, pile, seats, to_act: [turn] };
}

function dealt(dealer) {
  const deals = { flinch: dealFlinch, flip: dealFlip, flushed: dealFlushed };
  return { ply: 0, over: false, winners: [], ...deals[log.game](dealer) };
}

// Positions and their check

function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const keys = Object.keys(value).sort();
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`).join(",")}}`;
}

const checkOf = (position) => sha256(canonical(position)).toString("hex").slice(0, 16);

function cardsOf(position) {
  const { seats } = position;
  if (log.game === "flinch") {
    return [
      ...position.stock,
      ...repeated(SERIES, position.finished),
      ...position.centre.flatMap((top) => SERIES.slice(0, top)),
      ...seats.flatMap((seat) => [...seat.flinch, ...seat.hand, ...seat.reserve.flat()]),
    ];
  }
  if (log.game === "flip") {
    const open = seats.flatMap((seat) => [...seat.stock, ...seat.slots.filter(Boolean)]);
    return [...position.left, ...position.right, ...open];
  }
  return [...position.pile, ...seats.flatMap((seat) => [...seat.stack, ...seat.hand])];
}

const sorted = (cards) => cards.map(String).sort();

// Reshuffles

const endsWith = (cards, end) => equal(cards.slice(cards.length - end.length), end);

/** Finds the shuffles of Flinch: a stock that is not the end of the stock before was shuffled. */
function flinchReshuffles() {
  let [number, shuffledPiles, drawn] = [0, 0, []];
  for (let ply = 1; ply < positions.length; ply++) {
    const [before, after] = [positions[ply - 1], positions[ply]];
    const isAct = !"CJD".includes(log.actions[ply - 1].do[0]);
    const took = before.stock.length - after.stock.length;
    if (took >= 0 && endsWith(before.stock, after.stock)) {
      if (isAct) drawn = before.stock.slice(0, took);
      continue;
    }
    const piles = [before.finished, before.finished + 1, shuffledPiles];
    const inputs = [
      ...piles.map((count) => repeated(SERIES, count)),
      [...drawn, ...before.stock],
      gathered(before, log.actions[ply - 1]),
    ];
    // A shuffle of which nothing is left in the stock does not show; its number is used all the same.
    const found = range(3)
      .flatMap((more) => inputs.map((cards, which) => ({ more, which, cards })))
      .find(({ more, cards }) => {
        const fits = cards.length >= after.stock.length;
        return fits && endsWith(shuffle(cards, `reshuffle-${number + 1 + more}`), after.stock);
      });
    if (!found) return report(false, `actions[${ply - 1}]`, "the stock is no shuffle of the seed");
    number += 1 + found.more;
    if (found.which < piles.length) shuffledPiles = piles[found.which];
    if (isAct) drawn = [];
  }
  return report(true, `the reshuffles, ${number}`);
}

/** Returns all reserves of a position after an action that played from one or laid a card. */
function gathered(position, { by, do: action }) {
  const reserves = structuredClone(position.seats.map((seat) => seat.reserve));
  const own = reserves[by[0]];
  const [, partner, played] = /^(P?)R(\d)$/.exec(action) ?? [];
  const [, laid, place] = /^L(\d+)(?:@(\d))?$/.exec(action) ?? [];
  if (played) {
    const reserve = partner ? reserves[(by[0] + log.seats / 2) % log.seats] : own;
    reserve[Number(played) - 1].pop();
  }
  if (laid) {
    const empty = own.findIndex((cards) => cards.length === 0);
    own[place ? Number(place) - 1 : empty].push(Number(laid));
  }
  return reserves.flat(2);
}

function flipReshuffles() {
  let number = 0;
  for (let ply = 1; ply < positions.length; ply++) {
    const [before, after] = [positions[ply - 1], positions[ply]];
    const stuck = log.actions[ply - 1].do === "S";
    if (!stuck || before.seats.some((seat) => seat.stock.length)) continue;
    for (const [seat, side] of ["left", "right"].entries()) {
      const stock = shuffle(before[side], `reshuffle-${++number}`);
      const slots = before.seats[seat].slots.map((card) => card ?? stock.shift() ?? null);
      const lowest = slots.findIndex((card) => card !== null);
      const middle = stock.length ? stock.shift() : slots.splice(lowest, 1, null)[0];
      const holds = equal(after.seats[seat], { stock, slots }) && equal(after[side], [middle]);
      if (!holds) return report(false, `actions[${ply - 1}]`, `the ${side} pile is wrongly shuffled`);
    }
  }
  return report(true, `the reshuffles, ${number}`);
}

// Coins

function coins() {
  let number = 0;
  for (const [at, { by, coin, guess }] of log.actions.entries()) {
    if (!coin) continue;
    number += 1;
    const chosen = coin.among[stream(`coin-${number}`)(coin.among.length)];
    const holds = coin.number === number && !guess && equal(by, [chosen]);
    report(holds, `actions[${at}].coin`, `the seed chooses seat ${chosen}`);
  }
}

// The result

function standing() {
  const { left, places, winners } = log.standing;
  const rank = (seat) => (left.includes(seat) ? Infinity : log.result.places[seat]);
  const right = range(log.seats).map(
    (seat) => 1 + range(log.seats).filter((other) => rank(other) < rank(seat)).length,
  );
  const won = log.result.winners.filter((seat) => !left.includes(seat));
  report(equal(places, right) && equal(winners, won), "the standing");
}

if (log.commitment !== undefined) {
  report(sha256(log.seed).toString("hex") === log.commitment, "the commitment");
}
if (log.deck !== undefined) {
  const deck = shuffle(freshDeck(), "deal");
  const wrong = deck.findIndex((card, i) => card !== log.deck[i]);
  report(wrong < 0 && deck.length === log.deck.length, "the shuffle", `deck[${wrong}]`);
}
let { dealer } = log;
if (log.game !== "flip") {
  if (log.rematch_of === undefined || log.before !== undefined) {
    const right = rightDealer();
    if (dealer !== undefined) report(dealer === right, "the dealer", `must be seat ${right}`);
    dealer ??= right;
  } else {
    console.log("not checked: the dealer");
  }
}
const deal = dealt(dealer);
if (log.check !== undefined) report(checkOf(deal) === log.check, "the deal");
coins();
if (positions.length) {
  report(equal(positions[0], deal), "the position after the deal");
  const deck = sorted(freshDeck());
  const lost = positions.findIndex((position) => !equal(sorted(cardsOf(position)), deck));
  report(lost < 0, "all cards at every moment", `ply ${lost}`);
  const other = log.actions.findIndex(
    ({ check }, at) => check !== undefined && check !== checkOf(positions[at + 1]),
  );
  report(other < 0, "the check of every position", `actions[${other}]`);
  if (log.game === "flinch") flinchReshuffles();
  if (log.game === "flip") flipReshuffles();
  const last = positions.at(-1);
  const { reason, winners } = log.result ?? {};
  if (["won", "cap", "locked"].includes(reason)) {
    report(last.over && equal(last.winners, winners), "the result");
  }
}
if (log.standing !== undefined) standing();
