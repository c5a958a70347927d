import type { TestClient } from "@sekimori/kit-development/testing";
import { agreeConsent, service } from "@sekimori/portal-contract/endpoints/sign-up";
import { afterAll, beforeAll, expect, test } from "vitest";
import { accountIdOf, signUpTo } from "../../testing/members.ts";
import { cards, submitCard } from "../../testing/sign-up-calls.ts";
import { startTestPortal, type TestPortal } from "../../testing/test-portal.ts";
import { announcePrice } from "../operator/prices.ts";

// Row 44 of the assurance plan, for the sign-up: what is agreed to is what the screen showed, and
// what is kept is the same. Upgrades are in one-trial-upgrade.test.ts, payments in
// ../billing/paid-as-shown.test.ts.

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({}, { scheduled: false });
});
afterAll(() => portal.close());

const at = (moment: string) => portal.clock.set(new Date(moment));

/** A sign-up for the paid plan at its last step. */
async function applicant(number: string) {
  const browser = portal.browser();
  const { email } = await signUpTo(portal, browser, "account", { plan: "detailed" });
  await submitCard(portal, browser, number);
  return { browser, account: await accountIdOf(portal, email) };
}

async function shownTo(browser: TestClient) {
  const { agreement, shown } = await browser.call(service, {});
  if (!agreement || shown === null) throw new Error("The last step shows nothing.");
  const { documents } = agreement;
  const chosen = { agreed: true, promotionalMail: false, locale: "ja" } as const;
  return { agreement, body: { documents, shown, ...chosen } };
}

async function evidenceOf(account: string) {
  const { rows } = await portal.database.pool.query(
    "select shown, locale from portal.agreement where account_id = $1",
    [account],
  );
  return rows;
}

const contractsOf = async (account: string) =>
  (await portal.database.pool.query("select from portal.contract where account_id = $1", [account]))
    .rowCount;

/** What changes between a look at the last step and the press, and what is shown from then on. */
const changes: readonly {
  readonly name: string;
  readonly card: string;
  readonly from: string;
  readonly meanwhile: (browser: TestClient) => Promise<unknown>;
  readonly before: object;
  readonly after: object;
}[] = [
  {
    name: "the trial of the card, which another sign-up has taken",
    card: cards.success,
    from: "2026-11-20T03:00:00Z",
    meanwhile: async () => {
      const other = await applicant(cards.success);
      const { agreement, body } = await shownTo(other.browser);
      expect(agreement.hasTrial).toBe(true);
      await other.browser.call(agreeConsent, { body });
    },
    before: { hasTrial: true, trialEndsOn: "2026-12-20", firstChargeOn: "2027-01-01" },
    after: { hasTrial: false, trialEndsOn: "2026-11-30", firstChargeOn: "2026-12-01" },
  },
  {
    name: "the day, at midnight in Tokyo",
    card: "5555550000001000",
    from: "2026-11-20T14:50:00Z",
    meanwhile: async () => at("2026-11-20T15:00:00Z"),
    before: { trialEndsOn: "2026-12-20" },
    after: { trialEndsOn: "2026-12-21" },
  },
  {
    name: "the price",
    card: "3530110000001008",
    from: "2026-11-21T03:00:00Z",
    meanwhile: async () => {
      const price = { effectiveOn: "2027-04-01", monthlyPrice: 13_200, taxPercent: 10 } as const;
      await announcePrice(portal.context, { operator: "Sato" }, price);
    },
    before: { announcedPrice: null },
    after: { announcedPrice: { effectiveOn: "2027-04-01", monthlyPrice: 13_200 } },
  },
  {
    name: "the card, in another tab",
    card: "378282000001006",
    from: "2026-11-22T03:00:00Z",
    meanwhile: (browser) => submitCard(portal, browser, "36227200001003"),
    before: { card: { last4: "1006" } },
    after: { card: { last4: "1003" } },
  },
];

test.each(changes)("an agreement is refused when it was for other terms: $name", async (change) => {
  at(change.from);
  const { browser, account } = await applicant(change.card);
  const first = await shownTo(browser);
  expect(first.agreement).toMatchObject(change.before);
  await change.meanwhile(browser);
  const refused = await browser.attempt(agreeConsent, { body: first.body });
  expect([refused.status, refused.error().type]).toEqual([409, "TermsChanged"]);
  expect([await evidenceOf(account), await contractsOf(account)]).toEqual([[], 0]);

  const second = await shownTo(browser);
  expect(second.agreement).toMatchObject(change.after);
  await browser.call(agreeConsent, { body: second.body });
  const { card, ...rest } = second.agreement;
  const shown = { plan: "detailed", ...rest, card: { last4: card?.last4 } };
  expect(await evidenceOf(account)).toEqual([{ shown, locale: "ja" }]);
});
