// How an answer is shown to a person.

import { make, name, plain, row } from "./cards.js";

const points = (count) => `${count} ${Math.abs(count) === 1 ? "point" : "points"}`;
/** A code may break after its underscores. */
const broken = (code) => code.split(/(?<=_)/).flatMap((word) => [word, make("wbr")]);
const rule = (code) => make("a", { href: `/rulebook#${code}`, class: "code" }, ...broken(code));
const titled = (title, ...content) => make("div", { class: "part" }, make("h3", {}, title), ...content);

/** Say in a few words what an answer comes to: for the headline and for comparing. */
export function summary({ status, answer }) {
  if (status !== 200) {
    const faults = answer.errors ?? [];
    return { tone: "note", verdict: status === 429 ? "Too many questions at once" : "Cannot be asked", points: "", codes: faults.map((each) => each.code), why: faults[0]?.message ?? answer.detail ?? "The service did not answer." };
  }
  const fine = answer.legal ?? answer.valid;
  const verdict = "legal" in answer ? (fine ? "Legal" : "Not legal") : fine ? "Valid" : "Not possible";
  const lays = answer.points || !["pickup", "rummy_call"].includes(answer.kind);
  let worth = "points" in answer && fine && lays ? points(answer.points) : "";
  if ("net" in answer && fine) worth += `, net ${answer.net}`;
  if (answer.seats && fine) worth = answer.seats.map((each) => each.net).join(" / ");
  if (answer.moves && !("legal" in answer) && fine) worth = `${answer.moves.length} ${answer.moves.length === 1 ? "move" : "moves"}`;
  return { tone: fine ? "good" : "bad", verdict, points: worth, codes: answer.violations.map((each) => each.code), why: answer.violations[0]?.message ?? "" };
}

/** Say a move in words and cards. */
export function moveLine(move) {
  const on = move.meld_id ? ` on ${move.meld_id}` : "";
  const lines = {
    draw_stock: () => ["Draw from the stock ", move.card ? row([move.card]) : ""],
    take_discards: () => [`Take ${move.count === 1 ? "the top discard" : `${move.count} discards`}`],
    lay_meld: () => ["Lay ", row(move.cards), move.ace ? ` ace ${move.ace}` : ""],
    lay_off: () => ["Lay off ", row(move.cards), on],
    discard: () => ["Discard ", row([move.card])],
    pass: () => ["Pass"],
    call_rummy: () => [`Call Rummy for ${move.count}`],
  };
  return make("span", { class: "move" }, ...lines[move.kind]());
}

const told = (message, code) => make("li", {}, make("span", {}, message), " ", rule(code));

function violationLine(violation, choose) {
  const { fits, candidates } = violation.params ?? {};
  const line = make("li", {}, make("p", { class: "message" }, violation.move_index === undefined ? "" : make("b", {}, `Move ${violation.move_index + 1}: `), violation.message), rule(violation.code));
  if (violation.cards?.length) line.append(make("div", { class: "shown" }, row(violation.cards, () => ({ mark: "wrong", note: ", in question" }))));
  if (fits?.length) line.append(make("div", { class: "shown" }, "Would fit: ", row(fits)));
  if (candidates?.length) {
    line.append(
      make("div", { class: "shown" }, "Could be: ", ...candidates.map((each) =>
        make("button", { type: "button", class: "choice", onclick: () => choose(violation, each) }, violation.code === "JOKER_UNNAMED" ? name(each) : each))),
    );
  }
  return line;
}

function judgedCards({ body, kind }, answer) {
  const wrong = answer.violations.flatMap((each) => each.cards ?? []).map(plain);
  const cards = answer.card_points?.map((each) => each.card) ?? (kind === "meld" || kind === "lay_off" ? body.cards : kind === "discard" ? [body.card] : []);
  if (!cards.length) return undefined;
  const drawn = row(cards, (code, index) => {
    const at = wrong.indexOf(plain(code));
    if (at >= 0) wrong.splice(at, 1);
    const worth = answer.card_points?.[index]?.points;
    return { mark: at >= 0 ? "wrong" : answer.legal ? "right" : "", below: worth ?? "", note: worth === undefined ? (at >= 0 ? ", at fault" : "") : `, ${points(worth)}` };
  });
  return titled(answer.card_points ? "Each card's worth" : "The cards in question", drawn);
}

function roundTable(answer) {
  const place = { meld: "laid", lay_off: "laid off", hand: "in hand" };
  return answer.seats.map((seat) =>
    titled(
      `Seat ${seat.seat}: ${seat.net >= 0 ? "+" : ""}${seat.net}, total ${seat.total}`,
      make("p", { class: "muted" }, [`melded ${seat.melded}`, `laid off ${seat.laid_off}`, `left in hand ${seat.deadwood ? -seat.deadwood : 0}`, ...(seat.bonus ? [`bonus ${seat.bonus}`] : [])].join(", ")),
      ...["meld", "lay_off", "hand"].flatMap((where) => {
        const cards = seat.cards.filter((each) => each.place === where);
        if (!cards.length) return [];
        return [make("div", { class: "shown" }, make("span", { class: "muted" }, place[where]), row(cards.map((each) => each.card), (_, index) => ({ mark: where === "hand" ? "" : "right", below: where === "hand" ? `-${cards[index].points}` : cards[index].points, note: `, ${points(cards[index].points)} ${place[where]}` })))];
      }),
    ),
  );
}

function result(answer) {
  const { hand, discard_pile: pile, went_out: out, round_over: over, turn_complete: complete, next_seat: next } = answer.result;
  const end = out ? "The seat is out. " : "";
  const follows = over ? "The round is over." : !complete ? "The turn is not over." : `Seat ${next} plays next.`;
  return titled("What it leaves", make("p", {}, end + follows), hand.length ? make("div", { class: "shown" }, "Hand ", row(hand)) : "", make("div", { class: "shown" }, "Pile ", row(pile)));
}

const worthOf = ({ points: count }) => make("span", { class: "muted" }, count ? ` ${points(count)}` : "");

/** Tell one way to draw, and the best that can be made of it. */
function choiceLine({ move, legal, violations, best }) {
  const line = make("li", { class: legal ? "right" : "wrong" }, moveLine(move));
  if (!legal) line.append(make("span", { class: "muted" }, " refused "), ...violations.map((each) => rule(each.code)));
  else if (!best) line.append(make("span", { class: "muted" }, " the card is not known"));
  else {
    line.append(make("span", { class: "muted" }, ` net ${best.net}: ${points(best.points)} laid`));
    line.append(make("div", { class: "shown" }, ...best.plays.map(moveLine), best.discard ? moveLine({ kind: "discard", card: best.discard }) : "", ...(best.left.length ? ["leaves ", row(best.left)] : [])));
  }
  return line;
}

const WORDS = { TARGET_REACHED: "The target is reached.", BELOW_TARGET: "Nobody has reached the target.", ROUNDS_REMAIN: "The game goes on." };

/** Build everything that stands below the headline. */
export function details(request, { status, answer }, choose) {
  if (status !== 200) {
    return [make("ul", { class: "reasons" }, ...(answer.errors ?? []).map((each) => make("li", {}, make("p", { class: "message" }, each.message), make("code", {}, `${each.code} ${each.pointer ?? ""}`))), answer.errors?.length ? "" : make("li", {}, answer.detail ?? "The service did not answer."))];
  }
  const parts = [];
  if (answer.violations.length) parts.push(make("ul", { class: "reasons" }, ...answer.violations.map((each) => violationLine(each, choose))));
  parts.push(judgedCards(request, answer));
  if (answer.interpretation) parts.push(titled("Jokers stand for", row(answer.interpretation.map((each) => each.as))));
  if (answer.meld) parts.push(titled(`The ${answer.meld.kind}`, row(answer.meld.cards)));
  if (answer.taken) {
    parts.push(titled(answer.must_use ? "Taken; the first card must be used" : "Taken", row(answer.taken)));
    if (answer.uses?.length) parts.push(titled("Could be used so", make("ol", {}, ...answer.uses.map((use) => make("li", {}, moveLine(use))))));
    if (answer.hand_after) parts.push(titled("Hand afterwards", row(answer.hand_after)));
  }
  if (answer.kind === "discard" && answer.legal && answer.goes_out) parts.push(make("p", {}, "The seat goes out."));
  if (answer.kind === "turn" && answer.moves) {
    parts.push(titled("Move by move", make("ol", { class: "moves" }, ...answer.moves.map((each) =>
      make("li", { class: each.legal ? "right" : "wrong" }, moveLine(request.body.moves[each.index]), make("span", { class: "muted" }, each.legal ? (each.points ? ` ${points(each.points)}` : "") : " refused"))))));
    if (answer.result) parts.push(result(answer));
  } else if (answer.moves) {
    parts.push(make("ol", { class: "moves" }, ...answer.moves.map((each) =>
      make("li", {}, moveLine(each.move), make("span", { class: "muted" }, each.points ? ` ${points(each.points)}` : "")))));
  }
  if (answer.kind === "meld_advice" && answer.valid) {
    const lines = [...answer.melds, ...answer.lay_offs].map((each) => make("li", {}, moveLine({ kind: each.meld_id ? "lay_off" : "lay_meld", cards: each.cards, meld_id: each.meld_id }), worthOf(each)));
    parts.push(titled(answer.optimal ? "Nothing is worth more" : "The best that was found in the time", make("ol", { class: "moves" }, ...lines)));
    if (answer.left.length) parts.push(titled("Left in hand", row(answer.left)));
  }
  if (answer.choices) parts.push(make("ol", { class: "moves" }, ...answer.choices.map(choiceLine)));
  if (answer.seats) {
    parts.push(...roundTable(answer));
    const { outcome } = answer;
    parts.push(make("p", {}, outcome.over ? `Game over: seat ${outcome.winners.join(" and ")} wins.` : WORDS[outcome.reason] ?? outcome.reason));
  }
  if (answer.obligations?.length) parts.push(titled("Still owed", make("ul", {}, ...answer.obligations.map((each) => told(each.message, each.code)))));
  if (answer.unchecked?.length) parts.push(titled("Not checked", make("ul", { class: "muted" }, ...answer.unchecked.map((each) => told(each.message, each.code)))));
  return parts.filter(Boolean);
}

/** Set the same question's answers side by side; what differs from the first is marked. */
export function comparison(chosen, answers) {
  const first = summary(answers.get(chosen));
  const rows = [...answers].map(([ruleset, each]) => {
    const here = summary(each);
    const differs = [
      here.verdict !== first.verdict && "verdict",
      here.points !== first.points && "points",
      here.codes.join() !== first.codes.join() && "reasons",
    ].filter(Boolean);
    return make(
      "tr", { class: differs.length ? "differs" : "", "data-ruleset": ruleset },
      make("th", { scope: "row" }, ruleset, ruleset === chosen ? make("span", { class: "tag" }, "chosen") : ""),
      make("td", { class: here.tone }, here.verdict),
      make("td", {}, here.points),
      make("td", {}, ...here.codes.slice(0, 3).flatMap((code) => (each.status === 200 ? [rule(code), " "] : [make("code", {}, ...broken(code)), " "])), here.codes.length ? "" : make("span", { class: "muted" }, "none")),
      make("td", {}, differs.length ? make("b", { class: "tag" }, differs.join(", ")) : make("span", { class: "muted" }, ruleset === chosen ? "" : "same")),
    );
  });
  const heads = ["Ruleset", "Verdict", "Worth", "Reasons", "Differs in"].map((head) => make("th", { scope: "col" }, head));
  return make("table", { class: "comparison" }, make("thead", {}, make("tr", {}, ...heads)), make("tbody", {}, ...rows));
}

