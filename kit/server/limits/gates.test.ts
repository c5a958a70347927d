import type { LoadClass } from "@sekimori/kit-contract/endpoint";
import { expect, test } from "vitest";
import { createGates } from "./gates.ts";

const load: LoadClass = { name: "read", each: 2, waiting: 1, all: 3 };

/** Lets a caller in, and says what has come of it so far. */
function entering(gates: ReturnType<typeof createGates>, caller: string, given = load) {
  const call = { state: "waiting", leave: () => {} };
  gates.enter(given, caller).then(
    (leave) => Object.assign(call, { state: "in", leave }),
    (error: { type: string; data: object }) =>
      Object.assign(call, { state: `${error.type} ${JSON.stringify(error.data)}` }),
  );
  return call;
}
const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

test("a caller has so many at once, so many wait, and the next is told when to come back", async () => {
  const gates = createGates();
  const calls = Array.from({ length: 4 }, () => entering(gates, "a"));
  await turn();
  const refusal = 'TooManyRequest {"retryAfterSeconds":1}';
  expect(calls.map(({ state }) => state)).toEqual(["in", "in", "waiting", refusal]);
  calls[0]?.leave();
  await turn();
  expect(calls[2]?.state).toBe("in");
});

test("one caller leaves room for another, and what is full for all is handed on in turn", async () => {
  const gates = createGates();
  const mine = Array.from({ length: 3 }, () => entering(gates, "a"));
  const theirs = [entering(gates, "b"), entering(gates, "b")];
  await turn();
  expect(mine.map(({ state }) => state)).toEqual(["in", "in", "waiting"]);
  expect(theirs.map(({ state }) => state)).toEqual(["in", "waiting"]);
  // The first in the queue has its share; the one behind it goes first.
  theirs[0]?.leave();
  await turn();
  expect([mine[2]?.state, theirs[1]?.state]).toEqual(["waiting", "in"]);
  mine[0]?.leave();
  await turn();
  expect(mine[2]?.state).toBe("in");
});

test("leaving twice frees one place, and classes do not meet", async () => {
  const gates = createGates();
  const [first] = [entering(gates, "a"), entering(gates, "a")];
  await turn();
  first?.leave();
  first?.leave();
  const [third, fourth] = [entering(gates, "a"), entering(gates, "a")];
  const other = entering(gates, "a", { ...load, name: "slow" });
  await turn();
  expect([third?.state, fourth?.state, other.state]).toEqual(["in", "waiting", "in"]);
});

test("a factor widens every class", async () => {
  const gates = createGates(10);
  const calls = Array.from({ length: 31 }, () => entering(gates, "a"));
  await turn();
  const states = calls.map(({ state }) => state.split(" ")[0]);
  expect(states.filter((state) => state === "in")).toHaveLength(20);
  expect(states.at(-1)).toBe("TooManyRequest");
});
