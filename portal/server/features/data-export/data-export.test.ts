import {
  fetchDataExport,
  requestDataExport,
  showDataExport,
} from "@sekimori/portal-contract/endpoints/data-export";
import { reauthenticate } from "@sekimori/portal-contract/endpoints/sign-in";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signUpTo } from "../../testing/members.ts";
import { agree, cards, password, submitCard } from "../../testing/sign-up-calls.ts";
import { startTestPortal, type TestPortal } from "../../testing/test-portal.ts";
import { inquire } from "../operator/inquiries.ts";
import { calendarDay } from "../plan/plan-dates.ts";
import { purgeExpired } from "../purge/purge-jobs.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});
afterAll(() => portal.close());

test("a copy of one's data is made by a worker, told by mail, fetched after step-up, and gone in a week", async () => {
  const browser = portal.browser();
  const { email } = await signUpTo(portal, browser, "account", { plan: "detailed" });
  await submitCard(portal, browser, cards.success);
  await agree(browser);
  const none = { body: { format: "json", locale: "en" } } as const;
  const { id: accountId } = await portal.database.db
    .selectFrom("portal.account")
    .select("id")
    .executeTakeFirstOrThrow();
  const about = { ja: "ご登録の住所", en: "your address" };
  await inquire(portal.context, { operator: "Sato" }, accountId, about);
  expect((await browser.attempt(fetchDataExport, none)).error().type).toBe("NotFound");
  expect((await browser.call(requestDataExport, { body: {} })).state).toMatch(/preparing|ready/);
  await expect.poll(async () => (await browser.call(showDataExport, {})).state).toBe("ready");
  await expect
    .poll(() => portal.mails.to(email).some((mail) => mail.subject.includes("data is ready")))
    .toBe(true);
  // Ten minutes later the password is asked for once more.
  portal.clock.advance(10 * 60_000 + 1);
  expect((await browser.attempt(fetchDataExport, none)).error().type).toBe("RecentSignInRequired");
  await browser.call(reauthenticate, { body: { password } });

  const json = JSON.parse((await browser.call(fetchDataExport, none)).content);
  expect(json.account[0]).toMatchObject({ email, companyName: "関守商店", lastName: "山本" });
  expect(json.contracts).toHaveLength(1);
  expect(json.card[0]).toMatchObject({ last4: "1003", holder: "HANAKO SEKI" });
  expect(json.agreements).toHaveLength(1);
  const askedOn = calendarDay(portal.clock.now());
  expect(json.inquiries).toEqual([{ asked_on: askedOn, answered_on: null }]);
  expect(json.activity.length).toBeGreaterThan(2);
  // No secret leaves: no password's hash, no token, no key of the payment company.
  expect(JSON.stringify(json)).not.toMatch(/argon2|idempotency|gateway_card|token_digest/);
  const page = await browser.call(fetchDataExport, { body: { format: "html", locale: "ja" } });
  expect(page.name).toMatch(/^sekimori-.*\.html$/);
  expect(page.content).toContain("<h2>請求書</h2>");
  expect(page.content).toContain("<h2>運営からの確認のご依頼</h2>");
  expect(page.content).toContain(email);

  const stranger = portal.browser();
  await signUpTo(portal, stranger, "member");
  expect((await stranger.attempt(fetchDataExport, none)).error().type).toBe("NotFound");

  portal.clock.advance(7 * 24 * 60 * 60_000);
  await purgeExpired(portal.context);
  const rows = await portal.database.db.selectFrom("portal.data_export").selectAll().execute();
  expect(rows).toEqual([]);
});
