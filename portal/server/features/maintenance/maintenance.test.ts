import type { TestClient } from "@sekimori/kit-development/testing";
import { getContract, upgrade } from "@sekimori/portal-contract/endpoints/contract";
import { changeLanguage, getMyProfile } from "@sekimori/portal-contract/endpoints/profile";
import { confirmOtp, signIn, signOut } from "@sekimori/portal-contract/endpoints/sign-in";
import {
  cardAttempt,
  cardAttemptSchema,
  signUp,
} from "@sekimori/portal-contract/endpoints/sign-up";
import { showMaintenance, siteConfiguration } from "@sekimori/portal-contract/endpoints/site";
import { mfaSetting } from "@sekimori/portal-contract/endpoints/two-factor";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { accountIdOf, newEmail, newMember, signUpTo } from "../../testing/members.ts";
import { addTestPasskey, tryPasskey } from "../../testing/passkeys.ts";
import { agree, cards, password, submitCard } from "../../testing/sign-up-calls.ts";
import { startTestPortal, type TestPortal } from "../../testing/test-portal.ts";
import { DryRun } from "../operator/operator-audit.ts";
import { appointStaff } from "../staff/staff.ts";
import { endMaintenance, presentMaintenance, startMaintenance } from "./maintenance.ts";

const acting = { operator: "Sato" };
const reason = { reasonJa: "決済システムの切り替えのため", reasonEn: "We're changing systems." };

type Area = Parameters<typeof endMaintenance>[2];

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});
afterAll(() => portal.close());
afterEach(async () => {
  portal.clock.reset();
  for (const { area } of await presentMaintenance(portal.context)) {
    await endMaintenance(portal.context, acting, area);
  }
  await followed([]);
});

/** Until this process has followed. */
const followed = (areas: readonly Area[]) =>
  expect
    .poll(() => portal.context.maintenance.now().map(({ area }) => area), { timeout: 10_000 })
    .toEqual(areas);

async function close(area: Area, minutes: number | null = 60): Promise<void> {
  await startMaintenance(portal.context, acting, { area, ...reason, minutes });
  await followed([area]);
}

async function open(area: Area): Promise<boolean> {
  const wasClosed = await endMaintenance(portal.context, acting, area);
  await followed([]);
  return wasClosed;
}

const entry = (email: string) => ({ body: { email, password } });
const start = () => ({ body: { email: newEmail(), plan: "free", locale: "en" } }) as const;
const inJapanese = { body: { language_code: "ja" } } as const;

async function events() {
  const { rows } = await portal.database.pool.query<{ action: string; detail: unknown }>(
    "select action, detail from portal.audit_event where action like '%maintenance%' order by id",
  );
  return rows;
}

test("a closed area refuses with the reason, the end and when to ask again; by its end it is open", async () => {
  await close("sign-up", 30);
  const refused = await portal.browser().attempt(signUp, start());
  const error = refused.error();
  expect([refused.status, error.type, error.data]).toEqual([
    503,
    "Unavailable",
    {
      maintenance: "sign-up",
      ja: reason.reasonJa,
      en: reason.reasonEn,
      endsAt: expect.stringMatching(/Z$/),
      retryAfterSeconds: expect.any(Number),
    },
  ]);
  const after = Number(refused.headers["retry-after"]);
  expect([after > 25 * 60, after <= 30 * 60]).toEqual([true, true]);
  const told = await portal.browser().call(showMaintenance, {});
  expect(told.maintenance).toEqual([
    {
      area: "sign-up",
      reason: { ja: reason.reasonJa, en: reason.reasonEn },
      startedAt: expect.any(String),
      endsAt: error.data?.endsAt,
    },
  ]);
  expect((await portal.browser().call(siteConfiguration, {})).isInMaintenance).toBe(true);
  portal.clock.advance(31 * 60_000);
  await portal.browser().call(signUp, start());
  expect((await portal.browser().call(siteConfiguration, {})).isInMaintenance).toBe(false);
  // What ended by itself is not ended by anybody.
  expect(await open("sign-up")).toBe(false);
});

test("each act is written down by name; one of two who end it at once did; a trial changes nothing", async () => {
  const before = (await events()).length;
  const asked = { area: "payment" as const, ...reason, minutes: null };
  const trying = { ...acting, dryRun: true };
  await expect(startMaintenance(portal.context, trying, asked)).rejects.toThrow(DryRun);
  expect(await presentMaintenance(portal.context)).toEqual([]);
  await close("payment", null);
  const again = { ...asked, reasonEn: "It takes longer." };
  await startMaintenance(portal.context, { operator: "Ito" }, again);
  expect(await presentMaintenance(portal.context)).toMatchObject([
    { area: "payment", startedBy: "Ito", endsAt: null, reason: { en: "It takes longer." } },
  ]);
  const ended = await Promise.all(
    ["Sato", "Ito"].map((operator) => endMaintenance(portal.context, { operator }, "payment")),
  );
  expect(ended.filter(Boolean)).toHaveLength(1);
  const names = (await events()).slice(before);
  expect(names.map(({ action }) => action)).toEqual([
    "operator.maintenance-started",
    "operator.maintenance-started",
    "operator.maintenance-ended",
  ]);
  expect(names[1]?.detail).toEqual({
    area: "payment",
    reason: "It takes longer.",
    operator: "Ito",
  });
});

test("while log-ins are closed, who is in goes on, and only staff get in", async () => {
  const inside = portal.browser();
  const { email } = await newMember(portal, inside);
  const known = portal.browser();
  await known.call(signIn, entry(email));
  await known.call(signOut, { body: {} });
  const staffed = portal.browser();
  const staff = await newMember(portal, staffed);
  const account = await accountIdOf(portal, staff.email);
  await appointStaff(portal.context, acting, { account, name: "Hanako", roles: ["support"] });
  const { passkey } = await addTestPasskey(staffed);
  await close("log-in");
  await inside.call(changeLanguage, inJapanese);
  for (const browser of [portal.browser(), known]) {
    const refused = await browser.attempt(signIn, entry(email));
    expect([refused.status, refused.error().data?.maintenance]).toEqual([503, "log-in"]);
  }
  // A wrong password is what it always is, and tells nobody whether an address has an account.
  const wrong = { body: { email, password: "Wrong-Pass1" } };
  expect((await known.attempt(signIn, wrong)).error().type).toBe("UsernamePasswordIncorrect");
  const back = portal.browser();
  expect((await tryPasskey(back, passkey)).status).toBe(200);
  await back.call(getMyProfile, {});
  await open("log-in");
  expect((await known.call(signIn, entry(email))).status).toBe("SIGNED_IN");
});

test("who was asked for a code when log-ins were closed is refused, and mailed no other", async () => {
  const browser = portal.browser();
  const { email } = await newMember(portal, browser);
  await browser.call(mfaSetting, { body: { enabled: true } });
  await portal.mails.nth(email, 3);
  const other = portal.browser();
  await other.call(signIn, entry(email));
  const mailed = await portal.mails.nth(email, 4);
  await close("log-in");
  const code = /\b(\d{6})\b/.exec(mailed.text)?.[1] ?? "";
  const refused = await other.attempt(confirmOtp, { body: { code } });
  expect([refused.status, refused.error().data?.maintenance]).toEqual([503, "log-in"]);
  expect((await portal.browser().attempt(signIn, entry(email))).status).toBe(503);
  await portal.jobsDone();
  expect(portal.mails.to(email)).toHaveLength(4);
});

/** What the holder does at their card's issuer, up to the post that comes back without cookies. */
async function passChallenge(redirectUrl: string | null): Promise<void> {
  const page = await portal.company.answerChallenge(redirectUrl, { code: "123456" });
  const action = /action="([^"]+)"/.exec(page)?.[1] ?? "";
  const registration = /name="registration" value="([^"]+)"/.exec(page)?.[1] ?? "";
  await portal.app.inject({
    method: "POST",
    url: new URL(action).pathname,
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      origin: portal.sandbox.origin,
      "sec-fetch-site": "cross-site",
    },
    payload: new URLSearchParams({ registration }).toString(),
  });
}

/** The answers to what a member tries. */
async function tried(browser: TestClient) {
  const read = await browser.attempt(getContract, {});
  const write = await browser.attempt(changeLanguage, inJapanese);
  return [read.status, write.status];
}

test("while everything is closed an open session reads, and money on its way arrives", async () => {
  const member = portal.browser();
  const { email } = await newMember(portal, member);
  const paying = portal.browser();
  await signUpTo(portal, paying, "account", { plan: "detailed" });
  const begun = cardAttemptSchema.parse((await submitCard(portal, paying, cards.challenge)).json());
  await close("everything");
  expect(await tried(member)).toEqual([200, 503]);
  expect(begun.state).toBe("requires_action");
  await passChallenge(begun.redirectUrl);
  const arrived = await paying.call(cardAttempt, { params: { attempt: begun.attempt } });
  expect(arrived.state).toBe("succeeded");
  await agree(paying);
  await paying.call(getMyProfile, {});
  const beginning = await submitCard(portal, paying, cards.success);
  expect([beginning.status, beginning.error().data?.maintenance]).toEqual([503, "everything"]);
  expect((await portal.browser().attempt(signIn, entry(email))).status).toBe(503);
  await member.call(signOut, { body: {} });
  for (const url of ["/healthz", "/readyz"]) {
    expect([url, (await member.request({ url })).status]).toEqual([url, 200]);
  }
  await open("everything");
  expect((await portal.browser().call(signIn, entry(email))).status).toBe("SIGNED_IN");
});

test("while payment is closed nothing is ordered, and all else goes on", async () => {
  const member = portal.browser();
  await newMember(portal, member);
  await close("payment");
  expect(await tried(member)).toEqual([200, 200]);
  const refused = await member.request({ method: upgrade.method, url: upgrade.path, body: {} });
  expect([refused.status, refused.error().data?.maintenance]).toEqual([503, "payment"]);
});
