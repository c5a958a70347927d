import { expect, test } from "vitest";
import { allEndpoints } from "./endpoints/all.ts";
import { closesCall, namedForMaintenance } from "./maintenance.ts";

test("every name that the list has is a call's", () => {
  const names = new Set(allEndpoints.map(({ name }) => name));
  expect(namedForMaintenance.filter((name) => !names.has(name))).toEqual([]);
});

test("what writes is closed with the management application and with everything, and no other area", () => {
  const run = { name: "startRun", method: "POST" } as const;
  const areas = ["sign-up", "log-in", "payment", "management-application", "everything"] as const;
  expect(areas.filter((area) => closesCall(run, area))).toEqual([
    "management-application",
    "everything",
  ]);
  const reads = allEndpoints.filter(({ method }) => method === "GET");
  expect(reads.filter((one) => closesCall(one, "everything"))).toEqual([]);
  for (const name of ["withdrawConsent", "cancelRun", "endSession", "changeDigestSubscription"]) {
    expect(closesCall({ name, method: "POST" }, "everything")).toBe(false);
  }
});
