// The playground: lays out cards, asks the public operations, shows the verdict. The rules are asked for, never known here.

import { RANKS, SUITS, face, isJoker, make, name, plain, read } from "./cards.js";
import { FACTS, KINDS, START, cardsAt, fresh, fromFragment, hasMoves, held, layOut, marked, missing, request, toFragment, zones } from "./questions.js";
import { SNIPPETS } from "./snippets.js";
import { comparison, details, moveLine, summary } from "./verdict.js";

const $ = (id) => document.getElementById(id);
const ALL_CARDS = SUITS.flatMap((suit) => RANKS.map((rank) => rank + suit));
const HINTS = {
  meld: "mark the cards to lay",
  lay_off: "mark the cards to lay off",
  discard: "as it is before the discard; mark the card to throw",
};
const PILE_HINTS = { pickup: "mark the deepest card to take", rummy_call: "mark the deepest card claimed", turn: "mark how deep to take" };

let state = fresh();
let active = "hand";
let language = "curl";
let situations = [];
let rulesets = [];
let options = [];
let asking = 0;

const get = async (path) => (await fetch(path)).json();

async function ask({ path, body }) {
  try {
    const response = await fetch(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
    return { status: response.status, answer: await response.json() };
  } catch {
    return { status: 0, answer: {} };
  }
}

// What is laid out

/** Change what lies here, draw it anew, and tell that the last verdict is about something else. */
function change(action) {
  action?.();
  const shown = zones(state);
  if (!shown.includes(active)) [active] = shown;
  draw();
  changed();
}

/** A number that is being typed. It changes nothing else, and what is drawn anew under a click would miss it. */
const typing = (set) => (event) => {
  if (!event.target.checkValidity()) return;
  set(event.target.valueAsNumber);
  drawSnippet();
  changed();
};

function changed() {
  asking += 1;
  $("verdict").classList.toggle("stale", $("headline").textContent !== "");
  history.replaceState(null, "", `#${toFragment(state)}`);
  tell();
}

/** Draw everything, and leave the focus where it was. */
function draw() {
  const focused = document.activeElement?.dataset?.key;
  drawFacts();
  $("table").replaceChildren(...zones(state).map(drawZone), ...tableButtons());
  drawPlan();
  drawDeck();
  drawOptions();
  $("asks").textContent = KINDS[state.kind].asks;
  $("ruleset").value = state.ruleset;
  $("players").value = state.kind === "round_score" ? state.sheet.length : state.players;
  for (const radio of $("kinds").querySelectorAll("input")) radio.checked = radio.value === state.kind;
  $("missing").hidden = true;
  drawSnippet();
  if (focused) document.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus();
}

function drawFacts() {
  $("facts").replaceChildren(
    ...FACTS.filter((fact) => fact.shown(state)).map((fact) => {
      const key = { "data-key": `fact:${fact.name}`, name: fact.name };
      const set = (value) => change(() => (state[fact.name] = value));
      if (fact.choices) {
        const select = make("select", { ...key, onchange: (event) => set(event.target.value) }, ...fact.choices(state).map(([value, text]) => make("option", { value }, text)));
        select.value = state[fact.name];
        return make("label", {}, fact.label, " ", select);
      }
      if ("least" in fact) {
        const number = make("input", { ...key, type: "number", min: fact.least, max: fact.most, required: true, value: state[fact.name], oninput: typing((value) => (state[fact.name] = value)) });
        return make("label", {}, fact.label, " ", number);
      }
      const box = make("input", { ...key, type: "checkbox", onchange: (event) => set(event.target.checked) });
      box.checked = state[fact.name];
      return make("label", { class: "switch" }, box, " ", fact.label);
    }),
  );
}

const TITLES = { hand: "Hand", pile: "Discard pile", drawn: "Drawn this turn" };

function title(zone) {
  const [place, index, extra] = zone.split(":");
  if (place === "meld") return `Meld ${state.melds[index].id}`;
  if (place === "lay_off") return `Laid off on ${state.melds[index].id}, ${Number(extra) + 1}`;
  if (place === "sheet") return `Left in hand, seat ${index}`;
  return place === "hand" && state.moves.length && hasMoves(state) ? "Hand after the moves below" : TITLES[place];
}

function hint(zone) {
  if (zone === "hand") return HINTS[state.kind] ?? "";
  if (zone === "pile") return `top card last${PILE_HINTS[state.kind] ? `; ${PILE_HINTS[state.kind]}` : ""}`;
  if (zone === "drawn") return state.source === "stock" ? "the card from the stock" : "the dug card first";
  return "";
}

function drawZone(zone) {
  const cards = zone === "hand" ? held(state) : cardsAt(state, zone);
  const marks = zone === "hand" && !["legal_moves", "hand_score", "meld_advice", "pickup_advice"].includes(state.kind);
  const depth = zone === "pile" && zone in TITLES && state.kind in PILE_HINTS ? state.count : 0;
  const buttons = cards.map((code, index) => {
    const chosen = marks ? index in state.marks : zone === "pile" && index >= cards.length - depth;
    const shown = marks && isJoker(code) && state.marks[index] ? `JK=${state.marks[index]}` : code;
    const press = () => {
      if (marks) change(() => (index in state.marks ? delete state.marks[index] : (state.marks[index] = "")));
      else if (zone === "pile" && state.kind in PILE_HINTS) change(() => (state.count = state.count === cards.length - index ? 0 : cards.length - index));
      else choose(zone);
    };
    const remove = (event) => {
      if (event.key === "Delete" || event.key === "Backspace") change(() => takeAway(zone, code));
    };
    const card = make("button", { type: "button", "data-key": `${zone}/${index}`, "data-card": code, "aria-label": `${name(shown)}${chosen ? "" : ", not marked"}`, "aria-pressed": String(chosen), onclick: press, onkeydown: remove });
    if (!marks && !(zone === "pile" && state.kind in PILE_HINTS)) {
      card.removeAttribute("aria-pressed");
      card.setAttribute("aria-label", name(shown));
    } else card.setAttribute("aria-label", name(shown));
    return face(card, shown);
  });
  return make(
    "section",
    { class: `zone ${zone === active ? "active" : ""} ${zone.split(":")[0]}`, "data-zone": zone, "aria-label": title(zone) },
    make(
      "div",
      { class: "zone-head" },
      make("button", { type: "button", class: "zone-name", "data-key": `zone:${zone}`, "aria-pressed": String(zone === active), onclick: () => choose(zone) }, title(zone)),
      make("span", { class: "muted" }, hint(zone)),
      ...zoneControls(zone, cards),
    ),
    make("div", { class: "cards" }, ...(buttons.length ? buttons : [make("span", { class: "nothing" }, zone === active ? "no cards yet: click them in the deck" : "no cards")])),
    ...(marks ? jokerNames(cards) : []),
  );
}

/** What stands in the head of a place besides its name. */
function zoneControls(zone, cards) {
  const [place, index, extra] = zone.split(":");
  const controls = [];
  const number = (label, value, most, set) =>
    make("label", {}, label, " ", make("input", { type: "number", "data-key": `${zone}/${label}`, min: label === "total before" ? -most : 0, max: most, required: true, value, oninput: typing(set) }));
  if (place === "sheet") controls.push(number("total before", state.sheet[index].total, 100000, (value) => (state.sheet[index].total = value)));
  if (place === "meld") {
    controls.push(number("seat", state.melds[index].seat, 7, (value) => (state.melds[index].seat = value)));
    controls.push(button(`${zone}/add`, "Lay-off", () => { state.melds[index].lay_offs.push({ seat: state.seat, cards: [] }); active = `lay_off:${index}:${state.melds[index].lay_offs.length - 1}`; }, `Add a lay-off to ${state.melds[index].id}`));
    controls.push(button(`${zone}/remove`, "Remove", () => state.melds.splice(index, 1), `Remove ${title(zone)}`));
  } else if (place === "lay_off") {
    const laid = state.melds[index].lay_offs;
    controls.push(number("seat", laid[extra].seat, 7, (value) => (laid[extra].seat = value)));
    controls.push(button(`${zone}/remove`, "Remove", () => laid.splice(extra, 1), `Remove ${title(zone)}`));
  } else if (cards.length) {
    controls.push(button(`${zone}/clear`, "Clear", () => clearZone(zone), `Clear ${title(zone)}`));
  }
  return controls;
}

const button = (key, text, action, label = text) =>
  make("button", { type: "button", class: "quiet", "data-key": key, "aria-label": label, onclick: () => change(action) }, text);

function clearZone(zone) {
  cardsAt(state, zone).length = 0;
  if (zone === "hand") [state.marks, state.moves] = [{}, []];
  if (zone === "pile") state.count = 0;
}

/** A marked joker can be given the name of the card that it stands for. */
function jokerNames(cards) {
  return Object.keys(state.marks).filter((index) => cards[index] && isJoker(cards[index])).map((index) => {
    const select = make("select", { "data-key": `joker:${index}`, onchange: (event) => change(() => (state.marks[index] = event.target.value)) }, make("option", { value: "" }, "not said"), ...ALL_CARDS.map((code) => make("option", { value: code }, name(code))));
    select.value = state.marks[index];
    return make("label", { class: "joker-name" }, "The joker stands for ", select);
  });
}

function tableButtons() {
  if (["meld", "discard", "hand_score"].includes(state.kind)) return [];
  const add = () => {
    const numbers = state.melds.map((meld) => Number(/^m(\d{1,9})$/.exec(meld.id)?.[1] ?? 0));
    state.melds.push({ id: `m${Math.max(0, ...numbers) + 1}`, seat: 0, cards: [], lay_offs: [] });
    active = `meld:${state.melds.length - 1}`;
  };
  return [button("add-meld", "Add a meld to the table", add)];
}

function choose(zone) {
  active = zone;
  draw();
}

// The deck

const copies = (code) => (isJoker(code) ? 8 : state.players >= 5 || state.sheet.length >= 5 ? 2 : 1);

function put(code) {
  const cards = cardsAt(state, active);
  if (cards.filter((each) => plain(each) === plain(code)).length >= copies(code)) takeAway(active, code, true);
  else cards.push(["meld", "lay_off"].includes(active.split(":")[0]) ? code : plain(code));
}

function takeAway(zone, code, every = false) {
  const cards = cardsAt(state, zone);
  do {
    const index = cards.findIndex((each) => plain(each) === plain(code));
    if (index < 0) return;
    cards.splice(index, 1);
    if (zone === "hand") {
      state.marks = Object.fromEntries(Object.entries(state.marks).filter(([at]) => Number(at) !== index).map(([at, as]) => [at > index ? at - 1 : at, as]));
    }
    if (zone === "pile") state.count = Math.min(state.count, cards.length);
  } while (every);
}

function drawDeck() {
  const here = cardsAt(state, active).map(plain);
  const elsewhere = zones(state).flatMap((zone) => cardsAt(state, zone).map(plain));
  const current = $("deck").querySelector("[tabindex='0']")?.dataset.card ?? "AS";
  $("goes-to").textContent = title(active);
  $("deck").replaceChildren(
    ...[...ALL_CARDS, "JK"].map((code) =>
      face(
        make("button", {
          type: "button",
          class: elsewhere.includes(code) && !here.includes(code) ? "placed" : "",
          tabindex: code === current ? 0 : -1,
          "data-key": `deck:${code}`,
          "data-card": code,
          "aria-label": `${name(code)}${elsewhere.includes(code) && !here.includes(code) ? ", lies elsewhere" : ""}`,
          "aria-pressed": String(here.includes(code)),
          onclick: () => { move(code); change(() => put(code)); },
        }),
        code,
      ),
    ),
  );
}

function move(code) {
  for (const each of $("deck").children) each.tabIndex = each.dataset.card === code ? 0 : -1;
}

$("deck").addEventListener("keydown", (event) => {
  const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: RANKS.length, ArrowUp: -RANKS.length, Home: -99, End: 99 }[event.key];
  if (!step) return;
  event.preventDefault();
  const cards = [...$("deck").children];
  const at = Math.min(Math.max(cards.indexOf(document.activeElement) + step, 0), cards.length - 1);
  move(cards[at].dataset.card);
  cards[at].focus();
});

$("typing").addEventListener("submit", (event) => {
  event.preventDefault();
  const { cards, unread } = read($("typed").value);
  $("unread").textContent = unread.length ? `No card: ${unread.join(" ")}. Write rank and suit, as in 10h, qs or jk.` : "";
  $("typed").value = unread.join(" ");
  if (cards.length) change(() => cardsAt(state, active).push(...cards.map((code) => (["meld", "lay_off"].includes(active.split(":")[0]) ? code : plain(code)))));
});

// The plan of a turn

function drawPlan() {
  const focusedKind = $("move-kind")?.value ?? "take_discards";
  const typed = $("move-cards")?.value ?? "";
  if (!hasMoves(state)) return $("plan").replaceChildren();
  const kinds = { draw_stock: "Draw from the stock", take_discards: "Take the marked discards", lay_meld: "Lay a meld", lay_off: "Lay off", discard: "Discard", pass: "Pass" };
  if (state.kind !== "turn") for (const kind of ["draw_stock", "take_discards", "pass"]) delete kinds[kind];
  const select = make("select", { id: "move-kind", "data-key": "move-kind" }, ...Object.entries(kinds).map(([value, text]) => make("option", { value }, text)));
  select.value = focusedKind in kinds ? focusedKind : Object.keys(kinds)[0];
  const on = make("select", { id: "move-meld", "data-key": "move-meld" }, make("option", { value: "" }, "the one that fits"), ...state.melds.map((meld) => make("option", { value: meld.id }, meld.id)));
  $("plan").replaceChildren(
    make(
      "section",
      { class: "zone plan", "aria-label": "Moves" },
      make("div", { class: "zone-head" }, make("h3", {}, state.kind === "turn" ? "Moves" : "And then (not needed)"), make("span", { class: "muted" }, "of the marked cards, or of those that you type")),
      make("ol", { class: "moves" }, ...state.moves.map((each, index) => make("li", {}, moveLine(each), button(`move:${index}/remove`, "Remove", () => { state.moves.splice(index, 1); state.marks = {}; }, `Remove move ${index + 1}`)))),
      make("div", { class: "facts" },
        make("label", {}, "Move ", select),
        make("label", {}, "Cards ", make("input", { id: "move-cards", "data-key": "move-cards", placeholder: "the marked ones", value: typed, spellcheck: "false", autocapitalize: "characters" })),
        make("label", {}, "On ", on),
        make("button", { type: "button", id: "add-move", "data-key": "add-move", onclick: addMove }, "Add move")),
      make("p", { id: "move-fault", class: "wrong", role: "alert" }),
    ),
  );
}

function addMove() {
  const kind = $("move-kind").value;
  const { cards: typed, unread } = read($("move-cards").value);
  const cards = $("move-cards").value.trim() ? typed : marked(state);
  const fault = (text) => ($("move-fault").textContent = text);
  if (unread.length) return fault(`No card: ${unread.join(" ")}.`);
  if (kind === "take_discards" && !state.count) return fault("Mark the deepest discard to take first.");
  if (["draw_stock", "discard"].includes(kind) && cards.length !== 1) return fault("Mark or type the one card.");
  if (kind.startsWith("lay_") && !cards.length) return fault("Mark or type the cards.");
  const on = $("move-meld").value;
  const moves = {
    draw_stock: () => ({ kind, card: plain(cards[0]) }),
    take_discards: () => ({ kind, count: state.count }),
    lay_meld: () => ({ kind, cards }),
    lay_off: () => ({ kind, cards, ...(on && { meld_id: on }) }),
    discard: () => ({ kind, card: plain(cards[0]) }),
    pass: () => ({ kind }),
  };
  $("move-cards").value = "";
  return change(() => {
    state.moves.push(moves[kind]());
    state.marks = {};
  });
}

// Rulesets and options

function drawOptions() {
  const chosen = Object.entries(state.options);
  $("overridden").textContent = chosen.length ? ` (${chosen.length} changed)` : "";
  $("chosen-options").replaceChildren(...chosen.map(([option, value]) => button(`option:${option}`, `${option}: ${value} ✕`, () => delete state.options[option], `Take back ${option}: ${value}`)));
}

function drawOptionValue() {
  const option = options.find((each) => each.name === $("option").value);
  const values = option.values ?? (option.kind === "switch" ? [true, false] : undefined);
  const value = values
    ? make("select", { "aria-label": `Value of ${option.name}`, id: "value" }, ...values.map((each) => make("option", { value: JSON.stringify(each) }, String(each))))
    : make("input", { "aria-label": `Value of ${option.name}`, id: "value", type: "number", min: option.minimum, max: option.maximum, required: true, value: option.by_ruleset[state.ruleset] });
  $("option-value").replaceChildren(value);
  $("option-sentence").textContent = option.sentence;
}

function seats(count) {
  state.players = count;
  while (state.sheet.length < count) state.sheet.push({ hand: [], total: 0 });
  state.sheet.length = count;
  if (Number(state.out_seat) >= count) state.out_seat = "";
}

// Asking

function drawSnippet() {
  $("snippet").textContent = missing(state) || SNIPPETS[language](request(state), window.location.origin);
  for (const tab of $("languages").children) tab.setAttribute("aria-pressed", String(tab.textContent === language));
}

async function askReferee({ scroll = false } = {}) {
  const lacking = missing(state);
  $("missing").hidden = !lacking;
  $("missing").textContent = lacking;
  if (lacking) return;
  asking += 1;
  const turn = asking;
  const question = { kind: state.kind, ...request(state) };
  const count = state.kind === "round_score" ? state.sheet.length : state.players;
  const others = $("compare").checked ? rulesets.filter((each) => each.id !== state.ruleset && each.players.min <= count && count <= each.players.max) : [];
  const answers = await Promise.all([state.ruleset, ...others.map((each) => each.id)].map(async (ruleset) => [ruleset, await ask({ ...question, body: { ...question.body, ruleset } })]));
  if (turn !== asking) return; // the table has changed meanwhile
  const [[, own]] = answers;
  const told = summary(own);
  $("verdict").classList.remove("stale");
  $("headline").className = `headline ${told.tone}`;
  $("headline").replaceChildren(make("span", { class: "sign", "aria-hidden": "true" }, { good: "✓", bad: "✕", note: "!" }[told.tone]), make("strong", {}, told.verdict), make("span", { class: "worth" }, told.points));
  $("reasons").replaceChildren(...details(question, own, take));
  $("comparison").hidden = !$("compare").checked;
  $("comparison").replaceChildren(...($("compare").checked ? [comparison(state.ruleset, new Map(answers))] : []));
  $("whole").hidden = false;
  $("json").textContent = JSON.stringify(own.answer, null, 2);
  if (scroll && $("verdict").getBoundingClientRect().top > window.innerHeight * 0.7) $("verdict").scrollIntoView({ block: "start" });
}

/** Take one of the candidates that a verdict names, and ask again. */
function take(violation, candidate) {
  change(() => {
    if (violation.code === "MELD_UNNAMED") state.meld = candidate;
    if (violation.code === "ACE_END_UNSTATED") state.ace = candidate;
    if (violation.code === "JOKER_UNNAMED") {
      const joker = held(state).findIndex((code, index) => isJoker(code) && state.marks[index] === "");
      if (joker >= 0) state.marks[joker] = candidate;
    }
  });
  askReferee();
}

async function copy(text, what) {
  try {
    await navigator.clipboard.writeText(text);
    $("copied").textContent = `${what} copied.`;
  } catch {
    $("copied").textContent = "The browser does not let a page copy here; select the text instead.";
  }
}

// Situations

function showSituation(situation) {
  state = layOut(situation.kind, situation.body);
  seats(state.players);
  [active] = zones(state);
  $("compare").checked = Boolean(situation.by_ruleset);
  change();
  askReferee();
}

/** Tell the situation that lies here, if it is one. */
function tell() {
  const here = toFragment(state);
  const situation = situations.find((each) => toFragment(layOut(each.kind, each.body)) === here);
  $("told").textContent = situation?.sentence ?? "";
  for (const chip of $("situations").children) {
    const here = chip.dataset.situation === situation?.id;
    chip.setAttribute("aria-pressed", String(here));
    if (here) $("situations").scrollLeft = chip.offsetLeft - $("situations").offsetLeft - 24;
  }
}

/** Lay out what the address says: a situation by its name, or a whole position. */
function restore() {
  const fragment = window.location.hash.slice(1);
  const situation = situations.find((each) => each.id === fragment);
  if (situation) return showSituation(situation);
  const restored = fragment && fromFragment(fragment);
  if (fragment && !restored) {
    $("missing").hidden = false;
    $("missing").textContent = "This link holds no position.";
  }
  if (!restored) return undefined;
  state = restored;
  seats(state.kind === "round_score" ? state.sheet.length : state.players);
  change();
  return missing(state) ? undefined : askReferee();
}

async function start() {
  let rulebook;
  [{ rulesets }, rulebook, situations] = await Promise.all(["/v1/rulesets", "/v1/rules", "/static/playground/situations.json"].map(get));
  options = rulebook.options;
  $("ruleset").append(...rulesets.map((each) => make("option", { value: each.id }, each.title)));
  $("players").append(...[2, 3, 4, 5, 6, 7, 8].map((count) => make("option", { value: count }, count)));
  $("option").append(...options.map((each) => make("option", { value: each.name }, each.name)));
  $("kinds").append(...Object.entries(KINDS).map(([kind, { label }]) => make("label", {}, make("input", { type: "radio", name: "kind", value: kind, onchange: () => change(() => { state.kind = kind; seats(state.players); }) }), make("span", {}, label))));
  $("languages").append(...Object.keys(SNIPPETS).map((each) => make("button", { type: "button", onclick: () => { language = each; drawSnippet(); } }, each)));
  $("situations").append(...situations.map((each) => make("button", { type: "button", "data-situation": each.id, onclick: () => showSituation(each) }, each.title)));

  $("ruleset").addEventListener("change", (event) => change(() => (state.ruleset = event.target.value)));
  $("players").addEventListener("change", (event) => change(() => seats(Number(event.target.value))));
  $("option").addEventListener("change", drawOptionValue);
  $("set-option").addEventListener("click", () => {
    if ($("value").checkValidity()) change(() => (state.options[$("option").value] = $("value").type === "number" ? $("value").valueAsNumber : JSON.parse($("value").value)));
  });
  $("clear").addEventListener("click", () => { state = { ...fresh(), kind: state.kind, ruleset: state.ruleset }; seats(START.players); change(); });
  $("ask").addEventListener("click", () => askReferee({ scroll: true }));
  $("compare").addEventListener("change", () => $("headline").textContent && askReferee());
  $("copy-snippet").addEventListener("click", () => copy($("snippet").textContent, "Code"));
  $("copy-link").addEventListener("click", () => copy(window.location.href, "Link"));
  window.addEventListener("hashchange", restore);

  seats(START.players);
  drawOptionValue();
  draw();
  $("playground").hidden = false;
  restore();
  if (!window.location.hash) showSituation(situations[0]);
}

start();
