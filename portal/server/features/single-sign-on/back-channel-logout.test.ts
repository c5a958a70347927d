import { createHmac } from "node:crypto";
import type { TestClient } from "@sekimori/kit-development/testing";
import { createOutbound } from "@sekimori/kit-server/outbound";
import { getMyProfile } from "@sekimori/portal-contract/endpoints/profile";
import { listActivity } from "@sekimori/portal-contract/endpoints/security";
import { proveSecondFactor, signOut } from "@sekimori/portal-contract/endpoints/sign-in";
import * as sso from "@sekimori/portal-contract/endpoints/single-sign-on";
import * as oidc from "openid-client";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type LogoutListener, startLogoutListener } from "../../testing/logout-listener.ts";
import { newOrganisation, WrittenRecords } from "../../testing/organisations.ts";
import {
  authorizationRequest,
  exchange,
  follow,
  newRelyingParty,
} from "../../testing/relying-party.ts";
import { discover, join, newMailDomain, proveDomain } from "../../testing/single-sign-on.ts";
import {
  newProviderKey,
  type StrictPerson,
  type StrictProvider,
  startStrictProvider,
  strictClient,
} from "../../testing/strict-provider.ts";
import { startTestPortal, type TestPortal } from "../../testing/test-portal.ts";

const records = new WrittenRecords();
let portal: TestPortal;
let provider: StrictProvider;
let listener: LogoutListener;
let company: Awaited<ReturnType<typeof connected>>;

beforeAll(async () => {
  provider = await startStrictProvider();
  listener = await startLogoutListener();
  const loopback = [provider.issuer, new URL(listener.address).origin];
  portal = await startTestPortal(
    { LIMIT_FACTOR: "1000" },
    {
      scheduled: false,
      textRecords: records,
      outbound: createOutbound({ production: false, loopback }),
    },
  );
  company = await connected();
});
afterAll(async () => {
  await portal.close();
  provider.close();
  listener.close();
});

/** An organisation that has single sign-on by this provider on. */
async function connected() {
  const owner = await newOrganisation(portal);
  const domain = newMailDomain();
  await proveDomain(owner.browser, records, domain);
  await owner.browser.call(sso.setUpConnection, {
    body: { ...strictClient, issuer: provider.issuer },
  });
  const { redirectUrl } = await owner.browser.call(sso.testConnection, { body: {} });
  const about = { ...owner, domain };
  await comeBack(owner.browser, about, redirectUrl, newPerson(about));
  const page = await owner.browser.call(sso.switchConnection, { body: { on: true } });
  return { ...about, signOut: page.signOut };
}
type Connected = Pick<Awaited<ReturnType<typeof connected>>, "organisation" | "domain">;

let serial = 0;
function newPerson({ domain }: Pick<Connected, "domain">): StrictPerson & { session: string } {
  serial += 1;
  const email = `person-${serial}@${domain}`;
  return { subject: `subject-${serial}`, email, session: `session-${serial}` };
}

function comeBack(
  browser: TestClient,
  { organisation }: Pick<Connected, "organisation">,
  redirectUrl: string,
  person: StrictPerson,
) {
  const { state = "", ...rest } = provider.logIn(redirectUrl, person);
  const params = { organisation: organisation.id };
  return browser.attempt(sso.completeSingleSignOn, { params, query: { ...rest, state } });
}

async function logIn(person: StrictPerson, browser = portal.browser()): Promise<TestClient> {
  const redirectUrl = await discover(browser, person.email);
  const answer = await comeBack(browser, company, redirectUrl ?? "", person);
  if ((answer.json() as { status?: string }).status === "JOIN") await join(browser);
  return browser;
}

const isIn = async (browser: TestClient) =>
  (await browser.attempt(getMyProfile, {})).status === 200;

const path = (organisation = company.organisation.id) =>
  `/v1/sso/organisation/${organisation}/backchannel-logout`;

/** What the provider's server posts. */
function tell(body: string, url = path(), type = "application/x-www-form-urlencoded") {
  return portal.app.inject({
    method: "POST",
    url,
    headers: { "content-type": type },
    payload: body,
  });
}
const tellToken = (token: string, url?: string) =>
  tell(new URLSearchParams({ logout_token: token }).toString(), url);

describe("a provider tells by the back channel that somebody has logged out", () => {
  test("its session ends here, with what applications have of it; no other does, and no mail is sent", async () => {
    const person = newPerson(company);
    const browser = await logIn(person);
    const elsewhere = await logIn({ ...person, session: "another" });
    const stranger = await logIn(newPerson(company));
    const party = await newRelyingParty(portal, {
      isFirstParty: true,
      backChannelLogoutUri: listener.address,
    });
    const started = await authorizationRequest(party, { scope: "openid" });
    const tokens = await exchange(party, started, (await follow(browser, started.url.href)).url);
    await portal.jobsDone();
    const mails = portal.mails.sent.length;

    const answer = await tellToken(await provider.logoutToken(person));
    expect([answer.statusCode, answer.body]).toEqual([200, ""]);
    expect(answer.headers["cache-control"]).toBe("no-store");
    expect([await isIn(browser), await isIn(elsewhere), await isIn(stranger)]).toEqual([
      false,
      true,
      true,
    ]);
    const uses = await Promise.allSettled([
      oidc.fetchUserInfo(party.configuration, tokens.access_token, oidc.skipSubjectCheck),
      oidc.refreshTokenGrant(party.configuration, tokens.refresh_token ?? ""),
    ]);
    expect(uses.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    await portal.jobsDone();
    const { sub } = tokens.claims() ?? {};
    expect(listener.told.filter((one) => one.sub === sub)).toHaveLength(1);
    expect(portal.mails.sent).toHaveLength(mails);
    const { entries } = await elsewhere.call(listActivity, { query: {} });
    expect(entries.slice(0, 1)).toEqual([
      expect.objectContaining({ action: "sign-out.by-provider" }),
    ]);
  });

  test("without a session's name all of the person's end; one that was never named ends with any", async () => {
    const person = newPerson(company);
    const browsers = [await logIn(person), await logIn({ ...person, session: "second" })];
    await tellToken(await provider.logoutToken({ subject: person.subject }));
    expect(await Promise.all(browsers.map(isIn))).toEqual([false, false]);

    const { session: _, ...unnamed } = person;
    const browser = await logIn(unnamed);
    await tellToken(await provider.logoutToken({ session: "of-whom" }));
    expect(await isIn(browser)).toBe(true);
    await tellToken(await provider.logoutToken({ ...unnamed, session: "not-told-before" }));
    expect(await isIn(browser)).toBe(false);
  });

  test("what waits for a second factor, or for the answer whether to join, ends too", async () => {
    const person = newPerson(company);
    await logIn(person);
    await portal.database.pool.query(
      `update portal.account set mfa_enabled = true where id =
         (select account_id from portal.sso_identity where subject = $1)`,
      [person.subject],
    );
    const waiting = await logIn({ ...person, session: "waits" });
    const asked = newPerson(company);
    const asking = portal.browser();
    const redirectUrl = (await discover(asking, asked.email)) ?? "";
    await comeBack(asking, company, redirectUrl, asked);
    await tellToken(await provider.logoutToken({ session: "waits" }));
    await tellToken(await provider.logoutToken(asked));
    const proof = { way: "email" as const, code: "123456" };
    expect((await waiting.attempt(proveSecondFactor, { body: proof as never })).status).not.toBe(
      200,
    );
    const { rows } = await portal.database.pool.query(
      `select (select count(*) from portal.sign_in_attempt where sso_login_id is not null)::int as attempts,
         (select count(*) from portal.sso_joining where subject = $1)::int as questions`,
      [asked.subject],
    );
    expect(rows).toEqual([{ attempts: 0, questions: 0 }]);
    expect((await asking.attempt(sso.showJoining, {})).status).not.toBe(200);
  });

  test("a connection that is off is listened to: its people are logged in still", async () => {
    const person = newPerson(company);
    const browser = await logIn(person);
    await company.browser.call(sso.switchConnection, { body: { on: false } });
    await tellToken(await provider.logoutToken(person));
    expect(await isIn(browser)).toBe(false);
    await company.browser.call(sso.switchConnection, { body: { on: true } });
  });
});

describe("a word that proves nothing ends nobody's session, and is told so in a sentence", () => {
  let victim:
    | { readonly person: ReturnType<typeof newPerson>; readonly browser: TestClient }
    | undefined;
  // One for all of them, unless a word has ended their session: then it is that one's failure alone.
  beforeEach(async () => {
    if (victim && (await isIn(victim.browser))) return;
    const person = newPerson(company);
    victim = { person, browser: await logIn(person) };
  });

  const seconds = () => Math.floor(Date.now() / 1000);
  const unsigned = (claims: object, header: object, signature = "") =>
    [header, claims]
      .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
      .concat(signature)
      .join(".");
  const claimsOf = (token: string) =>
    JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()) as object;
  type Forge = (person: StrictPerson & { session: string }) => string | Promise<string>;
  const changed =
    (changes: Readonly<Record<string, unknown>>): Forge =>
    (person) =>
      provider.logoutToken(person, changes);

  test.each<readonly [string, Forge]>([
    [
      "another's key",
      async (one) => provider.logoutToken(one, {}, (await newProviderKey()).privateKey),
    ],
    [
      "no signature",
      async (one) => unsigned(claimsOf(await provider.logoutToken(one)), { alg: "none" }),
    ],
    [
      "a key that both sides know",
      async (one) => {
        const head = { alg: "HS256", kid: "1" };
        const text = unsigned(claimsOf(await provider.logoutToken(one)), head).slice(0, -1);
        const { clientSecret } = strictClient;
        return `${text}.${createHmac("sha256", clientSecret).update(text).digest("base64url")}`;
      },
    ],
    ["another issuer", changed({ iss: "https://elsewhere.example" })],
    ["another audience", changed({ aud: "somebody-else" })],
    ["no audience", changed({ aud: undefined })],
    ["issued long ago", changed({ iat: seconds() - 13 * 60 })],
    ["issued later", changed({ iat: seconds() + 600 })],
    ["no time", changed({ iat: undefined })],
    ["over", changed({ exp: seconds() - 300 })],
    ["no name of its own", changed({ jti: undefined })],
    ["an empty name", changed({ jti: "" })],
    ["no event", changed({ events: undefined })],
    ["another event", changed({ events: { "https://elsewhere.example/event": {} } })],
    [
      "an event that is no object",
      changed({
        events: { "http://schemas.openid.net/event/backchannel-logout": true },
      }),
    ],
    ["a nonce, as an ID token has", changed({ nonce: "x" })],
    ["nobody", () => provider.logoutToken({})],
    ["nothing", () => ""],
    ["no token", () => "a.b.c"],
    ["more than a token weighs", () => "x".repeat(40_000)],
  ])("%s", async (_name, forge) => {
    if (!victim) throw new Error("nobody is logged in");
    const answer = await tellToken(await forge(victim.person));
    expect([400, 413]).toContain(answer.statusCode);
    expect(answer.json()).toMatchObject({ error: expect.anything() });
    expect(answer.headers["cache-control"]).toBe("no-store");
    expect(await isIn(victim.browser)).toBe(true);
  });

  test("a word said twice, one to another organisation's address, two at once, and JSON", async () => {
    const person = newPerson(company);
    await logIn(person);
    const token = await provider.logoutToken(person);
    expect((await tellToken(token)).statusCode).toBe(200);
    const again = await logIn(person);
    expect((await tellToken(token)).json()).toEqual({
      error: "invalid_request",
      error_description: "The logout token can't be trusted. Nobody was logged out.",
    });
    const fresh = await provider.logoutToken(person);
    const other = await newOrganisation(portal);
    const refused = [
      await tellToken(fresh, path(other.organisation.id)),
      await tellToken(fresh, path("nobody")),
      await tell(`logout_token=${fresh}&logout_token=${fresh}`),
      await tell(JSON.stringify({ logout_token: fresh }), path(), "application/json"),
    ];
    expect(refused.map(({ statusCode }) => statusCode)).toEqual([400, 400, 400, 400]);
    expect(await isIn(again)).toBe(true);
    const at = await Promise.all([tellToken(fresh), tellToken(fresh)]);
    expect(at.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400]);
  });

  test("a provider is known by its own spelling of its issuer, however its owner types it", async () => {
    const { browser } = await newOrganisation(portal);
    const typed = { ...strictClient, issuer: `${provider.issuer}/` };
    const { connection } = await browser.call(sso.setUpConnection, { body: typed });
    expect(connection?.issuer).toBe(provider.issuer);
    const again = { ...strictClient, issuer: provider.issuer, connection: "new" };
    expect((await browser.attempt(sso.setUpConnection, { body: again })).error()).toMatchObject({
      type: "ProviderRefused",
      data: { reason: "taken" },
    });
  });

  test("keys that can't be read are said to be so", async () => {
    const { organisation, browser } = await newOrganisation(portal);
    await browser.call(sso.setUpConnection, {
      body: { ...strictClient, issuer: provider.issuer },
    });
    provider.isReachable = false;
    const answer = await tellToken(
      await provider.logoutToken(newPerson(company)),
      path(organisation.id),
    );
    expect(answer.json()).toEqual({
      error: "invalid_request",
      error_description: "The provider's keys can't be read. Nobody was logged out.",
    });
    provider.isReachable = true;
  });
});

describe("who logs out here", () => {
  const change = (signOutAt: "here" | "offered" | "done") =>
    company.browser.attempt(sso.changeConnectionSignOut, {
      body: { signOut: signOutAt, sloUrl: "" },
    });
  const leave = async (browser: TestClient) =>
    (await browser.call(signOut, { body: {} })).atProvider;
  const back = async (state: string, organisation = company.organisation.id) => {
    const url = `/v1/sso/organisation/${organisation}/signed-out?state=${state}`;
    const { statusCode, headers } = await portal.app.inject({ method: "GET", url });
    expect(statusCode).toBe(303);
    return headers.location;
  };

  test("stays logged in at the provider, unless the organisation wants it otherwise", async () => {
    expect(await leave(await logIn(newPerson(company)))).toBeUndefined();
  });

  test.each(["offered", "done"] as const)(
    "is %s to log out there: the address says who is meant, and is come back from once",
    async (how) => {
      expect((await change(how)).status).toBe(200);
      const person = newPerson(company);
      const browser = await logIn(person);
      const { url, ...about } = (await leave(browser)) ?? {};
      expect(about).toEqual({ how, host: new URL(provider.issuer).host });
      expect(await isIn(browser)).toBe(false);
      const { origin, pathname, searchParams } = new URL(url ?? "");
      expect(`${origin}${pathname}`).toBe(`${provider.issuer}/logout`);
      const { id_token_hint: hint = "", state = "", ...rest } = Object.fromEntries(searchParams);
      expect(rest).toEqual({
        realm: "company",
        client_id: strictClient.clientId,
        ui_locales: "en",
        post_logout_redirect_uri: company.signOut.returnUri,
      });
      expect(
        JSON.parse(Buffer.from(hint.split(".")[1] ?? "", "base64url").toString()),
      ).toMatchObject({ aud: strictClient.clientId });
      const { rows } = await portal.database.pool.query(
        `select from portal.sso_login where not exists (
           select from portal.session s where s.sso_login_id = sso_login.id) and subject = $1`,
        [person.subject],
      );
      expect(rows).toEqual([]);
      const other = await newOrganisation(portal);
      expect(await back(state, other.organisation.id)).toBe("/organization-sign-in/signed-out");
      expect(await back(state)).toBe("/organization-sign-in/signed-out?at=provider");
      expect(await back(state)).toBe("/organization-sign-in/signed-out");
      expect(await back("made-up")).toBe("/organization-sign-in/signed-out");
    },
  );

  test("is logged out here all the same where the provider can't be reached, and is told", async () => {
    await change("done");
    const browser = await logIn(newPerson(company));
    await portal.database.pool.query(
      `update portal.sso_connection set client_id = client_id || '-changed', client_secret = client_secret
       where organisation_id = $1`,
      [company.organisation.id],
    );
    provider.leaves.add("issuer");
    try {
      expect(await leave(browser)).toMatchObject({ how: "done", url: null });
      expect(await isIn(browser)).toBe(false);
    } finally {
      provider.leaves.delete("issuer");
      await portal.database.pool.query(
        "update portal.sso_connection set client_id = $2 where organisation_id = $1",
        [company.organisation.id, strictClient.clientId],
      );
      await change("here");
    }
  });

  test("a provider without such an address is not asked, and its owner is told so", async () => {
    provider.leaves.add("end_session_endpoint");
    const owner = await newOrganisation(portal);
    await owner.browser.call(sso.setUpConnection, {
      body: { ...strictClient, clientId: "no-logout", issuer: provider.issuer },
    });
    const body = { signOut: "done" as const, sloUrl: "" };
    const answer = await owner.browser.attempt(sso.changeConnectionSignOut, { body });
    provider.leaves.delete("end_session_endpoint");
    expect(answer.error()).toMatchObject({
      type: "ProviderRefused",
      data: { reason: "no-sign-out" },
    });
  });
});
