import { expect, it } from "vitest";
import { NetError } from "../net/net-error.ts";
import { untilCut } from "./until-cut.ts";

const looking = (stopAt: number, error: Error) => {
  const seen: number[] = [];
  const look = async (item: number) => {
    if (item === stopAt) throw error;
    seen.push(item);
  };
  return { seen, look };
};

it("looks at all, and has no error then", async () => {
  const { seen, look } = looking(9, new Error("never"));
  expect(await untilCut([1, 2, 3], look)).toBeUndefined();
  expect(seen).toEqual([1, 2, 3]);
});

it("stops where the network gives no answer, and says why", async () => {
  const cut = new NetError("budget", "used up");
  const { seen, look } = looking(3, cut);
  expect(await untilCut([1, 2, 3, 4], look)).toBe(cut);
  expect(seen).toEqual([1, 2]);
});

it("leaves a fault of the check a fault", async () => {
  const { look } = looking(2, new TypeError("x is undefined"));
  await expect(untilCut([1, 2], look)).rejects.toThrow("x is undefined");
});
