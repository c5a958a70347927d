import { Writable } from "node:stream";
import type { TestClient } from "@sekimori/kit-development/testing";
import { createLogger } from "@sekimori/kit-server/logger";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { newMember } from "../../../testing/members.ts";
import {
  authorizationRequest,
  follow,
  newRelyingParty,
  type RelyingParty,
  redirectUri,
  serverFetch,
} from "../../../testing/relying-party.ts";
import { startTestPortal, type TestPortal, testOrigin } from "../../../testing/test-portal.ts";

// What an engineer finds whose application errs: on the page, in the answer and in the log.

const issuer = `${testOrigin}/v1/idp/oidc`;

let portal: TestPortal;
let party: RelyingParty;
let visitor: TestClient;
const lines: string[] = [];
beforeAll(async () => {
  const destination = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  const logger = createLogger({ name: "test", level: "info", destination });
  portal = await startTestPortal({}, { logger });
  party = await newRelyingParty(portal, { isFirstParty: true });
  visitor = portal.browser();
  await newMember(portal, visitor);
});
afterAll(() => portal.close());
beforeEach(() => {
  lines.length = 0;
});

const noted = (message = "openid request refused") =>
  lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === message);

const ask = async (url: URL, locale = "en") =>
  visitor.request({
    url: url.pathname + url.search,
    headers: { accept: "text/html", "accept-language": locale },
  });

const basic = (id: string, secret = "") => ({ authorization: `Basic ${btoa(`${id}:${secret}`)}` });

interface Refusal {
  readonly status: number;
  readonly id: string | null;
  readonly error_description?: string;
}

async function redeem(
  fields: Record<string, string>,
  headers: Record<string, string>,
): Promise<Refusal> {
  const answer = await serverFetch(portal)(`${issuer}/token`, {
    method: "POST",
    headers,
    body: new URLSearchParams({ grant_type: "authorization_code", ...fields }),
  });
  const body = (await answer.json()) as Omit<Refusal, "id" | "status">;
  return { status: answer.status, id: answer.headers.get("x-request-id"), ...body };
}

/** A code of a member who is signed in. */
async function newCode() {
  const request = await authorizationRequest(party);
  const { url } = await follow(visitor, request.url.href);
  return { code: url.searchParams.get("code") ?? "", verifier: request.verifier };
}

test("a wrong return address is shown with the client and a reference, and the log has the registered one", async () => {
  const other = "https://app.example/elsewhere?x=<b>";
  const { url } = await authorizationRequest(party, {
    redirect_uri: other,
    login_hint: "someone@people.example",
  });
  const answer = await ask(url);
  expect(answer.status).toBe(400);
  const reference = String(answer.headers["x-request-id"]);
  expect(answer.text).toContain(`<code>${reference}</code>`);
  expect(answer.text).toContain(`<code>${party.clientId}</code>`);
  expect(answer.text).toContain("https://app.example/elsewhere?x=%3Cb%3E");
  const line = {
    reference,
    endpoint: "authorization",
    client: party.clientId,
    isRegistered: true,
    error: "invalid_redirect_uri",
    received: { redirect_uri: other, scope: "openid", response_type: "code" },
    registered: { redirect_uri: [redirectUri] },
  };
  expect(noted()).toMatchObject([line]);
  expect(lines.join("")).not.toContain("someone");
});

test("an application that is answered by a redirection gets the reference in the description", async () => {
  const { url } = await authorizationRequest(party, { response_type: "token" });
  const answer = await ask(url);
  expect(answer.status).toBe(303);
  const back = new URL(String(answer.headers.location));
  const words = back.searchParams.has("error")
    ? back.searchParams
    : new URLSearchParams(back.hash.slice(1));
  expect(words.get("error")).toBe("unsupported_response_type");
  expect(words.get("state")).toBe(url.searchParams.get("state"));
  const reference = String(answer.headers["x-request-id"]);
  expect(words.get("error_description")).toMatch(new RegExp(` \\(reference ${reference}\\)$`));
  expect(noted()).toMatchObject([{ reference, endpoint: "authorization" }]);
});

test("a silent request that finds nobody signed in is told nothing more", async () => {
  const { url } = await authorizationRequest(party, { prompt: "none" });
  const answer = await portal.browser().request({ url: url.pathname + url.search });
  const words = new URL(String(answer.headers.location)).searchParams;
  expect(words.get("error")).toBe("login_required");
  expect(words.get("error_description")).not.toContain("reference");
});

test("what is no address is not shown: the page says nothing in a stranger's words", async () => {
  const { url } = await authorizationRequest(party, { redirect_uri: "call 03-0000-0000 now" });
  expect((await ask(url, "ja")).text).not.toContain("03-0000");
});

test("an application that is not registered is named as it called itself", async () => {
  const { url } = await authorizationRequest({ ...party });
  url.searchParams.set("client_id", "nobody");
  expect((await ask(url)).text).toContain("<code>nobody</code>");
  expect(noted()).toMatchObject([{ client: "nobody", isRegistered: false, registered: {} }]);
});

test("a wrong secret and a wrong proof are told apart in the log", async () => {
  const wrong = await redeem({ code: "any" }, basic(party.clientId, "guessed-wrongly"));
  expect(wrong).toMatchObject({
    status: 401,
    error: "invalid_client",
    error_description:
      "client authentication failed (received: client_secret_basic; expected: a registered client_id with its key or newest secret, form-encoded, sent as registered)",
    error_uri: `${testOrigin}/v1/docs#openid-error-invalid_client`,
    reference: wrong.id,
  });
  const bare = await redeem({ code: "any", client_id: party.clientId }, {});
  expect(bare.error_description).toContain("(received: none; expected: a registered client_id");
  expect(noted()).toMatchObject([
    { reference: wrong.id, detail: "invalid secret provided" },
    {
      reference: bare.id,
      client: party.clientId,
      received: { authentication: "none" },
      registered: { authentication: "client_secret_basic" },
    },
  ]);
  expect(lines.join("")).not.toContain("guessed-wrongly");
});

/** All of an answer to a proof that fails, but for what names this one request. */
async function answerTo(path: string, fields: Record<string, string>, id: string, secret?: string) {
  const sent = await serverFetch(portal)(`${issuer}${path}`, {
    method: "POST",
    headers: secret === undefined ? {} : basic(id, secret),
    body: new URLSearchParams(secret === undefined ? { ...fields, client_id: id } : fields),
  });
  const { reference, ...body } = (await sent.json()) as Record<string, unknown>;
  expect(reference).toBe(sent.headers.get("x-request-id"));
  const passing = new Set(["date", "x-request-id", "x-server-time"]);
  return { status: sent.status, body, headers: [...sent.headers].filter(([h]) => !passing.has(h)) };
}

// RFC 6749, section 5.2: unknown client, no proof and a wrong one are one error.
test.each([
  ["/token", { grant_type: "authorization_code", code: "any" }],
  ["/request", { response_type: "code", scope: "openid" }],
  ["/token/introspection", { token: "any" }],
  ["/token/revocation", { token: "any" }],
])(
  "%s answers an unknown client as it does a wrong secret; only the log tells them apart",
  async (path, fields) => {
    const secrets = ["guessed-wrongly", undefined];
    for (const secret of secrets) {
      const wrong = await answerTo(path, fields, party.clientId, secret);
      expect(wrong).toMatchObject({ status: 401, body: { error: "invalid_client" } });
      expect(await answerTo(path, fields, "nobody", secret)).toEqual(wrong);
    }
    expect(noted().map(({ isRegistered }) => isRegistered)).toEqual([true, false, true, false]);
  },
);

test("a wrong method or address below the issuer is answered in JSON with a reference", async () => {
  const wrong = await visitor.request({ url: "/v1/idp/oidc/token" });
  expect([wrong.status, wrong.headers.allow]).toEqual([405, "POST"]);
  expect(JSON.parse(wrong.text)).toEqual({
    error: "invalid_request",
    error_description: "This address takes POST, not GET.",
    error_uri: `${testOrigin}/v1/docs#openid-endpoints`,
    reference: wrong.headers["x-request-id"],
  });
  const nowhere = await visitor.request({ url: "/v1/idp/oidc/tokens" });
  expect(JSON.parse(nowhere.text).error_description).toBe("There is nothing at this address.");
});

test("the page says which parameter is missing, and nothing in a stranger's words", async () => {
  const { url } = await authorizationRequest(party);
  url.searchParams.delete("redirect_uri");
  expect((await ask(url)).text).toContain("missing required parameter &#39;redirect_uri&#39;");
  const foul = await authorizationRequest(party, { redirect_uri: "call 03-0000-0000 now" });
  expect((await ask(foul.url)).text).not.toContain("<dt>Description</dt>");
});

test("a logout with an address that is not registered says so, and that nobody is logged out", async () => {
  const query = new URLSearchParams({
    client_id: party.clientId,
    post_logout_redirect_uri: "https://app.example/elsewhere",
  });
  const url = new URL(`${issuer}/session/end?${query}`);
  const page = (await ask(url)).text;
  expect(page).toContain("You haven't been logged out yet.".replace("'", "&#39;"));
  expect(page).toContain("post_logout_redirect_uri not registered");
  expect(page).toContain("<code>https://app.example/elsewhere</code>");
  expect(page).toContain('href="/v1/idp/oidc/session/end"');
  expect((await ask(url, "ja")).text).toContain("まだログアウトしていません。");
});

test("an application that mistypes its id at the token endpoint finds it in the log", async () => {
  await redeem({ code: "any" }, basic("expresss", "kept-to-itself"));
  await redeem({ code: "any" }, { authorization: `Basic ${btoa("a-secret-alone")}` });
  const [mistyped] = noted();
  expect(mistyped).toMatchObject({ client: "expresss", isRegistered: false });
  expect(lines.join("")).not.toMatch(/kept-to-itself|a-secret-alone/);
});

test("why a code is not taken is told to the application that has proved itself", async () => {
  const proof = basic(party.clientId, party.secret);
  const unknown = await redeem({ code: "unknown-code", redirect_uri: redirectUri }, proof);
  expect(unknown).toMatchObject({
    status: 400,
    error: "invalid_grant",
    error_description: expect.stringContaining("authorization code not found"),
    reference: unknown.id,
  });
  const { code, verifier: own } = await newCode();
  const verifier = "a-verifier-of-somebody-else-entirely-0123456789";
  const fields = { code, redirect_uri: redirectUri, code_verifier: verifier };
  const mismatched = await redeem(fields, proof);
  expect(mismatched.error_description).toContain("code_verifier");
  // A failed exchange uses no code up (docs/integrate/openid-provider.md).
  expect((await redeem({ ...fields, code_verifier: own }, proof)).status).toBe(200);
  expect(noted()).toMatchObject([
    { endpoint: "token", client: party.clientId, received: { redirect_uri: redirectUri } },
    { endpoint: "token", client: party.clientId, error: "invalid_grant" },
  ]);
  for (const secret of ["unknown-code", code, verifier]) {
    expect(lines.join("")).not.toContain(secret);
  }
});

test("a second use of a code says so, also where only the database could know", async () => {
  const { code, verifier } = await newCode();
  const fields = { code, redirect_uri: redirectUri, code_verifier: verifier };
  const proof = basic(party.clientId, party.secret);
  const both = await Promise.all([redeem(fields, proof), redeem(fields, proof)]);
  const refused = both.filter(({ status }) => status !== 200);
  expect(refused.length).toBeGreaterThan(0);
  expect(noted().map(({ reference }) => reference)).toEqual(refused.map(({ id }) => id));
});

test("scopes that nobody knows are left out, and the log names them", async () => {
  const request = await authorizationRequest(party, { scope: "openid profil email" });
  const { url } = await follow(visitor, request.url.href);
  expect(url.searchParams.get("code")).not.toBeNull();
  expect(noted("openid scopes unknown")).toMatchObject([
    { client: party.clientId, scopes: ["profil"] },
  ]);
});

test("a silent request that finds nobody is no refusal to be looked at", async () => {
  const request = await authorizationRequest(party, { prompt: "none" });
  const stranger = portal.browser();
  const answer = await stranger.request({ url: request.url.pathname + request.url.search });
  expect(String(answer.headers.location)).toContain("login_required");
  expect(noted()).toEqual([]);
});
