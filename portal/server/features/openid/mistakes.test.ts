import type { TestClient } from "@sekimori/kit-development/testing";
import { openidEndpoints, openidErrors } from "@sekimori/portal-contract/openid-endpoints";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newMember } from "../../testing/members.ts";
import {
  authorizationRequest,
  follow,
  newRelyingParty,
  type RelyingParty,
  redirectUri,
  serverFetch,
} from "../../testing/relying-party.ts";
import { startTestPortal, type TestPortal, testOrigin } from "../../testing/test-portal.ts";

// What integrators get wrong: each answer names what was received and what is expected, and leads to
// the place of the reference that explains the error.

const issuer = `${testOrigin}/v1/idp/oidc`;

let portal: TestPortal;
let party: RelyingParty;
let other: RelyingParty;
let visitor: TestClient;
let reference: string;
beforeAll(async () => {
  portal = await startTestPortal();
  party = await newRelyingParty(portal, { isFirstParty: true });
  other = await newRelyingParty(portal, { isFirstParty: true, scopes: ["openid", "email"] });
  visitor = portal.browser();
  await newMember(portal, visitor);
  reference = (await visitor.request({ url: "/v1/docs" })).text;
});
afterAll(() => portal.close());

interface Told {
  readonly error: string;
  readonly said: string;
  readonly page: string;
}

/** Where the reference explains it. */
function placeOf(page: string): string {
  const { pathname, hash } = new URL(page);
  expect(pathname).toBe("/v1/docs");
  return hash.slice(1);
}

/** The answer to an application that is answered by a redirection. */
async function asked(changes: Readonly<Record<string, string | undefined>>, of = party) {
  const { url } = await authorizationRequest(of, changes);
  const answer = await visitor.request({ url: url.pathname + url.search });
  const back = new URL(String(answer.headers.location));
  const words = back.searchParams.has("error")
    ? back.searchParams
    : new URLSearchParams(back.hash.slice(1));
  return {
    error: words.get("error") ?? "",
    said: words.get("error_description") ?? "",
    page: words.get("error_uri") ?? "",
  };
}

const basic = ({ clientId, secret }: RelyingParty, typed = secret ?? "") => ({
  authorization: `Basic ${btoa(`${clientId}:${typed}`)}`,
});

async function posted(
  path: string,
  fields: Readonly<Record<string, string>> | string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Told> {
  const answer = await serverFetch(portal)(`${issuer}${path}`, {
    method: "POST",
    headers,
    body: typeof fields === "string" ? fields : new URLSearchParams(fields),
  });
  return told(answer);
}

async function told(answer: Response): Promise<Told> {
  const body = (await answer.json()) as Record<string, string>;
  return {
    error: body.error ?? "",
    said: body.error_description ?? "",
    page: body.error_uri ?? "",
  };
}

/** A code of a member who is signed in, and what is sent with it. */
async function exchange(changes: Readonly<Record<string, string>> = {}) {
  const request = await authorizationRequest(party);
  const { url } = await follow(visitor, request.url.href);
  return {
    grant_type: "authorization_code",
    code: url.searchParams.get("code") ?? "",
    redirect_uri: redirectUri,
    code_verifier: request.verifier,
    ...changes,
  };
}

const token = async (changes: Readonly<Record<string, string>>, of = party) =>
  posted("/token", await exchange(changes), basic(of));

const usedTwice = async () => {
  const fields = await exchange();
  await posted("/token", fields, basic(party));
  return posted("/token", fields, basic(party));
};

const mistakes: readonly (readonly [
  string,
  () => Promise<Told>,
  error: string,
  received: string,
  expected: string,
])[] = [
  [
    "the implicit flow",
    () => asked({ response_type: "token" }),
    "unsupported_response_type",
    "token",
    "code",
  ],
  [
    "no PKCE",
    () => asked({ code_challenge: undefined, code_challenge_method: undefined }),
    "invalid_request",
    "none",
    "S256",
  ],
  [
    "a plain code challenge",
    () => asked({ code_challenge_method: "plain" }),
    "invalid_request",
    "plain",
    "S256",
  ],
  [
    "a scope that the application may not ask for",
    () => asked({ scope: "openid profile" }, other),
    "invalid_scope",
    "profile",
    "openid email",
  ],
  [
    "a response mode of another provider",
    () => asked({ response_mode: "fragment.jwt" }),
    "unsupported_response_mode",
    "fragment.jwt",
    "form_post",
  ],
  [
    "an API that nobody registered",
    () => asked({ resource: "https://api.example.com" }),
    "invalid_target",
    "https://api.example.com",
    "registered for the client",
  ],
  [
    "no proof at all",
    async () => posted("/token", { ...(await exchange()), client_id: party.clientId }),
    "invalid_client",
    "none",
    "sent as registered",
  ],
  [
    "a secret that was replaced",
    async () => posted("/token", await exchange(), basic(party, "the-former-one")),
    "invalid_client",
    "client_secret_basic",
    "newest secret",
  ],
  [
    "a client that nobody registered",
    async () => posted("/token", await exchange(), basic({ ...party, clientId: "nobody" })),
    "invalid_client",
    "client_secret_basic",
    "registered client_id",
  ],
  [
    "JSON at the token endpoint",
    () => posted("/token", "{}", { ...basic(party), "content-type": "application/json" }),
    "invalid_request",
    "application/json",
    "application/x-www-form-urlencoded",
  ],
  [
    "a grant that is not the application's",
    () => token({ grant_type: "client_credentials" }),
    "invalid_request",
    "client_credentials",
    "authorization_code",
  ],
  [
    "a grant that does not exist",
    () => token({ grant_type: "password" }),
    "unsupported_grant_type",
    "password",
    "authorization_code",
  ],
  [
    "another redirect_uri at the token endpoint",
    () => token({ redirect_uri: `${redirectUri}/` }),
    "invalid_grant",
    `${redirectUri}/`,
    "of the authorization request",
  ],
  [
    "another code verifier",
    () => token({ code_verifier: "x".repeat(43) }),
    "invalid_grant",
    "of another request",
    "code_challenge",
  ],
  ["a code twice", usedTwice, "invalid_grant", "was used", "once"],
  [
    "another application's code",
    () => token({}, other),
    "invalid_grant",
    "another client's",
    "of this client",
  ],
  [
    "userinfo with an ID token",
    async () => {
      const authorization = "Bearer eyJhbGciOiJub25lIn0.e30.";
      return told(await serverFetch(portal)(`${issuer}/me`, { headers: { authorization } }));
    },
    "invalid_token",
    "doesn't count",
    "Authorization: Bearer",
  ],
];

describe.each(mistakes)("%s", (_, make, error, received, expected) => {
  test("is told with what came, what is expected, and a page", async () => {
    const answer = await make();
    expect(answer.error).toBe(error);
    const { said, page } = answer;
    const [, came = "", wanted = ""] = /\(received: (.+); expected: (.+?)\)/.exec(said) ?? [];
    expect(came, said).toContain(received);
    expect(wanted, said).toContain(expected);
    expect(reference).toContain(`id="${placeOf(page)}"`);
  });
});

describe("a return address", () => {
  const pageOf = async (changes: Readonly<Record<string, string>>) => {
    const { url } = await authorizationRequest(party, changes);
    return (
      await visitor.request({
        url: url.pathname + url.search,
        headers: { accept: "text/html", "accept-language": "en" },
      })
    ).text;
  };

  test("with a slash too many is shown beside the registered one, with a page", async () => {
    const text = await pageOf({ redirect_uri: `${redirectUri}/` });
    expect(text).toContain(`<code>${redirectUri}/</code>`);
    expect(text).toContain(`<code>${redirectUri}</code>`);
    expect(text).toContain("/v1/docs#openid-error-invalid_redirect_uri");
  });

  test("at another host learns nothing of the registered ones", async () => {
    const text = await pageOf({ redirect_uri: "https://elsewhere.example/callback" });
    expect(text).toContain("<code>https://elsewhere.example/callback</code>");
    expect(text).not.toContain(redirectUri);
  });
});

test("what a stranger writes into a request is not handed on as a sentence", async () => {
  const { said } = await asked({ response_mode: "Call 03-0000-0000 now" });
  expect(said).not.toContain("03-0000");
});

test("each endpoint of the reference is there, and tells what it takes", async () => {
  for (const { name, path, methods } of openidEndpoints) {
    expect(reference).toContain(`id="openid-${name}"`);
    for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"] as const) {
      if (methods.some((one) => one === method)) continue;
      const answer = await portal.app.inject({ method, url: `/v1/idp/oidc${path}` });
      const allow = String(answer.headers.allow).split(", ");
      expect([answer.statusCode, allow], `${method} ${path}`).toEqual([405, [...methods]]);
      expect(answer.json().error_description).toContain(`not ${method}`);
    }
  }
  for (const error of Object.keys(openidErrors)) {
    expect(reference).toContain(`id="openid-error-${error}"`);
  }
});

test("the reference knows every address and word of discovery", async () => {
  const answer = await visitor.request({ url: "/v1/idp/oidc/.well-known/openid-configuration" });
  const discovered = answer.json() as Record<string, unknown>;
  const paths = Object.entries(discovered)
    .filter(([name]) => name.endsWith("_endpoint") || name === "jwks_uri")
    .map(([, address]) => String(address).slice(issuer.length));
  const declared = new Set<string>(openidEndpoints.map(({ path }) => path));
  expect(paths.filter((path) => !declared.has(path))).toEqual([]);
});
