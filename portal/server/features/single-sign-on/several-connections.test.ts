import type { TestClient } from "@sekimori/kit-development/testing";
import { connectionsMost } from "@sekimori/portal-contract/constants";
import {
  listLinkedIdentities,
  unlinkIdentity,
} from "@sekimori/portal-contract/endpoints/linked-identities";
import { claimDomain } from "@sekimori/portal-contract/endpoints/organisation";
import { previewRule } from "@sekimori/portal-contract/endpoints/organisation-rules";
import { changeToOtherAccount } from "@sekimori/portal-contract/endpoints/other-account";
import { getMyProfile } from "@sekimori/portal-contract/endpoints/profile";
import { makeScimToken } from "@sekimori/portal-contract/endpoints/provisioning";
import { listActivity } from "@sekimori/portal-contract/endpoints/security";
import { confirmOtp, signOut } from "@sekimori/portal-contract/endpoints/sign-in";
import * as sso from "@sekimori/portal-contract/endpoints/single-sign-on";
import { logoutRequestXml, logoutWord, signedQuery } from "@sekimori/sandbox/saml-logout";
import { newSamlSigner } from "@sekimori/sandbox/saml-signer";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { directoryWith, personAt } from "../../testing/directory.ts";
import { accountIdOf } from "../../testing/members.ts";
import { codeIn } from "../../testing/memory-mailer.ts";
import { WrittenRecords } from "../../testing/organisations.ts";
import {
  answerOf,
  byMetadata,
  handIn,
  leaveFor,
  metadataOf,
  postAnswer,
  readRequest,
  wordFor,
} from "../../testing/saml.ts";
import {
  comeBack,
  companyProvider,
  discover,
  join,
  joinedMember,
  newMailDomain,
  person,
  proveDomain,
  signInAt,
  withSingleSignOn,
} from "../../testing/single-sign-on.ts";
import { startTestPortal, type TestPortal } from "../../testing/test-portal.ts";

const records = new WrittenRecords();
let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal(
    { LIMIT_FACTOR: "1000" },
    { scheduled: false, textRecords: records },
  );
});
afterAll(() => portal.close());

let serial = 0;
const refusal = async (attempt: Promise<{ error(): { type: string; data?: unknown } }>) => {
  const { type, data } = (await attempt).error();
  return [type, data];
};
const failure = (reason: string) => ["SingleSignOnFailed", { reason }];
const isIn = async (browser: TestClient) =>
  (await browser.attempt(getMyProfile, {})).status === 200;
const statusOf = (answer: { json(): unknown }) => (answer.json() as { status?: string }).status;

/** The address that stands in what a provider is told. */
const addressIn = (page: { readonly redirectUri: string }) => page.redirectUri.slice(-36);

/** A SAML connection beside what the organisation has: set up, neither tested nor on. */
async function addSaml({ browser }: { readonly browser: TestClient }, domain: string) {
  const signer = await newSamlSigner();
  const entityId = `https://second-${++serial}.example/saml`;
  const connection = "new" as const;
  const before = await browser.call(sso.prepareSaml, { body: { connection } });
  const metadata = metadataOf(entityId, [signer]);
  const page = await browser.call(sso.setUpSamlConnection, {
    body: { ...byMetadata(metadata), connection },
  });
  if (!page.connection) throw new Error("no connection was made");
  const { serviceProvider } = before;
  const organisation = { id: addressIn(page) };
  return {
    id: page.connection.id,
    before,
    page,
    serviceProvider,
    organisation,
    signer,
    entityId,
    domain,
  };
}

/** An organisation with OpenID for one domain and SAML for another, both on. */
async function withTwo() {
  const company = await withSingleSignOn(portal, records);
  const { browser } = company;
  const domain = newMailDomain();
  await proveDomain(browser, records, domain);
  const saml = await addSaml(company, domain);
  const connection = saml.id;
  await browser.call(sso.setConnectionDomains, { body: { connection, domains: [domain] } });
  const { redirectUrl } = await browser.call(sso.testConnection, { body: { connection } });
  const request = readRequest(redirectUrl);
  const tested = await handIn(
    portal,
    browser,
    saml,
    answerOf(wordFor(saml, request), saml.signer),
    request.relayState,
  );
  expect(tested.json()).toEqual({ status: "TESTED", connection });
  await browser.call(sso.switchConnection, { body: { connection, on: true } });
  const { connections } = await browser.call(sso.showConnection, { query: {} });
  return { ...company, openid: connections[0]?.id ?? "", saml };
}
type Two = Awaited<ReturnType<typeof withTwo>>;

/** Somebody comes from the SAML provider. */
async function comeBySaml(
  { saml }: Pick<Two, "saml">,
  about: { readonly subject: string; readonly email: string },
  browser = portal.browser(),
) {
  const request = await leaveFor(browser, { domain: about.email.split("@")[1] ?? "" });
  const word = wordFor(saml, request, {
    subject: about.subject,
    attributes: { email: about.email, givenName: "葵", sn: "森" },
  });
  const answer = await handIn(
    portal,
    browser,
    saml,
    answerOf(word, saml.signer),
    request.relayState,
  );
  return { browser, answer };
}

async function joinedBySaml(two: Two, subject = `saml-${++serial}`) {
  const email = `${subject}@${two.saml.domain}`;
  const { browser, answer } = await comeBySaml(two, { subject, email });
  expect(statusOf(answer)).toBe("JOIN");
  expect((await join(browser)).status).toBe(200);
  return { browser, subject, email };
}

const lead = (two: Pick<Two, "browser">, connection: string, domains: readonly string[]) =>
  two.browser.call(sso.setConnectionDomains, { body: { connection, domains: [...domains] } });

describe("a second connection", () => {
  test("has addresses of its own, known before it is set up; those of the first stay what they were", async () => {
    const company = await withSingleSignOn(portal, records);
    const { browser, organisation } = company;
    const first = await browser.call(sso.showConnection, { query: {} });
    expect(addressIn(first)).toBe(organisation.id);
    const { before, page, id } = await addSaml(company, company.domain);
    expect(before.connection).toBeNull();
    expect(page.serviceProvider).toEqual(before.serviceProvider);
    expect(addressIn(page)).not.toBe(organisation.id);
    const metadata = (url: string) => portal.app.inject(new URL(url).pathname);
    expect((await metadata(page.serviceProvider.metadataUrl)).body).toContain(
      `entityID="${page.serviceProvider.entityId}"`,
    );
    // A third has others again, which answer before it is there.
    const third = await browser.call(sso.prepareSaml, { body: { connection: "new" } });
    expect(addressIn(third)).not.toBe(addressIn(page));
    expect((await metadata(third.serviceProvider.metadataUrl)).statusCode).toBe(200);
    const again = await browser.call(sso.showConnection, { query: {} });
    expect([addressIn(again), again.connection?.id]).toEqual([
      organisation.id,
      first.connection?.id,
    ]);
    expect(again.connections.map((one) => one.id)).toEqual([first.connection?.id, id]);
    expect((await browser.call(listActivity, { query: {} })).entries[0]?.action).toBe(
      "single-sign-on.set-up",
    );
  });

  test("leads nobody until a domain is given to it, and then each address goes to its own", async () => {
    const company = await withSingleSignOn(portal, records);
    const { browser } = company;
    const domain = newMailDomain();
    await proveDomain(browser, records, domain);
    const saml = await addSaml(company, domain);
    const shown = await browser.call(sso.showConnection, { query: {} });
    const first = shown.connection?.id;
    expect(shown.domains).toEqual([
      { domain: company.domain, connection: first },
      { domain, connection: first },
    ]);
    const two = await withTwo();
    expect(await discover(portal.browser(), `a@${two.domain}`)).toContain("/identity/auth?");
    expect(await discover(portal.browser(), `a@${two.saml.domain}`)).toContain("idp.example/sso");
    // One that no domain leads to can't be turned on, whatever a test says.
    await portal.database.pool.query(
      "update portal.sso_connection set tested_at = now() where id = $1",
      [saml.id],
    );
    const on = { body: { connection: saml.id, on: true } };
    expect(await refusal(browser.attempt(sso.switchConnection, on))).toEqual([
      "ConnectionNotReady",
      undefined,
    ]);
  });

  test("is refused where nobody could tell whose a word is, and beyond the limit", async () => {
    const two = await withTwo();
    const { browser, saml } = two;
    const openid = { ...companyProvider(portal), connection: "new" as const };
    const taken = ["ProviderRefused", { reason: "taken" }];
    expect(await refusal(browser.attempt(sso.setUpConnection, { body: openid }))).toEqual(taken);
    const same = byMetadata(metadataOf(saml.entityId, [await newSamlSigner()]));
    const body = { ...same, connection: "new" as const };
    expect(await refusal(browser.attempt(sso.setUpSamlConnection, { body }))).toEqual(taken);
    // Nor may one become what another is.
    const other = { ...same, connection: two.openid };
    expect(await refusal(browser.attempt(sso.setUpSamlConnection, { body: other }))).toEqual(taken);
    // Another application at one issuer is told by its client, and another protocol by how it speaks.
    const clientId = "another";
    const made = await browser.call(sso.setUpConnection, { body: { ...openid, clientId } });
    const speaks = metadataOf(openid.issuer, [saml.signer]);
    const by = { ...byMetadata(speaks), connection: "new" as const };
    const last = await browser.call(sso.setUpSamlConnection, { body: by });
    expect(last.connections).toHaveLength(4);
    expect(last.connection?.id).not.toBe(made.connection?.id);
    await portal.database.pool.query(
      `insert into portal.sso_connection (id, organisation_id, address, protocol, issuer, client_id,
         client_secret, scopes, secret_changed_at, created_at)
       select gen_random_uuid(), $1, gen_random_uuid(), 'openid', 'https://' || n || '.example', 'c', '', '',
         now(), now() from generate_series(5, $2::int) n`,
      [two.organisation.id, connectionsMost],
    );
    const more = { ...openid, clientId: "one more" };
    expect(await refusal(browser.attempt(sso.setUpConnection, { body: more }))).toEqual([
      "ProviderRefused",
      { reason: "too-many" },
    ]);
  });

  test("is tested before its domain is taken from the one that people log in by", async () => {
    const company = await withSingleSignOn(portal, records);
    const { browser, domain } = company;
    const saml = await addSaml(company, domain);
    const connection = saml.id;
    const tried = async (email: string) => {
      const { redirectUrl } = await browser.call(sso.testConnection, { body: { connection } });
      const request = readRequest(redirectUrl);
      const word = wordFor(saml, request, { attributes: { email, givenName: "葵", sn: "森" } });
      const xml = answerOf(word, saml.signer);
      await handIn(portal, browser, saml, xml, request.relayState);
      return (await browser.call(sso.showConnection, { query: { connection } })).connection?.test;
    };
    const foreign = await tried(`a@${newMailDomain()}`);
    expect(foreign?.problems).toContain("other-domain");
    expect(await tried(`a@${domain}`)).toMatchObject({ domain, problems: [] });
    // It lets nobody in yet, nor can it be turned on.
    expect(await discover(portal.browser(), `a@${domain}`)).toContain("/identity/auth?");
    const on = { body: { connection, on: true } };
    expect((await refusal(browser.attempt(sso.switchConnection, on)))[0]).toBe(
      "ConnectionNotReady",
    );
    await lead(company, connection, [domain]);
    await browser.call(sso.switchConnection, on);
    expect(await discover(portal.browser(), `a@${domain}`)).toContain("idp.example/sso");
    const { rows } = await portal.database.pool.query(
      `select detail from portal.audit_event where action = 'single-sign-on.domains-set'
         and account_id = $1`,
      [await accountIdOf(portal, company.email)],
    );
    expect(rows).toEqual([{ detail: { provider: "idp.example", domains: domain } }]);
  });

  test("is no other organisation's, nor are its domains", async () => {
    const two = await withTwo();
    const { browser, domain } = await withSingleSignOn(portal, records);
    const own = (await browser.call(sso.showConnection, { query: {} })).connection?.id ?? "";
    const connection = two.saml.id;
    for (const attempt of [
      browser.attempt(sso.showConnection, { query: { connection } }),
      browser.attempt(sso.setUpConnection, { body: { ...companyProvider(portal), connection } }),
      browser.attempt(sso.changeConnectionSecret, { body: { connection, clientSecret: "x" } }),
      browser.attempt(sso.changeConnectionCertificates, {
        body: { connection, certificates: two.saml.signer.certificate },
      }),
      browser.attempt(sso.changeConnectionSignOut, {
        body: { connection, signOut: "here", sloUrl: "" },
      }),
      browser.attempt(sso.testConnection, { body: { connection } }),
      browser.attempt(sso.switchConnection, { body: { connection, on: false } }),
      browser.attempt(sso.removeConnection, { query: { connection } }),
      browser.attempt(sso.setConnectionDomains, { body: { connection, domains: [domain] } }),
      browser.attempt(sso.setConnectionDomains, {
        body: { connection: own, domains: [two.saml.domain] },
      }),
    ]) {
      expect(await refusal(attempt)).toEqual(["NotFound", undefined]);
    }
    expect(
      (await two.browser.call(sso.showConnection, { query: { connection } })).connection,
    ).toMatchObject({ isOn: true });
    // A domain that both have listed is whose record stands; the other's choice leads nobody.
    await browser.call(claimDomain, { body: { domain: two.saml.domain } });
    await lead({ browser }, own, [domain, two.saml.domain]);
    expect(await discover(portal.browser(), `a@${two.saml.domain}`)).toContain("idp.example/sso");
  });
});

describe("an act that names no connection", () => {
  test("is refused where there are several, and changes none; one that comes twice is another's no more", async () => {
    const two = await withTwo();
    const { browser, openid, saml } = two;
    const { rows: before } = await portal.database.pool.query(
      "select * from portal.sso_connection where organisation_id = $1 order by id",
      [two.organisation.id],
    );
    const metadata = metadataOf("https://unnamed.example", [await newSamlSigner()]);
    for (const attempt of [
      browser.attempt(sso.setUpConnection, { body: { ...companyProvider(portal), clientId: "x" } }),
      browser.attempt(sso.setUpSamlConnection, { body: byMetadata(metadata) }),
      browser.attempt(sso.changeConnectionSecret, { body: { clientSecret: "x" } }),
      browser.attempt(sso.changeConnectionSignOut, { body: { signOut: "here", sloUrl: "" } }),
      browser.attempt(sso.testConnection, { body: {} }),
      browser.attempt(sso.switchConnection, { body: { on: false } }),
    ]) {
      expect(await refusal(attempt)).toEqual(["NotFound", undefined]);
    }
    const unnamed = browser.attempt(sso.removeConnection, { query: {} as { connection: string } });
    expect((await refusal(unnamed))[0]).toBe("InvalidInput");
    const { rows } = await portal.database.pool.query(
      "select * from portal.sso_connection where organisation_id = $1 order by id",
      [two.organisation.id],
    );
    expect(rows).toEqual(before);
    await browser.call(sso.removeConnection, { query: { connection: openid } });
    // A page that shows the removed one still, and a call that is made again.
    for (const attempt of [
      browser.attempt(sso.removeConnection, { query: { connection: openid } }),
      browser.attempt(sso.changeConnectionCertificates, {
        body: { connection: openid, certificates: saml.signer.certificate },
      }),
      browser.attempt(sso.setUpConnection, {
        body: { ...companyProvider(portal), connection: openid },
      }),
    ]) {
      expect(await refusal(attempt)).toEqual(["NotFound", undefined]);
    }
    const { connections } = await browser.call(sso.showConnection, { query: {} });
    expect(connections).toMatchObject([{ id: saml.id, isOn: true }]);
  });
});

describe("whom a connection knows", () => {
  test("is nobody whom another calls by the same name, and no answer counts at another's address", async () => {
    const two = await withTwo();
    const colleague = await joinedMember(portal, two);
    const subject = colleague.identity.choose;
    const namesake = await comeBySaml(two, { subject, email: `namesake@${two.saml.domain}` });
    expect(statusOf(namesake.answer)).toBe("JOIN");
    // Nor does its word count for the domain of another.
    const outside = portal.browser();
    const request = await leaveFor(outside, two.saml);
    const word = wordFor(two.saml, request, {
      attributes: { email: colleague.email, givenName: "葵", sn: "森" },
    });
    const xml = answerOf(word, two.saml.signer);
    expect(await refusal(handIn(portal, outside, two.saml, xml, request.relayState))).toEqual(
      failure("other-domain"),
    );
    const browser = portal.browser();
    const redirectUrl = (await discover(browser, colleague.email)) ?? "";
    const elsewhere = { organisation: two.saml.organisation };
    expect(await refusal(comeBack(browser, elsewhere, redirectUrl, colleague.identity))).toEqual(
      failure("expired"),
    );
    const asked = await leaveFor(browser, two.saml);
    const posted = await postAnswer(
      portal,
      {
        serviceProvider: {
          ...two.saml.serviceProvider,
          acsUrl: two.saml.serviceProvider.acsUrl.replace(
            two.saml.organisation.id,
            two.organisation.id,
          ),
        },
      },
      {
        SAMLResponse: Buffer.from(answerOf(wordFor(two.saml, asked), two.saml.signer)).toString(
          "base64",
        ),
        RelayState: asked.relayState,
      },
    );
    expect(posted.headers.location).not.toContain(`state=${asked.relayState}`);
  });

  test("changes with the domain: the former's word counts no more, open questions neither, sessions last", async () => {
    const two = await withTwo();
    const colleague = await joinedMember(portal, two);
    const asking = portal.browser();
    expect(statusOf(await signInAt(asking, two, person(`asked@${two.domain}`)))).toBe("JOIN");
    const away = portal.browser();
    const redirectUrl = (await discover(away, colleague.email)) ?? "";
    await lead(two, two.saml.id, [two.domain, two.saml.domain]);
    expect(await isIn(colleague.browser)).toBe(true);
    expect(await refusal(join(asking))).toEqual(failure("off"));
    expect(await refusal(comeBack(away, two, redirectUrl, colleague.identity))).toEqual(
      failure("off"),
    );
    expect(await discover(portal.browser(), colleague.email)).toContain("idp.example/sso");
    // At the new one they are asked, as their address alone says nothing: they are signed in still, and link.
    const { answer } = await comeBySaml(
      two,
      { subject: "moved", email: colleague.email },
      colleague.browser,
    );
    expect(statusOf(answer)).toBe("JOIN");
    await colleague.browser.call(sso.linkToOrganisation, { body: {} });
    await colleague.browser.call(signOut, { body: {} });
    const back = await comeBySaml(two, { subject: "moved", email: colleague.email });
    expect([statusOf(back.answer), await isIn(back.browser)]).toEqual(["SIGNED_IN", true]);
    // Given back, the former link counts again.
    await lead(two, two.openid, [two.domain]);
    expect(statusOf(await signInAt(portal.browser(), two, colleague.identity))).toBe("SIGNED_IN");
  });

  test("waits in vain for a press where its domain has moved meanwhile", async () => {
    const two = await withTwo();
    const colleague = await joinedMember(portal, two);
    const { browser } = await joinedBySaml(two);
    expect(statusOf(await signInAt(browser, two, colleague.identity))).toBe("OTHER_ACCOUNT");
    await lead(two, two.saml.id, [two.domain, two.saml.domain]);
    const pressed = browser.attempt(changeToOtherAccount, { body: {} });
    expect(await refusal(pressed)).toEqual(failure("off"));
  });

  test("waits in vain for a code where its domain has moved meanwhile, or its connection is off", async () => {
    const two = await withTwo();
    const colleague = await joinedMember(portal, two);
    const id = await accountIdOf(portal, colleague.email);
    await portal.database.pool.query("update portal.account set mfa_enabled = true where id = $1", [
      id,
    ]);
    const asked = async () => {
      const browser = portal.browser();
      const sent = portal.mails.to(colleague.email).length;
      expect(statusOf(await signInAt(browser, two, colleague.identity))).toBe("OTP_VERIFY");
      // Other mails may come between.
      const isCode = ({ text }: { text: string }) => /^ {4}\d{6}$/m.test(text);
      let mail = await portal.mails.nth(colleague.email, sent + 1);
      for (let n = sent + 2; !isCode(mail); n++) mail = await portal.mails.nth(colleague.email, n);
      return { browser, body: { code: codeIn(mail) } };
    };
    const refused = async ({ browser, body }: Awaited<ReturnType<typeof asked>>) => {
      expect(await refusal(browser.attempt(confirmOtp, { body }))).toEqual([
        "SessionExpired",
        undefined,
      ]);
      expect(await isIn(browser)).toBe(false);
    };
    const moved = await asked();
    await lead(two, two.saml.id, [two.domain, two.saml.domain]);
    await refused(moved);
    await lead(two, two.openid, [two.domain]);
    const off = await asked();
    const turn = (on: boolean) =>
      two.browser.call(sso.switchConnection, { body: { connection: two.openid, on } });
    await turn(false);
    await refused(off);
    // Back on, its word counts for what began since.
    await turn(true);
    const { browser, body } = await asked();
    expect((await browser.call(confirmOtp, { body })).status).toBe("SIGNED_IN");
  });

  test("stays where one is removed: sessions last, its domain leads to none, and what both had stays with the other", async () => {
    const two = await withTwo();
    const { browser: owner } = two;
    const colleague = await joinedMember(portal, two);
    const other = await joinedBySaml(two);
    await owner.call(sso.removeConnection, { query: { connection: two.openid } });
    expect([await isIn(colleague.browser), await isIn(other.browser)]).toEqual([true, true]);
    const page = await owner.call(sso.showConnection, { query: {} });
    expect(page.domains).toEqual([
      { domain: two.domain, connection: null },
      { domain: two.saml.domain, connection: two.saml.id },
    ]);
    expect(await discover(portal.browser(), colleague.email)).toBeNull();
    const back = await comeBySaml(two, other);
    expect(statusOf(back.answer)).toBe("SIGNED_IN");
    // The last one takes the choices with it: whatever is set up next has every domain.
    await owner.call(sso.removeConnection, { query: { connection: two.saml.id } });
    const next = await owner.call(sso.setUpConnection, { body: companyProvider(portal) });
    expect(next.domains.map((one) => one.connection)).toEqual([
      next.connection?.id,
      next.connection?.id,
    ]);
    expect(addressIn(next)).toBe(two.organisation.id);
  });

  test("belongs to the organisation while one of two links is left", async () => {
    const two = await withTwo();
    const colleague = await joinedMember(portal, two);
    await lead(two, two.saml.id, [two.domain, two.saml.domain]);
    const about = { subject: "of-two", email: colleague.email };
    await comeBySaml(two, about, colleague.browser);
    await colleague.browser.call(sso.linkToOrganisation, { body: {} });
    const id = await accountIdOf(portal, colleague.email);
    const memberships = async () => {
      const { rows } = await portal.database.pool.query(
        "select provider_groups from portal.organisation_member where account_id = $1",
        [id],
      );
      return rows;
    };
    await portal.database.pool.query(
      "update portal.organisation_member set provider_groups = '{admins}' where account_id = $1",
      [id],
    );
    const { identities } = await colleague.browser.call(listLinkedIdentities, {});
    // Their domain leads to the second: the first signs them in no more.
    expect(identities.map(({ onlyWayIn }) => onlyWayIn)).toEqual([false, true]);
    const only = colleague.browser.attempt(unlinkIdentity, {
      params: { id: identities[1]?.id ?? "" },
    });
    expect((await refusal(only))[0]).toBe("OnlyWayIn");
    const [former] = identities;
    await colleague.browser.call(unlinkIdentity, { params: { id: former?.id ?? "" } });
    // They stay, without the groups that the former may have said.
    expect(await memberships()).toEqual([{ provider_groups: null }]);
  });
});

test("what one connection says of logouts ends nothing that began with another", async () => {
  const two = await withTwo();
  const colleague = await joinedMember(portal, two);
  const subject = colleague.identity.choose;
  const namesake = await joinedBySaml(two, subject);
  const { saml } = two;
  const slo = (address: string) =>
    saml.serviceProvider.sloUrl.replace(saml.organisation.id, address);
  const say = async (address: string) => {
    const word = logoutWord(saml.entityId, slo(address));
    const xml = logoutRequestXml({ ...word, subject, sessions: [] });
    const query = signedQuery("SAMLRequest", xml, saml.signer, "state");
    await portal.app.inject(`${new URL(slo(address)).pathname}?${query}`);
    return [await isIn(colleague.browser), await isIn(namesake.browser)];
  };
  expect(await say(two.organisation.id)).toEqual([true, true]);
  expect(await say(saml.organisation.id)).toEqual([true, false]);
});

test("the directory's names are of the provider that a person's domain leads to", async () => {
  const two = await withTwo();
  const colleague = await joinedMember(portal, two);
  const externalId = colleague.identity.choose;
  const { token } = await two.browser.call(makeScimToken, { body: {} });
  const directory = directoryWith(portal, two.organisation.id, token);
  // Somebody of the other provider's, called alike: they are not who is in the directory.
  const email = `alike@${two.saml.domain}`;
  const added = await directory("POST", "/Users", personAt(email, { externalId, active: false }));
  expect(added.status).toBe(201);
  expect(await isIn(colleague.browser)).toBe(true);
  // Who joins by the first under that name is not that entry's either.
  const made = await comeBySaml(two, { subject: externalId, email });
  expect(await refusal(join(made.browser))).toEqual(["AccessEnded", undefined]);
  await directory("DELETE", `/Users/${added.body.id}`);
  const upn = { userName: `upn-${externalId}`, emails: [{ value: `upn@${two.domain}` }] };
  const own = await directory("POST", "/Users", personAt(email, { externalId, ...upn }));
  await directory("DELETE", `/Users/${own.body.id}`);
  expect(await isIn(colleague.browser)).toBe(false);
});

test("the directory's name for somebody whose provider is removed is nobody's at the one that is left", async () => {
  const two = await withTwo();
  const { token } = await two.browser.call(makeScimToken, { body: {} });
  const directory = directoryWith(portal, two.organisation.id, token);
  const externalId = `left-${++serial}`;
  const entry = await directory("POST", "/Users", personAt(`left@${two.domain}`, { externalId }));
  expect(entry.status).toBe(201);
  await two.browser.call(sso.removeConnection, { query: { connection: two.openid } });
  const partner = await joinedBySaml(two, externalId);
  const { rows } = await portal.database.pool.query(
    "select account_id from portal.scim_user where id = $1",
    [entry.body.id],
  );
  expect(rows).toEqual([{ account_id: null }]);
  await directory("DELETE", `/Users/${entry.body.id}`);
  expect(await isIn(partner.browser)).toBe(true);
});

test("no passwords: whom the connection of their domain doesn't let in is counted as kept out", async () => {
  const two = await withTwo();
  await joinedMember(portal, two);
  await joinedBySaml(two);
  const rule = { kind: "no-passwords" } as const;
  const affected = async () => (await two.browser.call(previewRule, { body: { rule } })).affected;
  const before = await affected();
  await lead(two, two.saml.id, [two.domain, two.saml.domain]);
  expect(await affected()).toBe(before + 1);
  const turn = (on: boolean) =>
    two.browser.call(sso.switchConnection, { body: { connection: two.saml.id, on } });
  await turn(false);
  expect(await affected()).toBe(before + 2);
  await turn(true);
  expect(await affected()).toBe(before + 1);
  // Links of the provider that it was set up for before stand for nobody.
  await portal.database.pool.query(
    "update portal.sso_identity set issuer = 'https://former.example' where connection_id = $1",
    [two.saml.id],
  );
  expect(await affected()).toBe(before + 2);
});
