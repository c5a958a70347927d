import { movableClock } from "@sekimori/kit-server/clock";
import { createLogger } from "@sekimori/kit-server/logger";
import { expect, test } from "vitest";
import { signInHindrance } from "./sign-in-readiness.ts";

const good = [{ part: "provider", problem: null, isOutage: false }] as const;
const away = [{ part: "provider", problem: "no answer", isOutage: true }] as const;
const refused = [{ part: "client", problem: "invalid_client", isOutage: false }] as const;

const answers = (
  ...trials: readonly (typeof good | typeof away | typeof refused)[]
): (() => Promise<string | undefined>) & { clock: ReturnType<typeof movableClock> } => {
  const clock = movableClock();
  const left = [...trials];
  const logger = createLogger({ name: "tests", level: "silent" });
  const ask = signInHindrance(async () => left.shift() ?? good, { clock, logger });
  return Object.assign(ask, { clock });
};

test.each([
  ["works", [good], [undefined]],
  ["is refused", [refused], ["nobody can sign in: invalid_client"]],
  [
    "has not worked yet, the portal away",
    [away, good],
    ["nobody can sign in: no answer", undefined],
  ],
  ["has worked, the portal away", [good, away], [undefined, undefined]],
  [
    "has worked and is refused now",
    [good, refused],
    [undefined, "nobody can sign in: invalid_client"],
  ],
] as const)("a sign-in that %s", async (_, trials, expected) => {
  const ask = answers(...trials);
  const told: (string | undefined)[] = [];
  for (let time = 0; time < expected.length; time += 1) {
    told.push(await ask());
    ask.clock.advance(31_000);
  }
  expect(told).toEqual(expected);
});

test("the portal is asked once in half a minute", async () => {
  const ask = answers(refused, good);
  expect(await ask()).toContain("invalid_client");
  ask.clock.advance(20_000);
  expect(await ask()).toContain("invalid_client");
  ask.clock.advance(20_000);
  expect(await ask()).toBeUndefined();
});
