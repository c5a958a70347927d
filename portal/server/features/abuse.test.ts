import { randomUUID } from "node:crypto";
import { requestFor } from "@sekimori/kit-development/testing";
import { allEndpoints } from "@sekimori/portal-contract/endpoints";
import { getMyProfile } from "@sekimori/portal-contract/endpoints/profile";
import { listActivity, listSessions } from "@sekimori/portal-contract/endpoints/security";
import { confirmOtp, signIn } from "@sekimori/portal-contract/endpoints/sign-in";
import { signUp } from "@sekimori/portal-contract/endpoints/sign-up";
import { mfaSetting } from "@sekimori/portal-contract/endpoints/two-factor";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newEmail, newMember, signUpTo } from "../testing/members.ts";
import { addTestPasskey } from "../testing/passkeys.ts";
import { cards, password, submitCard } from "../testing/sign-up-calls.ts";
import { startTestPortal, type TestPortal } from "../testing/test-portal.ts";
import { validInputs } from "../testing/valid-inputs.ts";
import { publishNotice } from "./operator/notices.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({ LIMIT_FACTOR: "10000" });
});
afterAll(() => portal.close());

test("forged Host and X-Forwarded headers reach no link and no redirect", async () => {
  const email = newEmail();
  const headers = {
    host: "evil.example",
    "x-forwarded-host": "evil.example",
    "x-forwarded-proto": "https",
    forwarded: "host=evil.example",
  };
  const answer = await portal.browser().request({
    ...requestFor(signUp, { body: { email, plan: "free", locale: "en" } }),
    headers,
  });
  expect(answer.status).toBe(200);
  const mail = await portal.mails.nth(email, 1);
  expect(`${mail.text}${mail.html}`).not.toContain("evil.example");
  expect(mail.text).toContain("http://localhost:3000/account/register-verification?token=");
  const back = await portal.browser().request({
    url: `/v1/payment/return/${"A".repeat(43)}`,
    headers,
  });
  expect(back.headers.location).toBe("/page-not-found");
});

test("a write that says it comes from elsewhere is refused, at every endpoint", async () => {
  for (const endpoint of allEndpoints.filter(({ method }) => method !== "GET")) {
    if (endpoint.name.startsWith("gmoid")) continue;
    const request = requestFor(endpoint, (validInputs[endpoint.name] ?? {}) as never);
    const forged = [
      { origin: "https://evil.example" },
      { "sec-fetch-site": "cross-site" },
      { origin: "null" },
    ];
    for (const headers of forged) {
      const answer = await portal.browser().request({ ...request, headers });
      expect([endpoint.name, answer.status]).toEqual([endpoint.name, 403]);
    }
  }
});

test("nobody reaches what needs a caller without being one", async () => {
  const guarded = allEndpoints.filter(
    ({ access, name }) => !["public", "server"].includes(access) && !name.startsWith("gmoid"),
  );
  expect(guarded.length).toBeGreaterThan(20);
  for (const endpoint of guarded) {
    const input = (validInputs[endpoint.name] ?? {}) as never;
    const answer = await portal.browser().attempt(endpoint, input);
    expect([endpoint.name, answer.error().type]).toEqual([endpoint.name, "SessionExpired"]);
  }
});

test("what belongs to one account cannot be reached by another's caller", async () => {
  const owner = portal.browser();
  await newMember(portal, owner);
  const payer = portal.browser();
  await signUpTo(portal, payer, "account", { plan: "detailed" });
  const attempt = randomUUID();
  await submitCard(portal, payer, cards.challenge, attempt);
  const session = (await owner.call(listSessions, {})).sessions[0]?.id ?? "";
  const entry = (await owner.call(listActivity, { query: {} })).entries[0]?.id ?? "";
  const { rows } = await portal.database.pool.query<{ id: string }>(
    `insert into portal.external_identity (issuer, subject, account_id, linked_at)
     select 'https://id.example', '1', account_id, now() from portal.session where id = $1
     returning id`,
    [session],
  );
  const identity = rows[0]?.id ?? "";
  const made = await portal.database.pool.query<{ browser: string; domain: string; token: string }>(
    `with owner as (select account_id from portal.session where id = $1),
     organisation as (
       insert into portal.organisation (id, holder_id, created_at)
       select gen_random_uuid(), account_id, now() from owner returning id, holder_id),
     member as (
       insert into portal.organisation_member (account_id, organisation_id, role, joined_at)
       select holder_id, id, 'owner', now() from organisation),
     domain as (
       insert into portal.organisation_domain (id, organisation_id, domain, token, claimed_at)
       select gen_random_uuid(), id, 'owned.example', 'token', now() from organisation returning id),
     token as (
       insert into portal.scim_token (id, organisation_id, token_digest, hint, created_at, expires_at)
       select gen_random_uuid(), id, 'digest', 'hint', now(), now() + interval '1 year'
       from organisation returning id),
     browser as (
       insert into portal.trusted_browser
         (id, account_id, series_digest, token_digest, rotated_at, device, created_at, expires_at)
       select gen_random_uuid(), account_id, 'series', 'token', now(), 'Firefox', now(),
         now() + interval '30 days' from owner returning id)
     select domain.id as domain, browser.id as browser, token.id as token
     from domain, browser, token`,
    [session],
  );
  const { domain, browser, token } = made.rows[0] ?? {};
  const { id: passkey } = await addTestPasskey(owner);
  const stranger = portal.browser();
  await newMember(portal, stranger);

  const words = { ja: "有料会員の方へ", en: "To paying members" };
  const forPaying = { title: words, body: words, audience: "detailed" } as const;
  const notice = await publishNotice(portal.context, { operator: "Sato" }, forPaying);

  const owned: Readonly<Record<string, unknown>> = {
    checkDomain: { params: { id: domain }, body: {} },
    removeDomain: { params: { id: domain } },
    endScimToken: { params: { id: token } },
    removeTrustedBrowser: { params: { id: browser } },
    endSession: { params: { id: session } },
    getNotice: { params: { id: notice } },
    renamePasskey: { params: { id: passkey }, body: { name: "mine" } },
    removePasskey: { params: { id: passkey } },
    unlinkIdentity: { params: { id: identity } },
    reportActivity: { body: { id: entry } },
    cardAttempt: { params: { attempt } },
    cancelCardAttempt: { params: { attempt }, body: {} },
    replaceCard: { body: { attempt, cardToken: "tok_unknown", shown: "nothing" } },
  };
  // Whatever takes an identifier of something owned must be tried here.
  const takesIdentifier = allEndpoints
    .filter(({ name }) => validInputs[name])
    .filter(({ name }) => {
      const { params = {}, body = {} } = validInputs[name] ?? {};
      return ["id", "attempt"].some((key) => key in params || key in body);
    })
    .map(({ name }) => name)
    .filter((name) => name !== "signUpWithCard"); // Needs a sign-up; see the payment tests.
  expect(new Set(takesIdentifier)).toEqual(new Set(Object.keys(owned)));

  for (const endpoint of allEndpoints.filter(({ name }) => owned[name])) {
    const answer = await stranger.attempt(endpoint, owned[endpoint.name] as never);
    const { type } = answer.error();
    expect(["NotFound", "PaymentNotRestored", "Conflict"]).toContain(type);
  }
  await owner.call(getMyProfile, {});
});

describe("a thousand wrong one-time passwords", () => {
  test("from twenty addresses pass never, and five at most look at one code", async () => {
    const first = portal.browser();
    const { email } = await newMember(portal, first);
    await first.call(mfaSetting, { body: { enabled: true } });
    const attackers = Array.from({ length: 20 }, () => portal.browser());
    for (const attacker of attackers) await attacker.call(signIn, { body: { email, password } });
    const outcomes = new Map<string, number>();
    await Promise.all(
      attackers.map(async (attacker) => {
        for (let guess = 0; guess < 50; guess += 1) {
          const code = String(guess * 7919)
            .padStart(6, "0")
            .slice(-6);
          const answer = await attacker.attempt(confirmOtp, { body: { code } });
          const type = answer.status === 200 ? "accepted" : answer.error().type;
          outcomes.set(type, (outcomes.get(type) ?? 0) + 1);
        }
      }),
    );
    expect(outcomes.get("OTPInvalid") ?? 0).toBeLessThanOrEqual(20 * 4);
    const { rows } = await portal.database.pool.query(
      "select max(tries)::int as tries from portal.sign_in_attempt",
    );
    expect(rows[0].tries).toBeLessThanOrEqual(5);
    // A lucky guess is possible: about 100 looks at codes of a million.
    expect(outcomes.get("accepted") ?? 0).toBe(0);
    await first.call(signIn, { body: { email, password } });
  });
});
