import { getMyProfile } from "@sekimori/portal-contract/endpoints/profile";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createOperator } from "../../operator.ts";
import { newMember } from "../../testing/members.ts";
import { startTestPortal, type TestPortal } from "../../testing/test-portal.ts";
import { answerBy, isUnanswered } from "./inquiries.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});
afterAll(() => portal?.close());

test.each([
  ["2026-11-20", "2026-11-30", false],
  ["2026-11-20", "2026-12-01", true],
  ["2027-02-20", "2027-03-02", false],
  ["2027-02-20", "2027-03-03", true],
  ["2028-02-20", "2028-03-01", false],
  ["2028-02-20", "2028-03-02", true],
  ["2026-12-25", "2027-01-04", false],
  ["2026-12-25", "2027-01-05", true],
])("asked on %s, on %s the time is over: %s", (askedOn, today, isOver) => {
  expect(isUnanswered(askedOn, today)).toBe(isOver);
});

test("a member is asked by mail, and a membership is not cancelled before ten days are over", async () => {
  const { database, context, clock, mails } = portal;
  const act = createOperator(portal, "Sato");
  const browser = portal.browser();
  const { email } = await newMember(portal, browser);
  const { rows } = await database.pool.query<{ id: string }>(
    "select id from portal.account where email_digest = $1",
    [context.digests.email(email)],
  );
  const id = rows[0]?.id ?? "";
  await expect(act.closeUnanswered(id)).rejects.toThrow("asked nothing");
  clock.set(new Date("2026-11-20T14:59:59Z"));
  const about = { ja: "住所の確認", en: "Is your address <still> right?" };
  const { askedOn } = await act.inquire(id, about);
  expect(askedOn).toBe("2026-11-20");
  await expect(act.inquire(id, about)).rejects.toThrow("open already");
  const mail = await mails.nth(email, 3);
  expect(mail.text).toContain(about.en);
  expect(mail.html).toContain("&lt;still&gt;");
  expect(mail.subject).toContain("2026/11/30");

  clock.set(new Date("2026-11-30T14:59:59Z"));
  await expect(act.closeUnanswered(id)).rejects.toThrow("until 2026-11-30");
  expect(await act.noteAnswer(id)).toBe(true);
  expect(await act.noteAnswer(id)).toBe(false);
  clock.set(new Date("2026-12-24T15:00:00Z"));
  await expect(act.closeUnanswered(id)).rejects.toThrow("asked nothing");

  await act.inquire(id, about);
  clock.set(new Date("2027-01-04T15:00:00Z"));
  expect(await act.openInquiries()).toEqual([
    { account: id, askedOn: "2026-12-25", answerBy: answerBy("2026-12-25"), isOver: true },
  ]);
  await act.closeUnanswered(id);
  expect(await act.openInquiries()).toEqual([]);
  await expect
    .poll(() => mails.to(email).at(-1)?.text)
    .toMatch(/an answer to our inquiry in time.*closed your account on 2027\/01\/05/);
  clock.reset();
  expect((await browser.attempt(getMyProfile, {})).error().type).toBe("SessionExpired");
  const { rows: acts } = await database.pool.query<{ action: string }>(
    "select action from portal.audit_event where account_id = $1 and (action like 'operator.inquiry%' or action = 'account.closed') order by id",
    [id],
  );
  expect(acts.map(({ action }) => action)).toEqual([
    "operator.inquiry-sent",
    "operator.inquiry-answered",
    "operator.inquiry-sent",
    "account.closed",
  ]);
});
