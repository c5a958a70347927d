import type { IncomingMessage } from "node:http";
import { expect, test } from "vitest";
import { createArrivalTurns } from "./arrival-turns.ts";

function requestOf(headers: Record<string, string>, remoteAddress = "192.0.2.1") {
  return { headers, socket: { remoteAddress } } as unknown as IncomingMessage;
}

/** Turns of an event loop that this test moves by hand. */
function loop() {
  const asked: (() => void)[] = [];
  const turns = createArrivalTurns((turn) => asked.push(turn));
  const begun: string[] = [];
  return {
    begun,
    asked,
    arrive: (name: string, request: IncomingMessage) => turns.take(request, () => begun.push(name)),
    next: () => asked.shift()?.(),
  };
}

test("the first request of a caller begins at once, and nothing is left to do after it", () => {
  const { arrive, next, begun, asked } = loop();
  arrive("first", requestOf({ cookie: "a=1" }));
  expect(begun).toEqual(["first"]);
  next();
  expect(asked).toEqual([]);
});

test("sixty of one caller begin one in a turn, and another's begins among the first", () => {
  const { arrive, next, begun } = loop();
  for (let index = 0; index < 60; index += 1) arrive(`a${index}`, requestOf({ cookie: "a=1" }));
  arrive("b", requestOf({ cookie: "b=1" }));
  expect(begun).toEqual(["a0", "b"]);
  next();
  expect(begun).toEqual(["a0", "b", "a1"]);
  arrive("b again", requestOf({ cookie: "b=1" }));
  expect(begun).toEqual(["a0", "b", "a1", "b again"]);
  for (let turn = 0; turn < 58; turn += 1) next();
  expect(begun).toHaveLength(62);
  expect(begun.filter((name) => name.startsWith("a"))).toEqual(
    Array.from({ length: 60 }, (_, index) => `a${index}`),
  );
});

test("callers are told apart by token, then by cookie, then by address", () => {
  const { arrive, begun } = loop();
  arrive("token", requestOf({ authorization: "Bearer one", cookie: "a=1" }));
  arrive("other token", requestOf({ authorization: "Bearer two", cookie: "a=1" }));
  arrive("cookie", requestOf({ cookie: "a=1" }));
  arrive("address", requestOf({}, "192.0.2.1"));
  arrive("other address", requestOf({}, "192.0.2.2"));
  arrive("token again", requestOf({ authorization: "Bearer one" }));
  expect(begun).toEqual(["token", "other token", "cookie", "address", "other address"]);
});

test("a caller who changes what it presents begins no more than eight in a turn", () => {
  const { arrive, next, begun, asked } = loop();
  for (let index = 0; index < 30; index += 1) arrive(`${index}`, requestOf({ cookie: `${index}` }));
  expect(begun).toHaveLength(8);
  next();
  expect(begun).toHaveLength(16);
  next();
  next();
  expect(begun).toHaveLength(30);
  next();
  expect(asked).toEqual([]);
});
