import { expect, it, vi } from "vitest";
import { Arrivals } from "./arrivals.ts";

it("look again when a mail comes to whom they wait for, in any spelling, and not at others'", async () => {
  const arrivals = new Arrivals();
  const found: string[] = [];
  const look = vi.fn(async () => found);
  const lookOfAnybody = vi.fn(async () => found);
  const waiting = arrivals.waitFor(look, 20_000, "Late@example.com");
  const anybody = arrivals.waitFor(lookOfAnybody, 20_000);
  await vi.waitFor(() => expect(look).toHaveBeenCalledTimes(1));
  arrivals.announce(["other@example.com", "error"]);
  await vi.waitFor(() => expect(lookOfAnybody).toHaveBeenCalledTimes(2));
  expect(look).toHaveBeenCalledTimes(1);
  found.push("a mail");
  arrivals.announce(["other@example.com", "late@Example.com"]);
  expect([await waiting, await anybody]).toEqual([["a mail"], ["a mail"]]);
  expect(look).toHaveBeenCalledTimes(2);
});

it("give what they saw last when nothing comes", async () => {
  expect(await new Arrivals().waitFor(async () => [], 20, "never@example.com")).toEqual([]);
});
