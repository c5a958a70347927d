import { afterAll, beforeAll, expect, test } from "vitest";
import { signUpTo } from "../../testing/members.ts";
import { runDay, setClocks } from "../../testing/moving-days.ts";
import { agree, cards, submitCard } from "../../testing/sign-up-calls.ts";
import { startTestPortal, type TestPortal } from "../../testing/test-portal.ts";
import { park } from "./parking.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({}, { scheduled: false });
  setClocks(portal, "2026-11-20T03:00:00Z");
});
afterAll(() => portal.close());

async function paidMember(number: string): Promise<void> {
  const browser = portal.browser();
  await signUpTo(portal, browser, "account", { plan: "detailed" });
  await submitCard(portal, browser, number);
  await agree(browser);
}

test("tells charges by their result, what has no answer, and who is parked", async () => {
  const figures = () => portal.context.metrics.text();
  for (const result of ["succeeded", "declined", "card", "authentication", "gateway"]) {
    expect(await figures()).toContain(`sekimori_charges_total{result="${result}"} 0`);
  }
  await paidMember(cards.success);
  await paidMember(cards.chargeDeclined);
  await paidMember(cards.chargeLostAnswer);
  await runDay(portal, "2027-01-01T03:00:00Z");
  const billed = await figures();
  expect(billed).toContain('sekimori_charges_total{result="succeeded"} 1');
  expect(billed).toContain('sekimori_charges_total{result="declined"} 1');
  setClocks(portal, "2027-01-01T05:00:00Z");
  const open = /^sekimori_charge_open_oldest_seconds (\S+)$/m.exec(await figures())?.[1];
  expect(Number(open)).toBeGreaterThan(3_600);

  const { id } = await portal.database.db
    .selectFrom("portal.contract")
    .select("id")
    .executeTakeFirstOrThrow();
  await park(portal.context, portal.database.db, id, "missed-months", "of a test");
  expect(await figures()).toContain('sekimori_contracts_parked{reason="missed-months"} 1');
  await portal.database.db.deleteFrom("portal.parked_contract").execute();
  expect(await figures()).not.toContain('sekimori_contracts_parked{reason="missed-months"}');
});
