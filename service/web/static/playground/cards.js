// Cards: their codes, their names for those who listen, and how they are drawn.

export const RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];
export const SUITS = ["S", "H", "D", "C"];

const RANK_NAMES = { A: "ace", J: "jack", Q: "queen", K: "king" };
const SUIT_NAMES = { S: "spades", H: "hearts", D: "diamonds", C: "clubs" };
const SHAPES = {
  S: "M16 3c4 6 13 10 13 16.5a6 6 0 0 1-11.5 2.5c.2 3 1.5 5.5 3.5 7H11c2-1.5 3.3-4 3.5-7A6 6 0 0 1 3 19.5C3 13 12 9 16 3z",
  H: "M16 28C6 20 3 15 3 10.5A6.5 6.5 0 0 1 16 8a6.5 6.5 0 0 1 13 2.5C29 15 26 20 16 28z",
  D: "M16 2l11 14-11 14L5 16z",
  C: "M16 3a6 6 0 0 1 5 9.3 6 6 0 1 1-3.5 9.2c.2 3.5 1.5 6 3.5 7.5H11c2-1.5 3.3-4 3.5-7.5A6 6 0 1 1 11 12.3 6 6 0 0 1 16 3z",
  JK: "M16 2l4 9.5 10 1-7.5 7 2 10-8.5-5-8.5 5 2-10-7.5-7 10-1z",
};

/** Make an element with attributes and children; texts become text nodes. */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "value") element.value = value;
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== undefined) element.setAttribute(name, value);
  }
  element.append(...children.filter((child) => child !== undefined && child !== ""));
  return element;
}

/** Read what a person typed as cards; gives the cards and what could not be read. */
export function read(text) {
  const cards = [];
  const unread = [];
  for (const word of text.toUpperCase().split(/[\s,;]+/).filter(Boolean)) {
    const code = word.replace(/^[T0](?=[SHDC]$)/, "10").replace(/=[T0](?=[SHDC]$)/, "=10");
    (/^(JK(=([A2-9JQK]|10)[SHDC])?|([A2-9JQK]|10)[SHDC])$/.test(code) ? cards : unread).push(code);
  }
  return { cards, unread };
}

export const isJoker = (code) => code.startsWith("JK");
export const plain = (code) => (isJoker(code) ? "JK" : code);

/** Say a card in words. */
export function name(code) {
  if (code === "JK") return "joker";
  if (isJoker(code)) return `joker as ${name(code.slice(3))}`;
  const rank = code.slice(0, -1);
  return `${RANK_NAMES[rank] ?? rank} of ${SUIT_NAMES[code.slice(-1)]}`;
}

function shape(suit) {
  const picture = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  picture.setAttribute("viewBox", "0 0 32 32");
  picture.setAttribute("aria-hidden", "true");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("d", SHAPES[suit]);
  picture.append(path);
  return picture;
}

/** Put the face of a card on an element. */
export function face(element, code) {
  const suit = isJoker(code) ? "JK" : code.slice(-1);
  const corner = isJoker(code) ? (code === "JK" ? "JK" : `=${code.slice(3, -1)}`) : code.slice(0, -1);
  element.classList.add("card", `suit-${suit}`);
  element.append(
    make("span", { class: "rank", "aria-hidden": "true" }, corner),
    shape(isJoker(code) && code !== "JK" ? code.slice(-1) : suit),
  );
  return element;
}

/** Draw a card to look at; `note` is what a listener hears besides. */
export function small(code, { mark = "", below = "", note = "" } = {}) {
  const card = face(make("span", { class: `small ${mark}`, role: "img", "aria-label": name(code) + note }), code);
  return below === "" ? card : make("span", { class: "with-points" }, card, make("span", { class: "points" }, below));
}

/** Draw several cards in a row. */
export function row(codes, each = () => ({})) {
  return make("span", { class: "cards" }, ...codes.map((code, index) => small(code, each(code, index))));
}
