// What lies on the table here, and the question that it makes; no rule of the game is known in this file.

import { isJoker, plain } from "./cards.js";

/** The operations that can be asked, in the order in which they are offered. */
export const KINDS = {
  meld: { label: "Meld", path: "/v1/verdicts/meld", asks: "Do the marked cards make a meld?" },
  lay_off: { label: "Lay-off", path: "/v1/verdicts/lay-off", asks: "May the marked cards be laid off on the table?" },
  pickup: { label: "Pickup", path: "/v1/verdicts/pickup", asks: "May the marked discards be taken?" },
  discard: { label: "Discard", path: "/v1/verdicts/discard", asks: "May the marked card be discarded?" },
  turn: { label: "Turn", path: "/v1/verdicts/turn", asks: "May these moves be made, one after the other?" },
  rummy_call: { label: "Rummy call", path: "/v1/verdicts/rummy-call", asks: "May the seat call for the marked discards?" },
  legal_moves: { label: "Legal moves", path: "/v1/legal-moves", asks: "What may the seat do now?" },
  meld_advice: { label: "Best melds", path: "/v1/advice/melds", asks: "What are the best melds and lay-offs of this hand?" },
  pickup_advice: { label: "Best pickup", path: "/v1/advice/pickups", asks: "What is each depth of the pile worth?" },
  hand_score: { label: "Score a hand", path: "/v1/scores/hand", asks: "What does the hand cost?" },
  round_score: { label: "Score sheet", path: "/v1/scores/round", asks: "What is the round worth, card by card?" },
};

/** What a table holds before anybody touched it. */
export const START = {
  kind: "meld",
  ruleset: "american",
  options: {},
  players: 4,
  seat: 0,
  hand: [],
  marks: {},
  pile: [],
  count: 0,
  melds: [],
  stock: 20,
  melded: "",
  ace: "",
  meld: "",
  phase: "draw",
  first: false,
  drawn: [],
  source: "stock",
  used: false,
  discarder: 0,
  next_has_drawn: false,
  keep_discard: false,
  moves: [],
  sheet: [],
  ended_by: "went_out",
  out_seat: "",
};

export const fresh = () => structuredClone(START);
const asked = (...kinds) => (state) => kinds.includes(state.kind);
const inPosition = asked("turn", "legal_moves");
const atDraw = asked("pickup", "turn", "legal_moves", "pickup_advice");
const drawnMatters = (state) => state.kind === "discard" || (inPosition(state) && state.phase === "play");
const YES_NO = [["", "not said"], ["yes", "yes"], ["no", "no"]];

/** The facts that are no cards: what they are called, how they are said, and which questions need them. */
export const FACTS = [
  { name: "seat", label: "Seat", least: 0, most: 7, shown: (state) => atDraw(state) || ["lay_off", "rummy_call"].includes(state.kind) },
  { name: "discarder", label: "Discarded by seat", least: 0, most: 7, shown: asked("rummy_call") },
  { name: "next_has_drawn", label: "The next seat has drawn", shown: asked("rummy_call") },
  { name: "stock", label: "Cards in stock", least: 0, most: 112, shown: atDraw },
  { name: "meld", label: "Laid off on", choices: (state) => [["", "not said"], ...state.melds.map((each) => [each.id, each.id])], shown: asked("lay_off") },
  { name: "melded", label: "Seat has melded", choices: () => YES_NO, shown: (state) => atDraw(state) || ["meld", "lay_off"].includes(state.kind) },
  { name: "ace", label: "Ace", choices: () => [["", "not said"], ["low", "low"], ["high", "high"]], shown: asked("meld", "lay_off") },
  { name: "phase", label: "Phase", choices: () => [["draw", "draw"], ["play", "play, after the draw"]], shown: inPosition },
  { name: "first", label: "First turn of the seat", shown: inPosition },
  { name: "keep_discard", label: "Keep a card to discard", shown: asked("meld_advice") },
  { name: "source", label: "Drawn from", choices: () => [["stock", "stock"], ["discard_pile", "discard pile"]], shown: drawnMatters },
  { name: "used", label: "The dug card was used", shown: (state) => drawnMatters(state) && state.source === "discard_pile" },
  { name: "ended_by", label: "Round ended", choices: () => [["went_out", "a seat went out"], ["stock", "the stock was used up"]], shown: asked("round_score") },
  { name: "out_seat", label: "Went out", choices: (state) => [["", "the seat without cards"], ...state.sheet.map((_, seat) => [String(seat), `seat ${seat}`])], shown: (state) => state.kind === "round_score" && state.ended_by === "went_out" },
];

/** Which places for cards the question needs. */
export function zones(state) {
  const shown = [];
  if (state.kind === "round_score") state.sheet.forEach((_, seat) => shown.push(`sheet:${seat}`));
  else if (state.kind !== "rummy_call") shown.push("hand");
  if (drawnMatters(state)) shown.push("drawn");
  if (["discard", "rummy_call"].includes(state.kind) || atDraw(state)) shown.push("pile");
  if (!["meld", "discard", "hand_score"].includes(state.kind)) {
    state.melds.forEach((meld, index) => {
      shown.push(`meld:${index}`);
      meld.lay_offs.forEach((_, extra) => shown.push(`lay_off:${index}:${extra}`));
    });
  }
  return shown;
}

/** The list of cards at a place. */
export function cardsAt(state, zone) {
  const [place, index, extra] = zone.split(":");
  if (place === "meld") return state.melds[index].cards;
  if (place === "lay_off") return state.melds[index].lay_offs[extra].cards;
  if (place === "sheet") return state.sheet[index].hand;
  return state[place];
}

export const hasMoves = (state) => ["turn", "pickup", "rummy_call"].includes(state.kind);

/** The cards in hand once the moves of the plan were made; whether they may be made is the referee's to say. */
export function held(state) {
  const cards = [...state.hand];
  if (!hasMoves(state) || state.kind === "rummy_call") return cards;
  const take = (count) => count && cards.push(...state.pile.slice(-count));
  if (state.kind === "pickup" && state.moves.length) take(state.count);
  for (const move of state.moves) {
    if (move.kind === "draw_stock") cards.push(move.card);
    if (move.kind === "take_discards") take(move.count);
    for (const code of move.kind === "discard" ? [move.card] : (move.kind.startsWith("lay_") && move.cards) || []) {
      const index = cards.indexOf(plain(code));
      if (index >= 0) cards.splice(index, 1);
    }
  }
  return cards;
}

/** The marked cards, jokers with their names. */
export function marked(state) {
  return held(state).flatMap((code, index) =>
    index in state.marks ? [isJoker(code) && state.marks[index] ? `JK=${state.marks[index]}` : code] : [],
  );
}

const tableMeld = (meld) => ({
  id: meld.id,
  seat: meld.seat,
  cards: meld.cards,
  ...(meld.ace && { ace: meld.ace }),
  ...(meld.lay_offs.length && { lay_offs: meld.lay_offs }),
});

/** What still has to be laid out before the question can be asked, in a sentence; empty if nothing. */
export function missing(state) {
  const marks = marked(state).length;
  if (["meld", "lay_off"].includes(state.kind) && !marks) return "Mark the cards in question: click them in the hand.";
  if (state.kind === "discard" && marks !== 1) return "Mark the one card to discard: click it in the hand.";
  if (["pickup", "rummy_call"].includes(state.kind) && !state.count) return "Mark the deepest card to take: click it in the discard pile.";
  if (drawnMatters(state) && !state.drawn.length) return "Lay out which cards were drawn this turn.";
  if (state.kind === "turn" && !state.moves.length) return "Add the moves of the turn.";
  if (zones(state).some((zone) => /^(meld|lay_off):/.test(zone) && !cardsAt(state, zone).length)) return "A meld or lay-off on the table has no cards yet.";
  return "";
}

/** Word the question that lies here: the address and the body. */
export function request(state) {
  const { kind } = state;
  const common = { ruleset: state.ruleset, ...(Object.keys(state.options).length && { options: state.options }) };
  const players = state.players === START.players ? {} : { players: state.players };
  const cards = marked(state);
  const melds = state.melds.map(tableMeld);
  const hasMelded = state.melded ? { has_melded: state.melded === "yes" } : {};
  const ace = state.ace ? { ace: state.ace } : {};
  const drawn = { source: state.source, cards: state.drawn, ...(state.used && state.source === "discard_pile" && { used: true }) };
  const hand = state.hand.length > cards.length ? { hand: state.hand.map(plain) } : {};
  const bodies = {
    meld: () => ({ ...players, cards, ...ace, ...hand, ...hasMelded }),
    lay_off: () => ({ ...players, cards, melds, ...(state.meld && { meld_id: state.meld }), ...ace, ...hand, seat: state.seat, ...hasMelded }),
    pickup: () => ({ ...players, hand: state.hand, discard_pile: state.pile, count: state.count, melds, seat: state.seat, ...hasMelded, stock_count: state.stock, ...(state.moves.length && { then: state.moves }) }),
    discard: () => ({ ...players, hand: state.hand, card: cards[0], drawn, ...(state.pile.length && { discard_pile: state.pile }) }),
    turn: () => ({ position: position(), moves: state.moves }),
    rummy_call: () => ({ ...players, discard_pile: state.pile, count: state.count, discarder: state.discarder, caller: state.seat, melds, ...(state.next_has_drawn && { next_has_drawn: true }), ...(state.moves.length && { then: state.moves }) }),
    legal_moves: () => ({ position: position() }),
    meld_advice: () => ({ ...players, hand: state.hand, ...(melds.length && { melds }), ...(state.keep_discard && { keep_discard: true }) }),
    pickup_advice: () => ({ position: position() }),
    hand_score: () => ({ ...players, cards: state.hand }),
    round_score: () => ({
      seats: state.sheet.map(({ hand: left, total }) => ({ hand: left, ...(total && { total_before: total }) })),
      ...(melds.length && { melds }),
      ended_by: state.ended_by,
      ...(state.ended_by === "went_out" && state.out_seat !== "" && { out_seat: Number(state.out_seat) }),
    }),
  };
  const position = () => ({
    players: state.players,
    seat: state.seat,
    hand: state.hand,
    discard_pile: state.pile,
    stock_count: state.stock,
    ...(melds.length && { melds }),
    ...hasMelded,
    ...(state.first && inPosition(state) && { first_turn: true }),
    ...(inPosition(state) && state.phase === "play" && { phase: "play", drawn }),
  });
  return { path: KINDS[kind].path, body: { ...common, ...bodies[kind]() } };
}

/** Lay out the cards of a question: the way back from a body. */
export function layOut(kind, body) {
  const state = { ...fresh(), kind, ruleset: body.ruleset ?? START.ruleset, options: body.options ?? {} };
  const facts = { ...body, ...body.position };
  state.players = facts.players ?? facts.seats?.length ?? START.players;
  state.hand = [...(facts.hand ?? (facts.cards ?? []).map(plain))];
  state.pile = [...(facts.discard_pile ?? [])];
  state.melds = (facts.melds ?? []).map((meld) => structuredClone({ lay_offs: [], ...meld }));
  state.sheet = (facts.seats ?? []).map((seat) => ({ hand: [...seat.hand], total: seat.total_before ?? 0 }));
  state.moves = structuredClone(facts.moves ?? facts.then ?? []);
  state.seat = facts.seat ?? facts.caller ?? 0;
  state.melded = "has_melded" in facts ? (facts.has_melded ? "yes" : "no") : "";
  state.drawn = [...(facts.drawn?.cards ?? [])];
  state.source = facts.drawn?.source ?? "stock";
  state.used = facts.drawn?.used ?? false;
  state.out_seat = "out_seat" in facts ? String(facts.out_seat) : "";
  const same = { count: "count", stock_count: "stock", ace: "ace", meld_id: "meld", phase: "phase", first_turn: "first", discarder: "discarder", next_has_drawn: "next_has_drawn", keep_discard: "keep_discard", ended_by: "ended_by" };
  for (const [member, name] of Object.entries(same)) if (member in facts) state[name] = facts[member];
  if (kind !== "hand_score") mark(state, facts.cards ?? (facts.card ? [facts.card] : []));
  return state;
}

function mark(state, cards) {
  for (const code of cards) {
    const index = state.hand.findIndex((each, at) => plain(each) === plain(code) && !(at in state.marks));
    if (index >= 0) state.marks[index] = code.slice(3);
  }
}

/** Write what lies here as the last part of an address: only what differs from the start. */
export function toFragment(state) {
  const blank = (seat) => !seat.hand.length && !seat.total;
  const told = Object.entries(state)
    .filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(START[name]))
    .filter(([name, value]) => name !== "sheet" || state.kind === "round_score" || !value.every(blank));
  const text = JSON.stringify(Object.fromEntries(told));
  return btoa(String.fromCharCode(...new TextEncoder().encode(text))).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

/** Read it back; nothing where it is no such text. */
export function fromFragment(fragment) {
  try {
    const bytes = atob(fragment.replace(/-/g, "+").replace(/_/g, "/"));
    const told = JSON.parse(new TextDecoder().decode(Uint8Array.from(bytes, (each) => each.charCodeAt(0))));
    const state = { ...fresh(), ...Object.fromEntries(Object.entries(told).filter(([name, value]) => isLike(value, START[name]))) };
    request(state); // falls over where the parts do not fit together
    zones(state).forEach((zone) => cardsAt(state, zone).forEach((code) => code.slice()));
    return state.kind in KINDS ? state : undefined;
  } catch {
    return undefined;
  }
}

const isLike = (value, model) => model !== undefined && typeof value === typeof model && Array.isArray(value) === Array.isArray(model);
