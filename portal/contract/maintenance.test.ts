import { maintenanceAreas } from "@sekimori/kit-contract/maintenance";
import { expect, test } from "vitest";
import { allEndpoints } from "./endpoints/all.ts";
import { closesCall, namedForMaintenance } from "./maintenance.ts";

const closedBy = (area: (typeof maintenanceAreas)[number]) =>
  allEndpoints.filter((endpoint) => closesCall(endpoint, area)).map(({ name }) => name);

test("every name that a list has is a call's", () => {
  const names = new Set(allEndpoints.map(({ name }) => name));
  expect(namedForMaintenance.filter((name) => !names.has(name))).toEqual([]);
});

test("no reading is closed, whatever is", () => {
  const reads = allEndpoints.filter(({ method }) => method === "GET");
  expect(reads.filter((one) => maintenanceAreas.some((area) => closesCall(one, area)))).toEqual([]);
});

test("money on its way, sign-outs and what protects an account are never closed", () => {
  const closed = new Set(maintenanceAreas.flatMap(closedBy));
  const kept = ["cancelCardAttempt", "agreeConsent", "signOut", "endSession", "stopRecovery"];
  expect(kept.filter((name) => closed.has(name))).toEqual([]);
});

test("what has a last day goes on while payment is closed, and all that writes is closed with everything", () => {
  const payment = closedBy("payment");
  expect(payment).toContain("upgrade");
  for (const name of ["cancelContract", "withdrawAccount", "undoCancellation", "answerPrice"]) {
    expect([name, payment.includes(name)]).toEqual([name, false]);
    expect(closedBy("everything")).toContain(name);
  }
  expect(closedBy("everything")).toEqual(
    expect.arrayContaining(["signUp", "updateMyProfile", "upgrade", "forgotPassword"]),
  );
});
