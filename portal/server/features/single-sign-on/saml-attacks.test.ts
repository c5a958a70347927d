import { randomUUID } from "node:crypto";
import type { TestClient } from "@sekimori/kit-development/testing";
import * as sso from "@sekimori/portal-contract/endpoints/single-sign-on";
import {
  assertionXml,
  encryptAssertion,
  newSamlId,
  responseXml,
  type SamlWord,
  signXml,
} from "@sekimori/sandbox/saml-message";
import { newSamlSigner } from "@sekimori/sandbox/saml-signer";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { answerBytesMost } from "../../adapters/saml/safe-xml.ts";
import { WrittenRecords } from "../../testing/organisations.ts";
import {
  answerOf,
  emailFormat,
  handIn,
  leaveFor,
  metadataOf,
  postAnswer,
  type ReadRequest,
  readRequest,
  type SamlCompany,
  withSaml,
  wordFor,
} from "../../testing/saml.ts";
import { startTestPortal, type TestPortal } from "../../testing/test-portal.ts";
import { useAssertion } from "./assertion-repository.ts";

const records = new WrittenRecords();
let portal: TestPortal;
let company: SamlCompany;
beforeAll(async () => {
  portal = await startTestPortal(
    { LIMIT_FACTOR: "1000" },
    { scheduled: false, textRecords: records },
  );
  company = await withSaml(portal, records);
});
afterAll(() => portal.close());

const failure = (reason: string) => ["SingleSignOnFailed", { reason }];
const untrusted = failure("untrusted");

/** A visit whose answer is what `forge` makes of its request. @returns what it came to. */
async function attempt(
  forge: (request: ReadRequest) => string | Promise<string>,
  at: SamlCompany = company,
): Promise<unknown> {
  const browser = portal.browser();
  const request = await leaveFor(browser, at);
  const answer = await handIn(portal, browser, at, await forge(request), request.relayState);
  if (answer.status === 200) return answer.json();
  const { type, data } = answer.error();
  return [type, data];
}

const word = (request: ReadRequest, changes: Partial<SamlWord> = {}) =>
  wordFor(company, request, changes);
const signed = (it: SamlWord) => signXml(assertionXml(it), "Assertion", company.signer);
const honest = (request: ReadRequest, changes: Partial<SamlWord> = {}) =>
  answerOf(word(request, changes), company.signer);

/** What an attacker would like to be. */
const victim = (request: ReadRequest) =>
  word(request, {
    subject: "victim",
    attributes: { email: `victim@${company.domain}` },
  });
const signatureOf = (xml: string) => /<ds:Signature .*<\/ds:Signature>/s.exec(xml)?.[0] ?? "";

/** Nobody was let in, asked or written down. */
async function left() {
  const { rows } = await portal.database.pool.query(
    `select (select count(*) from portal.session)::int as sessions,
       (select count(*) from portal.sso_joining)::int as questions,
       (select count(*) from portal.sso_identity)::int as links`,
  );
  return rows[0];
}

test("an honest answer is good, in clear and encrypted, with the response signed too", async () => {
  expect(await attempt((request) => honest(request))).toEqual({ status: "JOIN" });
  expect(await attempt((request) => signXml(honest(request), "Response", company.signer))).toEqual({
    status: "JOIN",
  });
  const longer = {
    signature: "http://www.w3.org/2001/04/xmldsig-more#rsa-sha512",
    digest: "http://www.w3.org/2001/04/xmlenc#sha512",
  };
  expect(
    await attempt((request) => {
      const it = word(request);
      return responseXml(it, signXml(assertionXml(it), "Assertion", company.signer, longer));
    }),
  ).toEqual({ status: "JOIN" });
  const { certificate } = await keyForEncryption();
  for (const bits of [128, 256]) {
    const content = `http://www.w3.org/2009/xmlenc11#aes${bits}-gcm`;
    expect(
      await attempt(async (request) => {
        const it = word(request);
        return responseXml(it, await encryptAssertion(signed(it), certificate, content));
      }),
    ).toEqual({ status: "JOIN" });
  }
});

/** The certificate that our metadata offers for encryption, where it is asked to. */
async function keyForEncryption() {
  const { pathname } = new URL(company.serviceProvider.metadataUrl);
  const { body } = await portal.app.inject(`${pathname}?encryption=1`);
  const base64 = /use="encryption".*?<ds:X509Certificate>([^<]+)</s.exec(body)?.[1] ?? "";
  const certificate = `-----BEGIN CERTIFICATE-----\n${base64.trim()}\n-----END CERTIFICATE-----\n`;
  return { certificate };
}

describe("a signed assertion wrapped into another document", () => {
  const wrappings: Readonly<Record<string, (good: string, evil: string, it: SamlWord) => string>> =
    {
      "the forged one first, the signed one behind it": (good, evil, it) =>
        responseXml(it, evil + good),
      "the signed one first, the forged one behind it": (good, evil, it) =>
        responseXml(it, good + evil),
      "the signed one inside the forged one": (good, evil, it) =>
        responseXml(it, evil.replace("</saml:Assertion>", `${good}</saml:Assertion>`)),
      "the signed one in the forged one's signature, as an object": (good, evil, it) => {
        const signature = signatureOf(good).replace(
          "</ds:Signature>",
          `<ds:Object>${good.replace(signatureOf(good), "")}</ds:Object></ds:Signature>`,
        );
        return responseXml(it, evil.replace("</saml:Issuer>", `</saml:Issuer>${signature}`));
      },
      "the signed one in extensions, the forged one in its place": (good, evil, it) =>
        responseXml(it, evil).replace(
          "<samlp:Status>",
          `<samlp:Extensions>${good}</samlp:Extensions><samlp:Status>`,
        ),
      "the forged one with the signed one's signature and identifier": (good, evil, it) => {
        const taken = evil.replace("</saml:Issuer>", `</saml:Issuer>${signatureOf(good)}`);
        return responseXml(it, taken + good);
      },
      "the signed response as a child of a forged response": (good, evil, it) =>
        responseXml(it, evil + responseXml(it, good)),
      "an identifier that both have, spelt in another way": (good, evil, it) => {
        const id = /ID="([^"]+)"/.exec(good)?.[1];
        return responseXml(it, evil.replace(/ID="[^"]+"/, `Id="${id}"`) + good);
      },
    };

  test.each(Object.keys(wrappings))("%s", async (name) => {
    const before = await left();
    const wrap = wrappings[name];
    expect(
      await attempt((request) => {
        const it = word(request);
        const evil = { ...victim(request), assertionId: it.assertionId };
        return wrap?.(signed(it), assertionXml(evil), it) ?? "";
      }),
    ).toEqual(untrusted);
    expect(
      await attempt((request) => {
        const it = word(request);
        return wrap?.(signed(it), assertionXml(victim(request)), it) ?? "";
      }),
    ).toEqual(untrusted);
    expect(await left()).toEqual(before);
  });
});

describe("what a signature covers", () => {
  test.each([
    [
      "nothing is signed",
      (request: ReadRequest) => {
        const it = word(request);
        return responseXml(it, assertionXml(it));
      },
    ],
    [
      "the response is signed, the assertion is not",
      (request: ReadRequest) => {
        const it = word(request);
        return signXml(responseXml(it, assertionXml(it)), "Response", company.signer);
      },
    ],
    [
      "the address was changed afterwards",
      (request: ReadRequest) => honest(request).replace(/saml-\d+@/, "victim@"),
    ],
    [
      "the response's own signature does not hold",
      (request: ReadRequest) =>
        signXml(honest(request), "Response", company.signer).replace(
          "status:Success",
          'status:Success" Extra="',
        ),
    ],
    [
      "the signature is one by SHA-1",
      (request: ReadRequest) => {
        const it = word(request);
        return responseXml(
          it,
          signXml(assertionXml(it), "Assertion", company.signer, {
            signature: "http://www.w3.org/2000/09/xmldsig#rsa-sha1",
            digest: "http://www.w3.org/2001/04/xmlenc#sha256",
          }),
        );
      },
    ],
    [
      "the digest is one by SHA-1",
      (request: ReadRequest) => {
        const it = word(request);
        return responseXml(
          it,
          signXml(assertionXml(it), "Assertion", company.signer, {
            signature: "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256",
            digest: "http://www.w3.org/2000/09/xmldsig#sha1",
          }),
        );
      },
    ],
    [
      "a comment cuts the name in two",
      (request: ReadRequest) => {
        const it = word(request, {
          nameIdFormat: emailFormat,
          subject: `victim@${company.domain}.attacker.example`,
        });
        return answerOf(it, company.signer).replace(
          `victim@${company.domain}.attacker`,
          `victim@${company.domain}<!---->.attacker`,
        );
      },
    ],
    [
      "a comment stands in the digest",
      (request: ReadRequest) =>
        honest(request).replace("<ds:DigestValue>", "<ds:DigestValue><!--x-->"),
    ],
    [
      "a part of the name is CDATA",
      (request: ReadRequest) => honest(request).replace(/person-(\d+)/, "<![CDATA[person-]]>$1"),
    ],
  ] as const)("is all that counts: %s", async (_name, forge) => {
    const before = await left();
    expect(await attempt(forge)).toEqual(untrusted);
    expect(await left()).toEqual(before);
  });

  test("is by a key that the connection has now", async () => {
    const stranger = await newSamlSigner();
    expect(await attempt((request) => answerOf(word(request), stranger))).toEqual(untrusted);
    const at = await withSaml(portal, records);
    const next = await newSamlSigner();
    const certificates = at.signer.certificate + next.certificate;
    await at.browser.call(sso.changeConnectionCertificates, { body: { certificates } });
    // Both count while the provider changes over.
    for (const signer of [at.signer, next]) {
      expect(await attempt((request) => answerOf(wordFor(at, request), signer), at)).toEqual({
        status: "JOIN",
      });
    }
    const body = { certificates: metadataOf(at.entityId, [next]) };
    await at.browser.call(sso.changeConnectionCertificates, { body });
    expect(await attempt((request) => answerOf(wordFor(at, request), at.signer), at)).toEqual(
      untrusted,
    );
    expect(await attempt((request) => answerOf(wordFor(at, request), next), at)).toEqual({
      status: "JOIN",
    });
  });
});

describe("an answer that is for somebody else", () => {
  const minute = 60_000;
  test.each([
    ["another audience", { audience: "https://other.example/saml" }],
    ["another recipient and destination", { acsUrl: "https://other.example/acs" }],
    ["another issuer", { issuer: "https://other.example/saml" }],
    ["another request", { inResponseTo: newSamlId() }],
    ["no request", { inResponseTo: undefined }],
    ["an hour old", { issuedAt: new Date(Date.now() - 60 * minute) }],
    [
      "older than ten minutes, though it says it counts for a day",
      { issuedAt: new Date(Date.now() - 15 * minute), lifetimeMs: 1440 * minute },
    ],
    ["not yet valid", { issuedAt: new Date(Date.now() + 10 * minute) }],
    ["no identifier", { subject: "" }],
  ] as const)("is refused: %s", async (_name, changes) => {
    const before = await left();
    expect(await attempt((request) => honest(request, changes))).toEqual(untrusted);
    expect(await left()).toEqual(before);
  });

  test.each([
    [
      "the destination alone",
      (xml: string, acs: string) =>
        xml.replace(`Destination="${acs}"`, 'Destination="https://other.example/acs"'),
    ],
    ["no destination", (xml: string, acs: string) => xml.replace(` Destination="${acs}"`, "")],
    [
      "the response's issuer alone",
      (xml: string) => xml.replace(/(<saml:Issuer[^>]*>)[^<]*/, "$1https://other.example"),
    ],
    [
      "the response's request alone",
      (xml: string) => xml.replace(/InResponseTo="[^"]*"/, 'InResponseTo="_other"'),
    ],
  ] as const)("is refused: %s", async (_name, bend) => {
    const acs = company.serviceProvider.acsUrl.replaceAll(/[&<>"']/g, "");
    expect(await attempt((request) => bend(honest(request), acs))).toEqual(untrusted);
  });

  test("a session at the provider that is over counts no more", async () => {
    const until = (endsAt: string) =>
      attempt((request) => {
        const it = word(request);
        const ends = `<saml:AuthnStatement SessionNotOnOrAfter="${endsAt}" `;
        const bent = assertionXml(it).replace("<saml:AuthnStatement ", ends);
        return responseXml(it, signXml(bent, "Assertion", company.signer));
      });
    const at = (byMs: number) => new Date(Date.now() + byMs).toISOString();
    expect(await until(at(-5 * minute))).toEqual(untrusted);
    expect(await until("soon")).toEqual(untrusted);
    expect(await until(at(-minute))).toEqual({ status: "JOIN" });
    expect(await until(at(480 * minute))).toEqual({ status: "JOIN" });
  });

  test("the recipient alone", async () => {
    expect(
      await attempt((request) => {
        const it = word(request);
        const bent = assertionXml(it).replace(
          /Recipient="[^"]*"/,
          'Recipient="https://other.example"',
        );
        return responseXml(it, signXml(bent, "Assertion", company.signer));
      }),
    ).toEqual(untrusted);
  });

  test("a clock that is a minute off is forgiven", async () => {
    for (const by of [-90_000, 90_000]) {
      const issuedAt = new Date(Date.now() + by);
      expect(await attempt((request) => honest(request, { issuedAt }))).toEqual({
        status: "JOIN",
      });
    }
  });

  test("a name that changes every time names nobody", async () => {
    const nameIdFormat = "urn:oasis:names:tc:SAML:2.0:nameid-format:transient";
    expect(await attempt((request) => honest(request, { nameIdFormat }))).toEqual(
      failure("temporary-id"),
    );
  });
});

describe("once", () => {
  test("an answer is posted once, handed in once, and by the browser that left", async () => {
    const browser = portal.browser();
    const request = await leaveFor(browser, company);
    const xml = honest(request);
    const stranger = portal.browser();
    const taken = await handIn(portal, stranger, company, xml, request.relayState);
    expect(taken.error().data).toEqual({ reason: "expired" });
    // What came first stays; a second form does not take its place.
    expect((await handIn(portal, browser, company, xml, request.relayState)).error().data).toEqual({
      reason: "expired",
    });
    const next = await leaveFor(browser, company);
    expect((await handIn(portal, browser, company, xml, next.relayState)).error().data).toEqual({
      reason: "untrusted",
    });
  });

  test("an assertion counts once, whatever visit it answers", async () => {
    const assertionId = newSamlId();
    expect(await attempt((request) => honest(request, { assertionId }))).toEqual({
      status: "JOIN",
    });
    expect(await attempt((request) => honest(request, { assertionId }))).toEqual(untrusted);
    const { id } = await portal.database.db
      .selectFrom("portal.sso_connection")
      .select("id")
      .where("organisation_id", "=", company.organisation.id)
      .executeTakeFirstOrThrow();
    const fresh = newSamlId();
    const uses = await Promise.all(
      Array.from({ length: 8 }, () => useAssertion(portal.context, id, fresh)),
    );
    expect(uses.filter(Boolean)).toHaveLength(1);
  });
});

describe("a login that began at the provider", () => {
  const post = (at: SamlCompany, xml: string, RelayState = "") =>
    postAnswer(portal, at, { SAMLResponse: Buffer.from(xml).toString("base64"), RelayState });
  /** The page that the browser is led to, and what it asks for. */
  const goOn = (browser: TestClient, at: SamlCompany) =>
    browser.attempt(sso.beginProviderSignIn, {
      params: { organisation: at.organisation.id },
      body: { locale: "en" },
    });
  const requestOf = async (browser: TestClient, at: SamlCompany) =>
    readRequest(((await goOn(browser, at)).json() as { redirectUrl: string }).redirectUrl);
  const unasked = (at: SamlCompany) =>
    answerOf(wordFor(at, { id: "" }, { inResponseTo: undefined }), at.signer);

  test("is refused unless the connection allows it, with a sentence of its own", async () => {
    const posted = await post(company, unasked(company));
    expect(posted.statusCode).toBe(303);
    expect(posted.headers.location).toBe(
      `/organization-sign-in/${company.organisation.id}?start=provider`,
    );
    expect((await goOn(portal.browser(), company)).error().data).toEqual({ reason: "unsolicited" });
    const nobodys = { ...company, organisation: { ...company.organisation, id: randomUUID() } };
    expect((await goOn(portal.browser(), nobodys)).error().data).toEqual({ reason: "off" });
  });

  test("where it is allowed, is thrown away and asked for by ourselves", async () => {
    const at = await withSaml(portal, records, { allowsProviderStart: true });
    const before = await left();
    const posted = await post(at, "<not-even-xml", "https://app.example/");
    expect(posted.headers.location).toMatch(/\?start=provider$/);
    const browser = portal.browser();
    const request = await requestOf(browser, at);
    expect(request.acsUrl).toBe(at.serviceProvider.acsUrl);
    expect(await left()).toEqual(before);
    const xml = answerOf(wordFor(at, request), at.signer);
    const answer = await handIn(portal, browser, at, xml, request.relayState);
    expect(answer.json()).toEqual({ status: "JOIN" });
  });

  test("ends no visit that this browser has under way", async () => {
    const at = await withSaml(portal, records, { allowsProviderStart: true });
    const browser = portal.browser();
    const first = await leaveFor(browser, at);
    // The form comes from another site: it brings no cookie, and may set none in its place.
    const posted = await post(at, unasked(at));
    expect(posted.headers["set-cookie"]).toBeUndefined();
    const second = await requestOf(browser, at);
    for (const request of [first, second]) {
      const xml = answerOf(wordFor(at, request), at.signer);
      const answer = await handIn(portal, browser, at, xml, request.relayState);
      expect(answer.json()).toEqual({ status: "JOIN" });
    }
  });

  test("does not go on for ever: an answer that was asked for begins nothing", async () => {
    const at = await withSaml(portal, records, { allowsProviderStart: true });
    const posted = await post(at, answerOf(wordFor(at, { id: "_gone" }), at.signer), "gone");
    expect(posted.headers.location).toMatch(/^\/organization-sign-in\/[0-9a-f-]+\?state=$/);
    await at.browser.call(sso.switchConnection, { body: { on: false } });
    expect((await goOn(portal.browser(), at)).error().data).toEqual({ reason: "off" });
    expect((await post(at, "")).headers.location).toMatch(/\?state=$/);
  });

  test("ends where the provider drops what it was sent, with a sentence that says so", async () => {
    const at = await withSaml(portal, records, { allowsProviderStart: true });
    const answered = await post(at, answerOf(wordFor(at, { id: "_asked" }), at.signer));
    expect(answered.headers.location).toMatch(/\?state=&error=no-relay-state$/);
    // It says of no answer to what it is one, either: each would be asked for again.
    const browser = portal.browser();
    const rounds = [];
    for (let round = 0; round < 5; round++) {
      expect((await post(at, unasked(at))).headers.location).toMatch(/\?start=provider$/);
      const answer = await goOn(browser, at);
      rounds.push(answer.status === 200 || answer.error().data);
    }
    const ended = { reason: "no-relay-state" };
    expect(rounds).toEqual([true, true, true, ended, ended]);
    // Somebody else's browser is not kept out, nor is this one by its own way, nor for long.
    expect((await goOn(portal.browser(), at)).status).toBe(200);
    await leaveFor(browser, at);
    portal.clock.advance(3 * 60_000);
    expect((await goOn(browser, at)).status).toBe(200);
    portal.clock.reset();
  });
});

/** An encryption whose key stands beside its data, which points there. */
const encryptedBeside = (data: string, place: string): string => {
  const key = /<e:EncryptedKey.*<\/e:EncryptedKey>/s.exec(data)?.[0] ?? "";
  return data
    .replace(
      /<KeyInfo xmlns[^>]*>.*<\/KeyInfo>/s,
      `<ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:RetrievalMethod Type="http://www.w3.org/2001/04/xmlenc#EncryptedKey" URI="${place}"/></ds:KeyInfo>`,
    )
    .replace(
      "</saml:EncryptedAssertion>",
      `${key.replace("<e:EncryptedKey", '<e:EncryptedKey Id="_key"')}</saml:EncryptedAssertion>`,
    );
};

/** A place that is an expression for each element of each element, for as many seconds as one likes. */
const slowEncryption = (() => {
  const each = "count(//*[count(//*[count(//*)=0])>0])=1";
  const method = (name: string) => `<x:EncryptionMethod Algorithm="${name}"/>`;
  return [
    '<saml:EncryptedAssertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" xmlns:x="http://www.w3.org/2001/04/xmlenc#" xmlns:ds="http://www.w3.org/2000/09/xmldsig#">',
    `<x:EncryptedData>${method("http://www.w3.org/2009/xmlenc11#aes256-gcm")}`,
    `<ds:KeyInfo><ds:RetrievalMethod URI="#' or ${each} or '"/></ds:KeyInfo></x:EncryptedData>`,
    `<x:EncryptedKey>${method("http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p")}</x:EncryptedKey>`,
    "<a/>".repeat(80),
    "</saml:EncryptedAssertion>",
  ].join("");
})();

describe("a document that is a trap", () => {
  const bomb = `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">${Array.from(
    { length: 20 },
    (_, i) => `<!ENTITY a${i} "${`&a${i === 0 ? "" : i - 1};`.repeat(10)}">`,
  ).join("")}]>`;
  test.each([
    ["an entity bomb", (xml: string) => bomb + xml.replace(/person-\d+/, "&a19;")],
    [
      "a file's entity",
      (xml: string) =>
        `<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>${xml.replace(/person-\d+/, "&e;")}`,
    ],
    [
      "an address's entity",
      (xml: string) => `<!DOCTYPE x SYSTEM "http://169.254.169.254/x.dtd">${xml}`,
    ],
    [
      "a parameter entity",
      (xml: string) => `<!DOCTYPE x [<!ENTITY % p SYSTEM "http://127.0.0.1/">%p;]>${xml}`,
    ],
    ["an unknown entity", (xml: string) => xml.replace(/person-\d+/, "&unknown;")],
    ["a stylesheet", (xml: string) => `<?xml-stylesheet href="http://127.0.0.1/"?>${xml}`],
    ["another encoding", (xml: string) => `<?xml version="1.0" encoding="UTF-16"?>${xml}`],
    ["no end", (xml: string) => xml.replace("</samlp:Response>", "")],
    ["two roots", (xml: string) => xml + xml],
    [
      "a hundred thousand elements",
      (xml: string) =>
        xml.replace(
          "<samlp:Status>",
          `${"<a>".repeat(25_000)}${"</a>".repeat(25_000)}<samlp:Status>`,
        ),
    ],
    [
      "five thousand elements inside each other",
      (xml: string) =>
        xml.replace(
          "<samlp:Status>",
          `${"<a>".repeat(4_000)}${"</a>".repeat(4_000)}<samlp:Status>`,
        ),
    ],
    [
      "more than it may weigh",
      (xml: string) =>
        xml.replace(
          "<samlp:Status>",
          `<samlp:Extensions>${"x".repeat(answerBytesMost)}</samlp:Extensions><samlp:Status>`,
        ),
    ],
    ["no XML", () => "hello"],
    [
      "an expression of their own in the place of a key",
      (xml: string) => xml.replace(/<saml:Assertion.*<\/saml:Assertion>/s, slowEncryption),
    ],
    [
      "a mark in an identifier",
      (xml: string) => xml.replace(/(<samlp:Response[^>]* ID=")[^"]*/, "$1a' or '1'='1"),
    ],
  ] as const)("is refused at once: %s", async (_name, bend) => {
    const before = await left();
    // What it costs here, whatever else the machine is busy with.
    const since = process.threadCpuUsage();
    expect(await attempt((request) => bend(honest(request)))).toEqual(untrusted);
    expect(process.threadCpuUsage(since).user / 1000).toBeLessThan(2_000);
    expect(await left()).toEqual(before);
  });

  test("the place of a key is its identifier, and no expression that finds it", async () => {
    const { certificate } = await keyForEncryption();
    const pointing = (place: string) =>
      attempt(async (request) => {
        const it = word(request);
        const data = await encryptAssertion(signed(it), certificate);
        return responseXml(it, encryptedBeside(data, place));
      });
    expect(await pointing("#_key")).toEqual({ status: "JOIN" });
    for (const place of ["#' or '1'='1", "#_other' or @Id='_key", "#", "", "_key"]) {
      expect(await pointing(place)).toEqual(untrusted);
    }
  });

  test("a form that is larger than any answer leads to a page that says so", async () => {
    const posted = await postAnswer(portal, company, { SAMLResponse: "A".repeat(600 * 1024) });
    expect(posted.statusCode).toBe(303);
    expect(posted.headers.location).toMatch(/\?state=&error=untrusted$/);
  });

  test("what is encrypted is opened only where changes are noticed, and is signed inside", async () => {
    const { certificate } = await keyForEncryption();
    const cbc = "http://www.w3.org/2001/04/xmlenc#aes256-cbc";
    for (const inside of [
      async (it: SamlWord) => encryptAssertion(signed(it), certificate, cbc),
      async (it: SamlWord) => encryptAssertion(assertionXml(it), certificate),
      async (it: SamlWord) => encryptAssertion(`${signed(it)}<x/>`, certificate),
      async (it: SamlWord) => encryptAssertion(signed(it), (await newSamlSigner()).certificate),
      async (it: SamlWord) =>
        encryptAssertion(
          signXml(assertionXml(it), "Assertion", company.signer, {
            signature: "http://www.w3.org/2000/09/xmldsig#rsa-sha1",
            digest: "http://www.w3.org/2001/04/xmlenc#sha256",
          }),
          certificate,
        ),
      async (it: SamlWord) =>
        encryptAssertion(signed(it).replace(/person-/, "person<!---->-"), certificate),
    ]) {
      expect(
        await attempt(async (request) => {
          const it = word(request);
          return responseXml(it, await inside(it));
        }),
      ).toEqual(untrusted);
    }
  });
});

describe("two organisations", () => {
  test("with one issuer, one key and one name at it: each is its own", async () => {
    const { signer, entityId } = company;
    const other = await withSaml(portal, records, { signer, entityId });
    // What was said to one is not handed in at the other.
    expect(await attempt((request) => answerOf(wordFor(company, request), signer), other)).toEqual(
      untrusted,
    );
    const browser = portal.browser();
    const request = await leaveFor(browser, company);
    const crossed = await handIn(portal, browser, other, honest(request), request.relayState);
    expect(crossed.error().data).toEqual({ reason: "expired" });
  });

  test("a provider's word counts for its own organisation's domains alone", async () => {
    const other = await withSaml(portal, records);
    const email = `boss@${company.domain}`;
    expect(
      await attempt(
        (request) => answerOf(wordFor(other, request, { attributes: { email } }), other.signer),
        other,
      ),
    ).toEqual(failure("other-domain"));
    expect(
      await attempt(
        (request) =>
          answerOf(
            wordFor(other, request, { attributes: {}, nameIdFormat: emailFormat, subject: email }),
            other.signer,
          ),
        other,
      ),
    ).toEqual(failure("other-domain"));
  });
});

describe("the address that answers are posted to", () => {
  test("counts what nobody waits for, and shows a person a page and no JSON", async () => {
    const limited = await startTestPortal({}, { scheduled: false, textRecords: records });
    try {
      const at = await withSaml(limited, records);
      const SAMLResponse = Buffer.from("<x/>").toString("base64");
      const post = (RelayState: string) => postAnswer(limited, at, { SAMLResponse, RelayState });
      // All points but one are spent.
      const ofCompany = { by: "network", points: 240, seconds: 600 } as const;
      const ask = { name: "samlAnswer", limit: ofCompany, subject: "127.0.0.1" };
      await limited.context.limiter.reserve(Array.from({ length: 239 }, () => ask));
      for (let visit = 0; visit < 3; visit++) {
        const { relayState } = await leaveFor(limited.browser(), at);
        expect((await post(relayState)).headers.location).toMatch(/\?state=.{43}$/);
      }
      expect((await post("")).headers.location).toMatch(/start=provider$/);
      const refused = await post("");
      expect(refused.statusCode).toBe(303);
      expect(refused.headers.location).toMatch(/\?state=&error=unavailable$/);
    } finally {
      await limited.close();
    }
  });
});
