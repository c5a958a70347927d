import { dayMs } from "@sekimori/kit-contract/tokyo";
import { getMyProfile } from "@sekimori/portal-contract/endpoints/profile";
import { listActivity } from "@sekimori/portal-contract/endpoints/security";
import * as sso from "@sekimori/portal-contract/endpoints/single-sign-on";
import { assertionXml, responseXml, signXml } from "@sekimori/sandbox/saml-message";
import { newSamlSigner } from "@sekimori/sandbox/saml-signer";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { accountIdOf, newMember } from "../../testing/members.ts";
import { newOrganisation, WrittenRecords } from "../../testing/organisations.ts";
import {
  answerOf,
  byMetadata,
  emailFormat,
  handIn,
  leaveFor,
  metadataOf,
  persistentFormat,
  type ReadRequest,
  readRequest,
  trySaml,
  withSaml,
  withSamlConnection,
  wordFor,
} from "../../testing/saml.ts";
import {
  companyProvider,
  discover,
  join,
  joinedMember,
  tryConnection,
} from "../../testing/single-sign-on.ts";
import { startTestPortal, type TestPortal } from "../../testing/test-portal.ts";
import { warnOfCertificates } from "./single-sign-on-jobs.ts";

const records = new WrittenRecords();
let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal(
    { LIMIT_FACTOR: "1000" },
    { scheduled: false, textRecords: records },
  );
});
afterAll(() => portal.close());
afterEach(() => portal.clock.reset());

const refusal = async (attempt: Promise<{ error(): { type: string; data?: unknown } }>) => {
  const { type, data } = (await attempt).error();
  return [type, data];
};
const on = { body: { on: true } };

describe("what a provider knows us by", () => {
  test("is metadata with keys of the organisation's own, once they are made", async () => {
    const owner = await newOrganisation(portal);
    const page = await owner.browser.call(sso.showConnection, { query: {} });
    const path = new URL(page.serviceProvider.metadataUrl).pathname;
    expect(page.serviceProvider.certificate).toBeNull();
    expect((await portal.app.inject(path)).statusCode).toBe(404);
    const made = (await owner.browser.call(sso.prepareSaml, { body: {} })).serviceProvider;
    const again = (await owner.browser.call(sso.prepareSaml, { body: {} })).serviceProvider;
    expect(again.certificate).toBe(made.certificate);
    const { body, headers, statusCode } = await portal.app.inject(path);
    expect(statusCode).toBe(200);
    expect(headers["content-type"]).toMatch(/^application\/samlmetadata\+xml/);
    expect(body).toContain(`entityID="${made.entityId}"`);
    expect(body).toContain(`Location="${made.acsUrl}"`);
    expect(body).toContain("urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST");
    expect(body).toMatch(/AuthnRequestsSigned="true"/);
    expect(body).toMatch(/WantAssertionsSigned="true"/);
    const certificatesIn = (xml: string) =>
      [...xml.matchAll(/<ds:X509Certificate>([^<]+)/g)].map(([, text = ""]) =>
        text.replaceAll(/\s/g, ""),
      );
    const signing = made.certificate?.replaceAll(/-----[^-]+-----|\s/g, "");
    expect(certificatesIn(body)).toEqual([signing]);
    // Keycloak encrypts, in a way of its own, for whoever offers a key: it is there for who asks.
    expect(body).not.toContain("encryption");
    const offered = (await portal.app.inject(`${path}?encryption=1`)).body;
    expect(offered).toContain(`entityID="${made.entityId}"`);
    expect(offered).toContain('use="encryption"');
    expect(offered).toContain("aes256-gcm");
    expect(offered).not.toContain("cbc");
    const [first, encryption] = certificatesIn(offered);
    expect(first).toBe(signing);
    expect(encryption).not.toBe(signing);
    const { rows } = await portal.database.pool.query(
      "select encode(private_keys, 'escape') as text from portal.sso_key where organisation_id = $1",
      [owner.organisation.id],
    );
    expect(rows[0].text).not.toContain("PRIVATE");
  });

  test("signs what we ask: from whom, to whom, and to which address the answer goes", async () => {
    const company = await withSaml(portal, records);
    const url = (await discover(portal.browser(), `a@${company.domain}`)) ?? "";
    const request = readRequest(url);
    expect(url).toMatch(/^https:\/\/idp\.example\/sso\?idpid=1&/);
    expect(request).toMatchObject({
      destination: "https://idp.example/sso?idpid=1",
      acsUrl: company.serviceProvider.acsUrl,
      issuer: company.serviceProvider.entityId,
      relayState: expect.stringMatching(/^.{43}$/),
    });
    expect(request.isSignedBy(company.serviceProvider.certificate ?? "")).toBe(true);
    // Whoever is let in without a password is welcome, too.
    expect(request.xml).not.toContain("RequestedAuthnContext");
  });
});

describe("a connection", () => {
  test("is set up from metadata, tested, switched on; somebody joins and is back by their name there", async () => {
    const company = await withSamlConnection(portal, records);
    const { browser, domain } = company;
    const page = await browser.call(sso.showConnection, { query: {} });
    expect(page.connection).toMatchObject({
      protocol: "saml",
      issuer: company.entityId,
      clientId: null,
      scopes: null,
      saml: {
        ssoUrl: "https://idp.example/sso?idpid=1",
        allowsProviderStart: false,
        certificates: [{ fingerprint: expect.stringMatching(/^([0-9A-F]{2}:){31}/) }],
      },
      isOn: false,
      isTested: false,
    });
    expect(JSON.stringify(page)).not.toContain("PRIVATE");
    expect(await refusal(browser.attempt(sso.switchConnection, on))).toEqual([
      "ConnectionNotReady",
      undefined,
    ]);
    expect((await trySaml(portal, company)).json()).toMatchObject({ status: "TESTED" });
    const tested = await browser.call(sso.showConnection, { query: {} });
    expect(tested.connection?.test).toMatchObject({
      domain,
      problems: [],
      claims: ["NameID", "email", "givenName", "sn"],
    });
    await browser.call(sso.switchConnection, on);

    const person = portal.browser();
    const subject = "u-1";
    const attributes = { email: `aoi@${domain}`, givenName: "葵", sn: "森" };
    const request = await leaveFor(person, company);
    const xml = answerOf(wordFor(company, request, { subject, attributes }), company.signer);
    expect((await handIn(portal, person, company, xml, request.relayState)).json()).toEqual({
      status: "JOIN",
    });
    expect(await person.call(sso.showJoining, {})).toMatchObject({
      provider: "idp.example",
      email: `aoi@${domain}`,
      name: { firstName: "葵", lastName: "森" },
    });
    expect((await join(person)).status).toBe(200);
    const { rows } = await portal.database.pool.query(
      "select first_factor, provider_amr, provider_acr from portal.session where account_id = $1",
      [await accountIdOf(portal, `aoi@${domain}`)],
    );
    expect(rows).toEqual([{ first_factor: "external", provider_amr: ["pwd"], provider_acr: null }]);
    // The address has changed there: who somebody is has not.
    const later = portal.browser();
    const next = await leaveFor(later, company);
    const word = wordFor(company, next, { subject, attributes: { email: `new@${domain}` } });
    const back = await handIn(
      portal,
      later,
      company,
      answerOf(word, company.signer),
      next.relayState,
    );
    expect(back.json()).toMatchObject({ status: "SIGNED_IN" });
    expect((await later.call(getMyProfile, {})).email_address).toBe(`aoi@${domain}`);
    const { entries } = await browser.call(listActivity, { query: {} });
    expect(entries.map(({ action }) => action).slice(0, 3)).toEqual([
      "single-sign-on.switched-on",
      "single-sign-on.tested",
      "single-sign-on.set-up",
    ]);
  });

  test.each([
    [
      "Entra ID",
      {
        "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress": "E",
        "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/givenname": "葵",
        "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/surname": "森",
        "http://schemas.microsoft.com/claims/authnmethodsreferences":
          "http://schemas.microsoft.com/claims/multipleauthn",
      },
    ],
    ["Okta", { email: "E", firstName: "葵", lastName: "森" }],
    ["Google Workspace", { Email: "E", First_Name: "葵", Last_Name: "森" }],
    [
      "Keycloak",
      {
        "urn:oid:1.2.840.113549.1.9.1": "E",
        "urn:oid:2.5.4.42": "葵",
        "urn:oid:2.5.4.4": "森",
      },
    ],
    [
      "an X.500 directory",
      {
        "urn:oid:0.9.2342.19200300.100.1.3": "E",
        "urn:oid:2.5.4.42": "葵",
        "urn:oid:2.5.4.4": "森",
      },
    ],
    ["OpenID Connect", { email_address: "E", given_name: "葵", family_name: "森" }],
  ])("reads the names that %s gives to attributes", async (_name, given) => {
    const company = await withSamlConnection(portal, records);
    const attributes = Object.fromEntries(
      Object.entries(given).map(([name, value]) => [
        name,
        value === "E" ? `x@${company.domain}` : value,
      ]),
    );
    await trySaml(portal, company, { attributes });
    const { connection } = await company.browser.call(sso.showConnection, { query: {} });
    expect(connection?.test).toMatchObject({ domain: company.domain, problems: [] });
  });

  test("says what is missing", async () => {
    const company = await withSamlConnection(portal, records);
    const found = async (changes: Parameters<typeof trySaml>[2]) => {
      await trySaml(portal, company, changes);
      const { connection } = await company.browser.call(sso.showConnection, { query: {} });
      return connection?.test?.problems;
    };
    const nameIdFormat = persistentFormat;
    expect(await found({ attributes: {}, nameIdFormat })).toEqual(["no-email", "no-name"]);
    const subject = `a@${company.domain}`;
    const byAddress = { attributes: {}, nameIdFormat: emailFormat, subject };
    expect(await found(byAddress)).toEqual(["address-is-id", "no-name"]);
    const transient = "urn:oasis:names:tc:SAML:2.0:nameid-format:transient";
    expect(await found({ nameIdFormat: transient })).toEqual(["temporary-id"]);
    expect(await found({ audience: "https://other.example" })).toEqual(["untrusted"]);
    const email = "a@elsewhere.example";
    expect(await found({ attributes: { email } })).toEqual(["other-domain", "no-name"]);
    // What the provider says of the address in two ways is not settled by the name.
    const two = { email: `a@${company.domain}`, mail: `b@${company.domain}` };
    expect(await found({ attributes: two, nameIdFormat: emailFormat, subject })).toEqual([
      "no-email",
      "no-name",
    ]);
    const doubted = { email: subject, email_verified: "False" };
    expect(await found({ attributes: doubted })).toEqual(["unverified", "no-name"]);
  });

  test("is refused where its description is of no use, with the reason", async () => {
    const { browser } = await newOrganisation(portal);
    const signer = await newSamlSigner();
    const good = metadataOf("https://idp.example/saml", [signer]);
    const { generateKeyPairSync } = await import("node:crypto");
    const { samlSigner } = await import("@sekimori/sandbox/saml-signer");
    const small = await samlSigner(generateKeyPairSync("rsa", { modulusLength: 1024 }).privateKey);
    const ended = await newSamlSigner({ from: new Date("2020-01-01"), days: 30 });
    const fields = {
      metadata: "",
      entityId: "https://idp.example/saml",
      ssoUrl: "https://idp.example/sso",
      certificates: signer.certificate,
      allowsProviderStart: false,
    };
    const many = await Promise.all(Array.from({ length: 5 }, () => newSamlSigner()));
    for (const [body, reason] of [
      [byMetadata("<x/>"), "no-metadata"],
      [byMetadata("hello"), "no-metadata"],
      [byMetadata(`<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>${good}`), "no-metadata"],
      [byMetadata(good.replaceAll("HTTP-Redirect", "SOAP")), "no-redirect"],
      [byMetadata(good.replace("https://idp.example/sso?", "javascript:alert(1)?")), "no-address"],
      [
        byMetadata(good.replace("https://idp.example/sso?", "http://idp.example/sso?")),
        "no-address",
      ],
      [byMetadata(good.replace(/<md:KeyDescriptor.*<\/md:KeyDescriptor>/s, "")), "no-certificate"],
      [byMetadata(metadataOf("", [signer])), "no-entity-id"],
      [byMetadata(metadataOf("https://idp.example", [small])), "weak-certificate"],
      [byMetadata(metadataOf("https://idp.example", [ended])), "certificate-ended"],
      [byMetadata(metadataOf("https://idp.example", many)), "too-many-certificates"],
      [{ ...fields, entityId: "" }, "no-entity-id"],
      [{ ...fields, ssoUrl: "" }, "no-address"],
      [{ ...fields, certificates: "" }, "no-certificate"],
      [{ ...fields, certificates: "AAAA" }, "no-certificate"],
    ] as const) {
      expect(await refusal(browser.attempt(sso.setUpSamlConnection, { body }))).toEqual([
        "ProviderRefused",
        { reason },
      ]);
    }
    expect((await browser.call(sso.showConnection, { query: {} })).connection).toBeNull();
    // The same by its fields, the certificate without its frame.
    const bare = signer.certificate.replaceAll(/-----[^-]+-----/g, "");
    const body = { ...fields, certificates: bare };
    const set = await browser.call(sso.setUpSamlConnection, { body });
    expect(set.connection).toMatchObject({ protocol: "saml", issuer: fields.entityId });
  });

  test("is nobody's but its owner's, needs the plan and a recent sign-in, and SAML to have certificates", async () => {
    const { browser, email } = await withSamlConnection(portal, records);
    const body = byMetadata(metadataOf("https://idp.example", [await newSamlSigner()]));
    const certificates = (await newSamlSigner()).certificate;
    const calls = (by: typeof browser) => [
      by.attempt(sso.prepareSaml, { body: {} }),
      by.attempt(sso.setUpSamlConnection, { body }),
      by.attempt(sso.changeConnectionCertificates, { body: { certificates } }),
    ];
    const stranger = portal.browser();
    await newMember(portal, stranger);
    for (const one of calls(stranger)) expect(await refusal(one)).toEqual(["NotFound", undefined]);
    const secret = browser.attempt(sso.changeConnectionSecret, { body: { clientSecret: "x" } });
    expect(await refusal(secret)).toEqual(["NotFound", undefined]);
    portal.clock.advance(11 * 60_000);
    for (const one of calls(browser).slice(1)) {
      expect(await refusal(one)).toEqual(["RecentSignInRequired", undefined]);
    }
    portal.clock.reset();
    await portal.database.db
      .updateTable("portal.contract")
      .set({ suspended_on: "2026-01-01" })
      .where("account_id", "=", await accountIdOf(portal, email))
      .execute();
    for (const one of calls(browser)) {
      expect(await refusal(one)).toEqual(["OrganisationNotIncluded", undefined]);
    }
  });

  test("that changes to SAML, or back, keeps nobody's link, even under one issuer", async () => {
    const company = await withSamlConnection(portal, records);
    const { browser, domain } = company;
    await browser.call(sso.setUpConnection, { body: companyProvider(portal) });
    const openid = { ...company };
    await tryConnection(browser, openid);
    await browser.call(sso.switchConnection, on);
    await joinedMember(portal, openid, `who@${domain}`);
    const { connection } = await browser.call(sso.showConnection, { query: {} });
    expect(connection).toMatchObject({ protocol: "openid", saml: null, people: 1 });
    // What was begun by the one protocol is not ended by the other.
    const late = portal.browser();
    const url = new URL((await discover(late, `a@${domain}`)) ?? "");
    const { issuer } = companyProvider(portal);
    const body = byMetadata(metadataOf(issuer, [company.signer]));
    const changed = await browser.call(sso.setUpSamlConnection, { body });
    expect(changed.connection).toMatchObject({
      protocol: "saml",
      issuer,
      people: 0,
      isOn: false,
      isTested: false,
      test: null,
    });
    const state = url.searchParams.get("state") ?? "";
    const answer = await handIn(portal, late, company, "<x/>", state);
    expect(answer.error().data).toEqual({ reason: "off" });
  });
});

describe("a test", () => {
  test("warns of a provider that calls people by their addresses, and lets it be turned on", async () => {
    const company = await withSamlConnection(portal, records);
    const { browser, domain } = company;
    const subject = `Aoi.Mori@${domain}`;
    const attributes = { email: subject.toLowerCase(), givenName: "葵", sn: "森" };
    await trySaml(portal, company, { subject, attributes });
    const { connection } = await browser.call(sso.showConnection, { query: {} });
    expect(connection).toMatchObject({ isTested: true, test: { problems: ["address-is-id"] } });
    expect((await browser.call(sso.switchConnection, on)).connection?.isOn).toBe(true);
  });

  test("says that the assertion is not signed, to its owner alone", async () => {
    const company = await withSamlConnection(portal, records);
    const { browser, signer } = company;
    const byResponse = (request: ReadRequest) => {
      const it = wordFor(company, request);
      return signXml(responseXml(it, assertionXml(it)), "Response", signer);
    };
    const { redirectUrl } = await browser.call(sso.testConnection, { body: {} });
    const tried = readRequest(redirectUrl);
    await handIn(portal, browser, company, byResponse(tried), tried.relayState);
    const { connection } = await browser.call(sso.showConnection, { query: {} });
    expect(connection).toMatchObject({
      isTested: false,
      test: { problems: ["assertion-unsigned"] },
    });
    await trySaml(portal, company);
    await browser.call(sso.switchConnection, on);
    const person = portal.browser();
    const request = await leaveFor(person, company);
    const answer = await handIn(portal, person, company, byResponse(request), request.relayState);
    expect(answer.error().data).toEqual({ reason: "untrusted" });
  });
});

describe("a connection that is on", () => {
  test("stays so where only logins that start at the provider are allowed, or no longer", async () => {
    const company = await withSaml(portal, records);
    const { browser, entityId, signer } = company;
    const metadata = metadataOf(entityId, [signer]);
    const acts = async () =>
      (await browser.call(listActivity, { query: {} })).entries.filter(
        ({ action }) => action === "single-sign-on.set-up",
      ).length;
    const before = await acts();
    const person = portal.browser();
    const request = await leaveFor(person, company);
    for (const [allowed, written] of [
      [true, 1],
      [true, 1],
      [false, 2],
    ] as const) {
      const body = byMetadata(metadata, allowed);
      const { connection } = await browser.call(sso.setUpSamlConnection, { body });
      expect(connection).toMatchObject({
        isOn: true,
        isTested: true,
        saml: { allowsProviderStart: allowed },
      });
      expect((await acts()) - before).toBe(written);
    }
    // Who was under way meanwhile arrives.
    const xml = answerOf(wordFor(company, request), signer);
    expect((await handIn(portal, person, company, xml, request.relayState)).json()).toEqual({
      status: "JOIN",
    });
    const body = byMetadata(metadataOf(entityId, [signer, await newSamlSigner()]), true);
    const { connection } = await browser.call(sso.setUpSamlConnection, { body });
    expect(connection).toMatchObject({ isOn: false, isTested: false });
  });

  test("asks nobody any more whom its former certificates brought", async () => {
    const company = await withSaml(portal, records);
    const { browser, entityId, signer } = company;
    const next = await newSamlSigner();
    const asked = async () => {
      const person = portal.browser();
      const request = await leaveFor(person, company);
      const xml = answerOf(wordFor(company, request), signer);
      await handIn(portal, person, company, xml, request.relayState);
      await person.call(sso.showJoining, {});
      return person;
    };
    const first = await asked();
    const certificates = signer.certificate + next.certificate;
    await browser.call(sso.changeConnectionCertificates, { body: { certificates } });
    const expired = ["SingleSignOnFailed", { reason: "expired" }];
    expect(await refusal(first.attempt(sso.showJoining, {}))).toEqual(expired);
    const second = await asked();
    const body = byMetadata(metadataOf(entityId, [next]));
    await browser.call(sso.setUpSamlConnection, { body });
    expect(await refusal(second.attempt(sso.showJoining, {}))).toEqual(expired);
  });
});

describe("certificates", () => {
  test("that end are told to owners 30, 7 and 1 days ahead, each once", async () => {
    const signer = await newSamlSigner({ days: 60 });
    const company = await withSaml(portal, records, { signer });
    const told = () =>
      portal.mails
        .to(company.email)
        .filter(({ subject }) => /certificate is about to expire|証明書の期限/.test(subject))
        .length;
    await warnOfCertificates(portal.context);
    expect(told()).toBe(0);
    for (const [days, count] of [
      [31, 1],
      [31, 1],
      [54, 2],
      [59.5, 3],
      [59.6, 3],
    ] as const) {
      portal.clock.reset();
      portal.clock.advance(days * dayMs);
      await warnOfCertificates(portal.context);
      await warnOfCertificates(portal.context);
      await portal.jobsDone();
      expect(told()).toBe(count);
    }
  });

  test("are told of one after the other, with what it means while there is another", async () => {
    const signer = await newSamlSigner({ days: 40 });
    const company = await withSaml(portal, records, { signer });
    const next = await newSamlSigner({ days: 60 });
    const certificates = next.certificate + signer.certificate;
    await company.browser.call(sso.changeConnectionCertificates, { body: { certificates } });
    const told = () =>
      portal.mails
        .to(company.email)
        .filter(({ subject }) => /certificate is about to expire|証明書の期限/.test(subject))
        .map(({ text }) => /One of your|のうち1つ/.test(text));
    const expected: boolean[] = [];
    for (const [days, ...more] of [
      [9],
      [11, true],
      [34, true],
      [39.5, true],
      // The first has ended; of the other the first two warnings are due in one.
      [53.5, false],
      [59.5, false],
      [61],
    ] as readonly (readonly [number, ...boolean[]])[]) {
      portal.clock.reset();
      portal.clock.advance(days * dayMs);
      await warnOfCertificates(portal.context);
      await warnOfCertificates(portal.context);
      await portal.jobsDone();
      expected.push(...more);
      expect(told().toSorted()).toEqual(expected.toSorted());
    }
  });

  test("that have ended let nobody in, with a sentence, until there is one that counts", async () => {
    const signer = await newSamlSigner({ days: 5 });
    const company = await withSaml(portal, records, { signer });
    const browser = portal.browser();
    portal.clock.advance(4.9999 * dayMs);
    const request = await leaveFor(browser, company);
    const xml = answerOf(wordFor(company, request), signer);
    portal.clock.advance(0.001 * dayMs);
    expect((await handIn(portal, browser, company, xml, request.relayState)).error().data).toEqual({
      reason: "certificate-ended",
    });
    await expect(leaveFor(portal.browser(), company)).rejects.toThrow("certificate-ended");
  });
});
