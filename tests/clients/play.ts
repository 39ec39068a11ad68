// Plays one whole game and asks the questions of the contract through the types that openapi-typescript generates.
import assert from "node:assert/strict";
import createClient from "openapi-fetch";
import type { components, paths } from "./contract.js";
import { ask } from "./questions.js";

type LawfulMove = components["schemas"]["LawfulMove"];

const [, , baseUrl] = process.argv;
assert(baseUrl);
const client = createClient<paths>({ baseUrl });

/** Lay what counts most, else draw, else throw a card away. */
function best(moves: readonly LawfulMove[]): LawfulMove {
  for (const kinds of [["lay_meld", "lay_off"], ["draw_stock"], ["discard"], ["pass", "take_discards"]]) {
    const fitting = moves.filter((each) => kinds.includes(each.move.kind));
    const [first, ...others] = fitting;
    if (first) return others.reduce((most, each) => (each.points > most.points ? each : most), first);
  }
  throw new Error("there is no move");
}

async function play(): Promise<number> {
  const { data: game } = await client.POST("/v1/games", {
    body: { seats: [{}, {}], seed: "clients", options: { target: 40 } },
  });
  assert(game);
  const path = { game_id: game.game_id };
  const authorization = (seat: number) => ({ Authorization: `Bearer ${game.seats[seat]?.token ?? ""}` });
  for (let moves = 0; moves < 3000; moves += 1) {
    const { data: view, response } = await client.GET("/v1/games/{game_id}", { params: { path }, headers: authorization(0) });
    assert(view);
    const tag = response.headers.get("ETag");
    assert(tag);
    if (view.outcome.over) {
      const { data: record } = await client.GET("/v1/games/{game_id}/record", { params: { path }, headers: authorization(0) });
      assert(record);
      const { data: judged } = await client.POST("/v1/verdicts/record", { body: { record } });
      assert.equal(judged?.legal, true);
      return moves;
    }
    const header = { "If-Match": tag };
    if (view.seat_to_act === undefined) {
      const { error } = await client.POST("/v1/games/{game_id}/rounds", { params: { path, header }, headers: authorization(0), body: {} });
      assert.equal(error, undefined);
      continue;
    }
    const headers = authorization(view.seat_to_act);
    const { data: offered } = await client.GET("/v1/games/{game_id}/legal-moves", { params: { path }, headers });
    assert(offered);
    const { data: played } = await client.POST("/v1/games/{game_id}/moves", { params: { path, header }, headers, body: best(offered.moves).move });
    assert.equal(played?.verdict.legal, true);
  }
  throw new Error("the game does not end");
}

console.log(`${await play()} moves, ${await ask(client)} questions`);
