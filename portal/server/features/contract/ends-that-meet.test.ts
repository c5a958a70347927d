import {
  getContract,
  undoCancellation,
  withdrawAccount,
} from "@sekimori/portal-contract/endpoints/contract";
import { signIn } from "@sekimori/portal-contract/endpoints/sign-in";
import type { PlanId } from "@sekimori/portal-contract/plans";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { accountIdOf, signUpTo } from "../../testing/members.ts";
import { runDay, setClocks } from "../../testing/moving-days.ts";
import { agree, cards, password, submitCard } from "../../testing/sign-up-calls.ts";
import { startTestPortal, type TestPortal } from "../../testing/test-portal.ts";
import { giveUpInvoice } from "../operator/billing-acts.ts";
import { announcePrice } from "../operator/prices.ts";
import { purgeExpired } from "../purge/purge-jobs.ts";
import { endContracts } from "./contract-jobs.ts";

// A contract can end for two reasons at once, and rest while it ends.

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({}, { scheduled: false });
});
afterAll(() => portal.close());

const setClock = (moment: string) => setClocks(portal, moment);
beforeEach(() => setClock("2026-11-20T03:00:00Z"));

const by = { operator: "Sato" };

/** Moves to a moment and does what the jobs do then, the purge too. */
async function at(moment: string): Promise<void> {
  const day = await runDay(portal, moment);
  await endContracts(portal.context, day);
  await purgeExpired(portal.context);
}

async function member(plan: PlanId, card?: string) {
  const browser = portal.browser();
  const { email } = await signUpTo(portal, browser, "account", { plan });
  if (card !== undefined) await submitCard(portal, browser, card);
  await agree(browser);
  const account = await accountIdOf(portal, email);
  return {
    account,
    contract: () => browser.call(getContract, {}),
    signIn: () => browser.call(signIn, { body: { email, password, locale: "en" } }),
    leave: () => browser.call(withdrawAccount, { body: {} }),
    stay: () => browser.call(undoCancellation, { body: {} }),
  };
}

const isKept = async (account: string) =>
  (await portal.database.db
    .selectFrom("portal.account")
    .select("id")
    .where("id", "=", account)
    .executeTakeFirst()) !== undefined;

test("who leaves on the day of a refused price, before the run or after it, is deleted on the day they were told", async () => {
  const refusing = await member("detailed", cards.success);
  const early = await member("detailed", "5555550000001000");
  await at("2026-12-31T15:10:00Z");
  setClock("2027-01-05T03:00:00Z");
  await announcePrice(portal.context, by, {
    effectiveOn: "2027-03-01",
    monthlyPrice: 13_200,
    taxPercent: 10,
  });
  await at("2027-01-31T15:10:00Z");
  // Between midnight and the run that would let them go.
  setClock("2027-02-28T15:05:00Z");
  await early.signIn();
  expect(await early.leave()).toMatchObject({ endsOn: "2027-03-31", deletesOn: "2027-04-01" });
  await at("2027-02-28T15:10:00Z");
  expect(await early.contract()).toMatchObject({ endsOn: "2027-03-31", deletesOn: "2027-04-01" });

  // The run has let this one go, who is on the free plan at once.
  setClock("2027-03-01T03:00:00Z");
  await refusing.signIn();
  expect(await refusing.contract()).toMatchObject({
    plan: "free",
    mayUpgrade: true,
    startedOn: "2027-03-01",
  });
  expect(await refusing.leave()).toMatchObject({ endsOn: "2027-03-31", deletesOn: "2027-04-01" });
  for (const day of ["2027-03-01", "2027-03-02", "2027-03-30"]) await at(`${day}T15:10:00Z`);
  expect(await isKept(refusing.account)).toBe(true);
  expect(await isKept(early.account)).toBe(true);
  await at("2027-03-31T15:20:00Z");
  expect(await isKept(refusing.account)).toBe(false);
  expect(await isKept(early.account)).toBe(false);
  const { rows } = await portal.database.pool.query(
    "select count(*)::int as charged from portal.invoice where period >= '2027-03-01'",
  );
  expect(rows).toEqual([{ charged: 0 }]);
});

test("a contract that is over and not closed yet is closed by whoever leaves", async () => {
  const late = await member("security24");
  setClock("2026-12-20T15:01:00Z");
  await late.signIn();
  expect(await late.contract()).toMatchObject({ plan: "security24", state: "ended" });
  expect(await late.leave()).toMatchObject({
    plan: "free",
    endsOn: "2026-12-31",
    deletesOn: "2027-01-01",
  });
  await at("2026-12-31T15:20:00Z");
  expect(await isKept(late.account)).toBe(false);
});

test("leaving prolongs no trial: the rest of the month is the free plan's, and can be taken back", async () => {
  const trying = await member("security24");
  setClock("2026-12-05T03:00:00Z");
  await trying.signIn();
  const leaving = { endsOn: "2026-12-31", deletesOn: "2027-01-01", mayUndo: true };
  expect(await trying.leave()).toMatchObject({ plan: "security24", ...leaving });
  // Between midnight and the job, and after it.
  setClock("2026-12-20T15:01:00Z");
  await trying.signIn();
  expect(await trying.contract()).toMatchObject({ state: "ended", ...leaving });
  await at("2026-12-20T15:02:00Z");
  expect(await trying.contract()).toMatchObject({ plan: "free", ...leaving });
  expect(await trying.stay()).toMatchObject({ plan: "free", endsOn: null, mayUndo: false });
  await at("2026-12-31T15:20:00Z");
  expect(await isKept(trying.account)).toBe(true);
});

test("a plan that rests is left, and kept again, as any other; given up by an operator it rests as well", async () => {
  const unpaid = await member("detailed", cards.chargeLostCard);
  await at("2026-12-31T15:10:00Z");
  setClock("2027-01-05T03:00:00Z");
  const { number } = await portal.database.db
    .selectFrom("portal.invoice")
    .select("number")
    .where("account_id", "=", unpaid.account)
    .executeTakeFirstOrThrow();
  await giveUpInvoice(portal.context, by, String(number));
  await at("2027-01-14T01:00:30Z");
  await at("2027-01-15T01:00:30Z");
  await unpaid.signIn();
  expect(await unpaid.contract()).toMatchObject({ state: "suspended", mayUndo: false });
  expect(await unpaid.leave()).toMatchObject({
    state: "suspended",
    deletesOn: "2027-02-01",
    mayUndo: true,
  });
  expect(await unpaid.stay()).toMatchObject({ state: "suspended", deletesOn: null });
});
