import { getContract } from "@sekimori/karte-contract/endpoints/contract";
import { getSession } from "@sekimori/karte-contract/endpoints/session";
import { createWorkspace } from "@sekimori/karte-contract/endpoints/workspaces";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  amplePlan,
  startTestKarte,
  type TestKarte,
  type TestPerson,
} from "../../testing/test-karte.ts";

let karte: TestKarte;
beforeAll(async () => {
  karte = await startTestKarte();
});
afterAll(() => karte?.close());

const days = { endsOn: "2026-11-30", deletesOn: "2026-12-01" };
const sessionOf = async ({ browser }: TestPerson) =>
  (await browser.call(getSession, {})).workspace?.leaving;

/** What the portal says of somebody's end, told as it tells it. */
async function end(
  account: string,
  endReason: "cancelled" | "withdrawn",
  deletesOn: string | null,
) {
  karte.contracts.set(account, { ...amplePlan, endsOn: days.endsOn, endReason, deletesOn });
  await karte.hear("plan-changed", account);
}

test("a cancelled plan names its last day, and nobody is said to leave", async () => {
  const { owner } = await karte.workspace();
  await end(owner.id, "cancelled", null);
  expect(await sessionOf(owner)).toBeNull();
  const contract = await owner.browser.call(getContract, {});
  expect(contract).toMatchObject({ endsOn: days.endsOn, deletesOn: null });
});

test("who leaves reads both days and what closes; the others read it of their own workspace", async () => {
  const workspace = await karte.workspace();
  const { owner } = workspace;
  const member = await workspace.join("member");
  // What would close is there to be read before anything is asked for.
  expect((await owner.browser.call(getContract, {})).closes).toHaveLength(1);
  await end(owner.id, "cancelled", null);
  await end(owner.id, "withdrawn", days.deletesOn);
  expect(await sessionOf(owner)).toEqual({ ...days, yours: true, closes: true });
  expect(await sessionOf(member)).toEqual({ ...days, yours: false, closes: true });
  const { name } = (await owner.browser.call(getSession, {})).workspace ?? { name: "" };
  expect(await owner.browser.call(getContract, {})).toMatchObject({ ...days, closes: [name] });
  expect(await member.browser.call(getContract, {})).toMatchObject({ ...days, closes: [] });

  // Another owner keeps this one; a further workspace of the same contract closes.
  await workspace.join("owner");
  await owner.browser.call(createWorkspace, { body: { name: "Branch" } });
  expect(await sessionOf(owner)).toEqual({ ...days, yours: true, closes: true });
  expect(await sessionOf(member)).toEqual({ ...days, yours: false, closes: false });
  expect(await owner.browser.call(getContract, {})).toMatchObject({ closes: ["Branch"] });
});
