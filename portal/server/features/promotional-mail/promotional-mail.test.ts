import { getMyProfile } from "@sekimori/portal-contract/endpoints/profile";
import { changePromotionalMail } from "@sekimori/portal-contract/endpoints/promotional-mail";
import { agreeConsent, service } from "@sekimori/portal-contract/endpoints/sign-up";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newMember, signUpTo } from "../../testing/members.ts";
import { startTestPortal, type TestPortal } from "../../testing/test-portal.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});
afterAll(() => portal.close());

const at = (moment: string) => portal.clock.set(new Date(moment));

/** What an address's account said of promotional mail, in order, and in which minute: the clock runs on. */
async function history(email: string) {
  const { rows } = await portal.database.pool.query<{ action: string; at: Date }>(
    `select e.action, e.at from portal.audit_event e
     join portal.account a on a.id = e.account_id
     where a.email_digest = $1 and e.action like 'promotional-mail.%' order by e.id`,
    [portal.context.digests.email(email)],
  );
  return rows.map(({ action, at }) => [action, at.toISOString().slice(0, 16)]);
}

test("nobody has consented who did not say so, and either way is open on My Page", async () => {
  at("2026-11-20T03:00:00Z");
  const browser = portal.browser();
  const { email } = await newMember(portal, browser);
  expect(await browser.call(getMyProfile, {})).toMatchObject({ promotional_mail: false });
  expect(await history(email)).toEqual([]);

  const put = (consented: boolean) => browser.call(changePromotionalMail, { body: { consented } });
  at("2026-11-20T03:01:00Z");
  expect(await put(true)).toMatchObject({ promotional_mail: true });
  at("2026-11-20T03:02:00Z");
  expect(await put(true)).toMatchObject({ promotional_mail: true });
  at("2026-11-20T03:03:00Z");
  expect(await put(false)).toMatchObject({ promotional_mail: false });
  expect(await browser.call(getMyProfile, {})).toMatchObject({ promotional_mail: false });
  expect(await history(email)).toEqual([
    ["promotional-mail.consented", "2026-11-20T03:01"],
    ["promotional-mail.withdrawn", "2026-11-20T03:03"],
  ]);
});

test("what was ticked at the sign-up begins the history, and My Page ends it", async () => {
  at("2026-11-20T04:00:00Z");
  const browser = portal.browser();
  const { email } = await signUpTo(portal, browser, "account");
  const { agreement, shown } = await browser.call(service, {});
  const documents = agreement?.documents ?? [];
  await browser.call(agreeConsent, {
    body: { documents, shown: shown ?? "", agreed: true, promotionalMail: true, locale: "en" },
  });
  expect(await browser.call(getMyProfile, {})).toMatchObject({ promotional_mail: true });
  at("2026-11-20T04:05:00Z");
  await browser.call(changePromotionalMail, { body: { consented: false } });
  expect(await history(email)).toEqual([
    ["promotional-mail.consented", "2026-11-20T04:00"],
    ["promotional-mail.withdrawn", "2026-11-20T04:05"],
  ]);
});
