import type { RunEvent } from "@sekimori/karte-contract/endpoints/runs";
import { expect, test } from "vitest";
import { withRun } from "./with-run.ts";

const event: RunEvent = {
  id: "run",
  domain: { id: "shop", name: "shop.example.jp" },
  state: "running",
  phase: "examining",
  version: 3,
  done: 20,
  total: 90,
};
const shown = { id: "run", state: "running", phase: "examining", done: 20, total: 90 };

test("a domain shows the run that goes on", () => {
  expect(withRun({ id: "shop", run: null }, event)).toEqual({ id: "shop", run: shown });
});

test("another domain is left alone", () => {
  const other = { id: "mail", run: null };
  expect(withRun(other, event)).toBe(other);
});

test("older news does not turn the bar back, a new run begins anew", () => {
  const far = { id: "shop", run: { ...shown, done: 60 } as never };
  expect(withRun(far, event)).toBe(far);
  expect(withRun(far, { ...event, id: "next", done: 0 }).run).toMatchObject({
    id: "next",
    done: 0,
  });
});
