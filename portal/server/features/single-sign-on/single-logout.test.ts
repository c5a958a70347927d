import { createVerify } from "node:crypto";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import type { TestClient } from "@sekimori/kit-development/testing";
import { getMyProfile } from "@sekimori/portal-contract/endpoints/profile";
import { listActivity } from "@sekimori/portal-contract/endpoints/security";
import { signOut } from "@sekimori/portal-contract/endpoints/sign-in";
import * as sso from "@sekimori/portal-contract/endpoints/single-sign-on";
import {
  type LogoutWord,
  logoutRequestXml,
  logoutResponseXml,
  logoutWord,
  signedQuery,
} from "@sekimori/sandbox/saml-logout";
import { newSamlId, type SamlSigner, signXml } from "@sekimori/sandbox/saml-message";
import { newSamlSigner } from "@sekimori/sandbox/saml-signer";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { answerBytesMost } from "../../adapters/saml/safe-xml.ts";
import { WrittenRecords } from "../../testing/organisations.ts";
import {
  answerOf,
  handIn,
  leaveFor,
  persistentFormat,
  type SamlCompany,
  withSaml,
  wordFor,
} from "../../testing/saml.ts";
import { join } from "../../testing/single-sign-on.ts";
import { startTestPortal, type TestPortal } from "../../testing/test-portal.ts";

const records = new WrittenRecords();
const slo = "https://idp.example/slo?idpid=1";
let portal: TestPortal;
let company: SamlCompany;
let stranger: SamlSigner;
beforeAll(async () => {
  portal = await startTestPortal(
    { LIMIT_FACTOR: "1000" },
    { scheduled: false, textRecords: records },
  );
  [company, stranger] = await Promise.all([withSaml(portal, records), newSamlSigner()]);
});
afterAll(() => portal.close());

let serial = 0;
const newSubject = () => `logs-out-${++serial}`;

async function logIn(subject: string, sessionIndex?: string, at = company): Promise<TestClient> {
  const browser = portal.browser();
  const request = await leaveFor(browser, at);
  const word = wordFor(at, request, {
    subject,
    attributes: { email: `${subject}@${at.domain}`, givenName: "葵", sn: "森" },
    ...(sessionIndex === undefined ? {} : { sessionIndex }),
  });
  const answer = await handIn(portal, browser, at, answerOf(word, at.signer), request.relayState);
  if ((answer.json() as { status?: string }).status === "JOIN") await join(browser);
  return browser;
}

const isIn = async (browser: TestClient) =>
  (await browser.attempt(getMyProfile, {})).status === 200;

const pathOf = ({ serviceProvider }: Pick<SamlCompany, "serviceProvider">) =>
  new URL(serviceProvider.sloUrl).pathname;

/** The browser is sent here by the provider. @returns where it goes on to. */
async function bring(query: string, at: Pick<SamlCompany, "serviceProvider"> = company) {
  const url = `${pathOf(at)}?${query}`;
  const { statusCode, headers } = await portal.app.inject({ method: "GET", url });
  expect(statusCode).toBe(303);
  return headers.location ?? "";
}

/** The browser posts the provider's form, from there and without our cookies. */
async function post(form: Readonly<Record<string, string>>) {
  const { statusCode, headers } = await portal.app.inject({
    method: "POST",
    url: pathOf(company),
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      origin: "https://idp.example",
      "sec-fetch-site": "cross-site",
    },
    payload: new URLSearchParams(form).toString(),
  });
  expect(statusCode).toBe(303);
  return headers.location ?? "";
}

const word = (): LogoutWord => logoutWord(company.entityId, company.serviceProvider.sloUrl);

type Changes = Partial<Parameters<typeof logoutRequestXml>[0]>;
const requestXml = (subject: string, sessions: readonly string[], changes: Changes = {}) =>
  logoutRequestXml({ ...word(), subject, sessions, ...changes });
const requestQuery = (subject: string, sessions: readonly string[], changes: Changes = {}) =>
  signedQuery("SAMLRequest", requestXml(subject, sessions, changes), company.signer, "state");
const base64 = (xml: string) => Buffer.from(xml).toString("base64");

/** What we have the browser bring to the provider, as it reads it. */
function readMessage(location: string, kind: "SAMLRequest" | "SAMLResponse") {
  const { origin, pathname, searchParams: query } = new URL(location);
  const xml = inflateRawSync(Buffer.from(query.get(kind) ?? "", "base64")).toString();
  const signed = [kind, "RelayState", "SigAlg"]
    .filter((name) => query.has(name))
    .map((name) => `${name}=${encodeURIComponent(query.get(name) ?? "")}`)
    .join("&");
  const attribute = (name: string) => new RegExp(`\\b${name}="([^"]*)"`).exec(xml)?.[1];
  return {
    xml,
    address: `${origin}${pathname}?idpid=${query.get("idpid")}`,
    relayState: query.get("RelayState") ?? "",
    id: attribute("ID") ?? "",
    destination: attribute("Destination"),
    inResponseTo: attribute("InResponseTo"),
    isOurs: createVerify("RSA-SHA256")
      .update(signed)
      .verify(company.serviceProvider.certificate ?? "", query.get("Signature") ?? "", "base64"),
  };
}

test("our metadata has the address for both bindings, and the provider's is read from its own", async () => {
  const { metadataUrl, sloUrl } = company.serviceProvider;
  const { body } = await portal.app.inject({ method: "GET", url: new URL(metadataUrl).pathname });
  const places = [
    ...body.matchAll(/<SingleLogoutService Binding="([^"]*)" Location="([^"]*)"\/>/g),
  ];
  expect(places.map(([, binding, location]) => [binding, location])).toEqual(
    ["HTTP-Redirect", "HTTP-POST"].map((one) => [
      `urn:oasis:names:tc:SAML:2.0:bindings:${one}`,
      sloUrl,
    ]),
  );
  const { connection } = await company.browser.call(sso.showConnection, { query: {} });
  expect(connection).toMatchObject({ saml: { sloUrl: slo }, signOut: "here" });
});

describe("the provider has a browser say that somebody logs out", () => {
  test.each(["redirect", "post"] as const)(
    "by %s: the named session ends and no other, and the provider has our signed answer",
    async (binding) => {
      const subject = newSubject();
      const browser = await logIn(subject, "first");
      const elsewhere = await logIn(subject, "second");
      const other = await logIn(newSubject(), "first");
      const id = newSamlId();
      const xml = requestXml(subject, ["first"], { id });
      const location =
        binding === "redirect"
          ? await bring(signedQuery("SAMLRequest", xml, company.signer, "its state"))
          : await post({
              SAMLRequest: base64(signXml(xml, "LogoutRequest", company.signer)),
              RelayState: "its state",
            });
      expect([await isIn(browser), await isIn(elsewhere), await isIn(other)]).toEqual([
        false,
        true,
        true,
      ]);
      const answer = readMessage(location, "SAMLResponse");
      expect(answer).toMatchObject({
        address: slo,
        destination: slo,
        inResponseTo: id,
        relayState: "its state",
        isOurs: true,
      });
      expect(answer.xml).toContain("status:Success");
      const { entries } = await elsewhere.call(listActivity, { query: {} });
      expect(entries[0]).toMatchObject({ action: "sign-out.by-provider" });
    },
  );

  test("without a session's name all of the person's end", async () => {
    const subject = newSubject();
    const browsers = [
      await logIn(subject, "one"),
      await logIn(subject, "two"),
      await logIn(subject),
    ];
    await bring(requestQuery(subject, []));
    expect(await Promise.all(browsers.map(isIn))).toEqual([false, false, false]);
  });

  test("a provider without an address of its own is answered with a page", async () => {
    await company.browser.call(sso.changeConnectionSignOut, {
      body: { signOut: "here", sloUrl: "" },
    });
    const subject = newSubject();
    const browser = await logIn(subject, "one");
    expect(await bring(requestQuery(subject, ["one"]))).toBe(
      "/organization-sign-in/signed-out?at=provider",
    );
    expect(await isIn(browser)).toBe(false);
    await company.browser.call(sso.changeConnectionSignOut, {
      body: { signOut: "here", sloUrl: slo },
    });
  });
});

describe("a message that proves nothing ends nobody's session, and a page says so", () => {
  const untrusted = "/organization-sign-in/signed-out?problem=untrusted";
  let victim: { readonly subject: string; readonly browser: TestClient } | undefined;
  // One for all of them, unless a message has ended their session: then it is that one's failure alone.
  beforeEach(async () => {
    if (victim && (await isIn(victim.browser))) return;
    const subject = newSubject();
    victim = { subject, browser: await logIn(subject, "one") };
  });
  const ago = (ms: number) => new Date(Date.now() - ms);
  const minute = 60_000;
  type Forge = (subject: string) => Promise<string> | string;
  const redirected =
    (changes: Changes): Forge =>
    (subject) =>
      bring(requestQuery(subject, ["one"], changes));
  const posted = (xml: string) => post({ SAMLRequest: base64(xml) });
  const signedXml = (subject: string, changes: Changes = {}) =>
    signXml(requestXml(subject, ["one"], changes), "LogoutRequest", company.signer);
  const withoutSignature = (query: string) => query.replace(/&SigAlg=.*/, "");

  test.each<readonly [string, Forge]>([
    ["unsigned, by redirect", (one) => bring(withoutSignature(requestQuery(one, ["one"])))],
    [
      "with an empty signature",
      (one) => bring(requestQuery(one, ["one"]).replace(/Signature=.*/, "Signature=")),
    ],
    [
      "by another's key",
      (one) => bring(signedQuery("SAMLRequest", requestXml(one, ["one"]), stranger, "state")),
    ],
    [
      "by SHA-1",
      (one) =>
        bring(
          signedQuery(
            "SAMLRequest",
            requestXml(one, ["one"]),
            company.signer,
            "state",
            "http://www.w3.org/2000/09/xmldsig#rsa-sha1",
          ),
        ),
    ],
    [
      "with another state than was signed",
      (one) => bring(requestQuery(one, ["one"]).replace("RelayState=state", "RelayState=another")),
    ],
    [
      "twice in one address",
      (one) => {
        const forged = deflateRawSync(Buffer.from(requestXml(one, []))).toString("base64");
        return bring(`SAMLRequest=${encodeURIComponent(forged)}&${requestQuery("nobody", ["x"])}`);
      },
    ],
    [
      "hidden behind a name that resembles the signed one",
      (one) => {
        const forged = deflateRawSync(Buffer.from(requestXml(one, ["one"]))).toString("base64");
        const honest = requestQuery("nobody", ["x"]);
        const signed = honest.replace("SAMLRequest=", "xSAMLRequest=");
        return bring(`${signed}&SAMLRequest=${encodeURIComponent(forged)}`);
      },
    ],
    ["for another address", redirected({ destination: "https://elsewhere.example/slo" })],
    ["of another issuer", redirected({ issuer: "https://elsewhere.example" })],
    ["said long ago", redirected({ issuedAt: ago(13 * minute) })],
    ["said later", redirected({ issuedAt: ago(-3 * minute) })],
    ["that is over", redirected({ endsAt: ago(3 * minute) })],
    ["without a name of its own", redirected({ id: "" })],
    ["with an odd name", redirected({ id: "x' or '1" })],
    [
      "larger than it looks",
      (one) =>
        bring(
          signedQuery(
            "SAMLRequest",
            requestXml(one, [" ".repeat(answerBytesMost)]),
            company.signer,
            "state",
          ),
        ),
    ],
    ["another document", () => bring(signedQuery("SAMLRequest", "<x/>", company.signer, "state"))],
    ["no document", () => bring("SAMLRequest=AAAA&SigAlg=x&Signature=y")],
    ["nothing", () => bring("")],
    ["with broken escapes", () => bring("SAMLRequest=%E0%A4%A&SigAlg=%&Signature=%")],
    [
      "an answer that is signed, as a request",
      (one) => {
        const { id, ...rest } = word();
        const xml = logoutResponseXml({ id, ...rest, inResponseTo: one });
        return bring(signedQuery("SAMLRequest", xml, company.signer, "state"));
      },
    ],
    ["unsigned, posted", (one) => posted(requestXml(one, ["one"]))],
    [
      "by another's key, posted",
      (one) => posted(signXml(requestXml(one, ["one"]), "LogoutRequest", stranger)),
    ],
    ["changed after it was signed", (one) => posted(signedXml("nobody").replace("nobody", one))],
    ["with a comment in the name", (one) => posted(signedXml(one).replace(one, `${one}<!-- -->`))],
    ["with a DOCTYPE", (one) => posted(`<!DOCTYPE x [<!ENTITY y "z">]>${signedXml(one)}`)],
    [
      "wrapped around one that is signed",
      (one) => {
        const honest = signedXml("nobody");
        const signature = /<ds:Signature .*<\/ds:Signature>/s.exec(honest)?.[0] ?? "";
        const inside = honest.replace(signature, "");
        const outside = requestXml(one, ["one"]);
        return posted(
          outside.replace("</samlp:LogoutRequest>", `${signature}${inside}</samlp:LogoutRequest>`),
        );
      },
    ],
    [
      "around one that carries its own signature",
      (one) =>
        posted(
          requestXml(one, ["one"]).replace(
            "</samlp:LogoutRequest>",
            `${signedXml("nobody")}</samlp:LogoutRequest>`,
          ),
        ),
    ],
    [
      "with two names",
      (one) => {
        const two = requestXml("nobody", ["one"]).replace(
          "</saml:NameID>",
          `</saml:NameID><saml:NameID>${one}</saml:NameID>`,
        );
        return bring(signedQuery("SAMLRequest", two, company.signer, "state"));
      },
    ],
    [
      "not as a form",
      async () => {
        const { headers } = await portal.app.inject({
          method: "POST",
          url: pathOf(company),
          headers: { "content-type": "application/json" },
          payload: "{}",
        });
        return headers.location ?? "";
      },
    ],
    [
      "too large",
      (one) => post({ SAMLRequest: `${base64(signedXml(one))}${"A".repeat(600_000)}` }),
    ],
  ])("%s", async (_name, forge) => {
    if (!victim) throw new Error("nobody is logged in");
    expect(await forge(victim.subject)).toBe(untrusted);
    expect(await isIn(victim.browser)).toBe(true);
  });

  test("somebody else's session, or one that the person doesn't have, is left alone", async () => {
    const subject = newSubject();
    const browser = await logIn(subject, "one");
    await bring(requestQuery("nobody", ["one"]));
    await bring(requestQuery(subject, ["another"]));
    expect(await isIn(browser)).toBe(true);
  });

  test("a message said twice counts once, and none at another organisation's address", async () => {
    const subject = newSubject();
    await logIn(subject, "one");
    const query = requestQuery(subject, ["one"]);
    expect(await bring(query)).toContain(slo);
    const again = await logIn(subject, "one");
    expect(await bring(query)).toBe(untrusted);
    const other = await withSaml(portal, records);
    expect(await bring(requestQuery(subject, ["one"]), other)).toBe(untrusted);
    expect(await isIn(again)).toBe(true);
  });
});

describe("who logs out here", () => {
  const change = (how: "here" | "offered" | "done", sloUrl = slo) =>
    company.browser.attempt(sso.changeConnectionSignOut, { body: { signOut: how, sloUrl } });
  const leave = async (browser: TestClient) =>
    (await browser.call(signOut, { body: {} })).atProvider;
  const page = "/organization-sign-in/signed-out";

  test("is sent to the provider with our signed request, which names the person and the session as they were named", async () => {
    expect((await change("done")).status).toBe(200);
    const subject = newSubject();
    const browser = await logIn(subject, "its session");
    const { url, ...about } = (await leave(browser)) ?? {};
    expect(about).toEqual({ how: "done", host: "idp.example" });
    expect(await isIn(browser)).toBe(false);
    const request = readMessage(url ?? "", "SAMLRequest");
    expect(request).toMatchObject({ address: slo, destination: slo, isOurs: true });
    expect(request.xml).toMatch(
      new RegExp(`<saml:NameID Format="${persistentFormat}">${subject}</saml:NameID>`),
    );
    expect(request.xml).toMatch(/SessionIndex[^>]*>its session</);

    const answer = (changes: { inResponseTo?: string; status?: string } = {}) =>
      logoutResponseXml({ ...word(), inResponseTo: request.id, ...changes });
    const query = (xml: string, signer = company.signer) =>
      signedQuery("SAMLResponse", xml, signer, request.relayState);
    expect(await bring(query(answer()))).toBe(`${page}?at=provider`);
    // It was answered.
    expect(await bring(query(answer()))).toBe(page);
  });

  test("is told that they are logged out there only by an answer that is signed, a success, and to this request", async () => {
    await change("offered");
    const status = "urn:oasis:names:tc:SAML:2.0:status:Responder";
    type Answer = (request: ReturnType<typeof readMessage>) => Promise<string>;
    const by =
      (
        changes: Partial<LogoutWord> & { inResponseTo?: string; status?: string },
        signer?: SamlSigner,
      ): Answer =>
      (request) => {
        const xml = logoutResponseXml({ ...word(), inResponseTo: request.id, ...changes });
        const key = signer ?? company.signer;
        return bring(signedQuery("SAMLResponse", xml, key, request.relayState));
      };
    const formed =
      (signer: SamlSigner | undefined, changes = {}): Answer =>
      (request) => {
        const xml = logoutResponseXml({ ...word(), inResponseTo: request.id, ...changes });
        const SAMLResponse = base64(signer ? signXml(xml, "LogoutResponse", signer) : xml);
        return post({ SAMLResponse, RelayState: request.relayState });
      };
    const answers: readonly (readonly [Answer, string])[] = [
      [formed(company.signer), `${page}?at=provider`],
      [formed(undefined), page],
      [formed(stranger), page],
      [formed(company.signer, { status }), page],
      [by({}, stranger), page],
      [by({ status }), page],
      [by({ inResponseTo: newSamlId() }), page],
      [by({ issuer: "https://elsewhere.example" }), page],
      [by({ destination: "https://elsewhere.example" }), page],
    ];
    for (const [answer, expected] of answers) {
      const { url } = (await leave(await logIn(newSubject(), "one"))) ?? {};
      expect(await answer(readMessage(url ?? "", "SAMLRequest"))).toBe(expected);
    }
  });

  test("a provider without an address for it is not asked, and its owner is told so", async () => {
    const refusal = async (how: "here" | "done", sloUrl: string) => {
      const { type, data } = (await change(how, sloUrl)).error();
      return [type, data];
    };
    expect(await refusal("done", "")).toEqual(["ProviderRefused", { reason: "no-sign-out" }]);
    for (const address of ["http://idp.example/slo", "javascript:alert(1)", "nothing"]) {
      expect(await refusal("here", address)).toEqual(["ProviderRefused", { reason: "no-address" }]);
    }
  });
});
