import { setImmediate } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { createTurns } from "./turns.ts";

const tooLate = () => new Error("too late");

test("two are inside at once, and the third follows the first who leaves, once", async () => {
  const take = createTurns(2, 1_000, tooLate);
  const order: string[] = [];
  const visit = async (name: string) => {
    const leave = await take();
    order.push(name);
    return leave;
  };
  const [first, second, third, fourth] = ["first", "second", "third", "fourth"].map(visit);
  await setImmediate();
  expect(order).toEqual(["first", "second"]);
  const leaveFirst = await first;
  leaveFirst?.();
  leaveFirst?.();
  await setImmediate();
  expect(order).toEqual(["first", "second", "third"]);
  for (const visitor of [second, third]) (await visitor)?.();
  (await fourth)?.();
  expect(order).toEqual(["first", "second", "third", "fourth"]);
});

test("whoever has waited too long is refused, and the next who has not is let in", async () => {
  const clock = vi.spyOn(performance, "now").mockReturnValue(0);
  try {
    const take = createTurns(1, 1_000, tooLate);
    const leave = await take();
    const patientNoMore = take().catch((error: Error) => error.message);
    clock.mockReturnValue(900);
    const next = take();
    clock.mockReturnValue(1_000);
    leave();
    expect(await patientNoMore).toBe("too late");
    (await next)();
    (await take())();
  } finally {
    clock.mockRestore();
  }
});
