import type { errors, KoaContextWithOIDC } from "oidc-provider";
import { registeredThere } from "../protocol/registered-there.ts";

// What an engineer compares: the value that came, and the one that would have been taken.

interface Comparison {
  readonly received: string;
  readonly expected: string;
}

type Refusal = Pick<errors.OIDCProviderError, "error" | "error_description"> & {
  readonly status: number;
  /** What the engine found out and does not tell. */
  readonly error_detail?: string;
};

/** A value that came, unless it could be a sentence: an application may show it to people. */
const shown = (value: unknown): string => {
  if (value === undefined || value === "") return "none";
  return typeof value === "string" && /^[\w.:/?=&%+~-]{1,200}$/.test(value)
    ? value
    : "a value that isn't shown";
};

const oneOf = (values: readonly string[]): string =>
  values.length === 0 ? "nothing: none is registered" : values.join(" or ");

function addressOf(received: unknown, registered: readonly string[]): Comparison {
  const near = registeredThere(received, registered);
  return {
    received: shown(received),
    expected: near.length > 0 ? oneOf(near) : "an address that is registered for the client",
  };
}

/** How a client tried to prove itself at an endpoint that asks for it. */
export function triedAuthentication({ headers, oidc }: KoaContextWithOIDC): string {
  if (/^basic /i.test(headers.authorization ?? "")) return "client_secret_basic";
  if (oidc.params?.client_assertion !== undefined) return "private_key_jwt";
  return oidc.params?.client_secret === undefined ? "none" : "client_secret_post";
}

/**
 * Where an application proves itself, a client that nobody registered and a wrong proof are answered
 * alike (RFC 6749, section 5.2): the answer says what came, and nothing of what is registered. The log
 * and the integrator's console tell them apart, under the same reference.
 */
function proofOf(ctx: KoaContextWithOIDC): Comparison {
  return {
    received: triedAuthentication(ctx),
    expected:
      "a registered client_id with its key or newest secret, form-encoded, sent as registered",
  };
}

/** Where nobody proves anything, as at the authorization endpoint, it is said to anybody. */
const unknownClient: Comparison = {
  received: "an unknown client_id",
  expected: "the id of a registered client",
};

/** What a code, a token or a verifier is that was not taken. */
const grants: readonly (readonly [RegExp, (received: string) => Comparison])[] = [
  [
    /redirect_uri mismatch/,
    (received) => ({ received, expected: "the redirect_uri of the authorization request" }),
  ],
  [
    /code_verifier|PKCE/i,
    () => ({
      received: "a code_verifier of another request, or none",
      expected: "the one whose SHA-256 was sent as code_challenge",
    }),
  ],
  [
    /client mismatch/,
    () => ({ received: "another client's", expected: "a code or token of this client" }),
  ],
  [
    /expired/,
    () => ({
      received: "one that is over",
      expected: "a code of the last minute, or a live token",
    }),
  ],
  [
    /not found|already|consumed/,
    () => ({ received: "one that is unknown or was used", expected: "the newest one, once" }),
  ],
];

const isAbout = (words: RegExp, { error_description: said = "" }: Refusal) => words.test(said);

/** Undefined where the engine's own words say it all. */
export function comparisonOf(ctx: KoaContextWithOIDC, refusal: Refusal): Comparison | undefined {
  const { client, params = {} } = ctx.oidc;
  switch (refusal.error) {
    case "invalid_redirect_uri":
      return addressOf(params.redirect_uri, client?.redirectUris ?? []);
    case "unsupported_response_type":
      return { received: shown(params.response_type), expected: "code" };
    case "unsupported_response_mode":
      // The engine has dropped it.
      return { received: shown(ctx.query.response_mode), expected: "query, fragment or form_post" };
    case "unsupported_grant_type":
      return { received: shown(params.grant_type), expected: oneOf(client?.grantTypes ?? []) };
    case "invalid_scope":
      return {
        received: shown((refusal as { scope?: unknown }).scope ?? params.scope),
        expected: client?.scope ? `words of: ${client.scope}` : "words that discovery names",
      };
    case "invalid_target":
      return { received: shown(params.resource), expected: "an API registered for the client" };
    case "invalid_client":
      return refusal.status === 401 ? proofOf(ctx) : unknownClient;
    case "invalid_grant": {
      const about = grants.find(([words]) => words.test(refusal.error_detail ?? ""));
      return about?.[1](shown(params.redirect_uri));
    }
    case "invalid_token":
      return {
        received: ctx.headers.authorization ? "a token that doesn't count" : "no token",
        expected: "Authorization: Bearer with an access token that lasts",
      };
    case "invalid_request":
      return badRequest(ctx, refusal);
    default:
      return undefined;
  }
}

function badRequest(ctx: KoaContextWithOIDC, refusal: Refusal): Comparison | undefined {
  const { client, params = {} } = ctx.oidc;
  if (isAbout(/PKCE|code_challenge/, refusal)) {
    const method = params.code_challenge_method ?? "plain";
    return {
      received: params.code_challenge === undefined ? "none" : shown(method),
      expected: "code_challenge with code_challenge_method S256",
    };
  }
  if (isAbout(/response_type/, refusal)) {
    return { received: shown(params.response_type), expected: oneOf(client?.responseTypes ?? []) };
  }
  if (isAbout(/grant type/, refusal)) {
    return { received: shown(params.grant_type), expected: oneOf(client?.grantTypes ?? []) };
  }
  if (isAbout(/content-type/, refusal)) {
    return {
      received: shown(ctx.get("content-type")),
      expected: "application/x-www-form-urlencoded",
    };
  }
  if (isAbout(/post_logout_redirect_uri/, refusal)) {
    return addressOf(params.post_logout_redirect_uri, client?.postLogoutRedirectUris ?? []);
  }
  return undefined;
}

/** The letters that a description may have (RFC 6749, section 5.2). */
const plain = (text: string) =>
  text
    .replaceAll('"', "'")
    .replaceAll(/[^\x20-\x7e]/g, "?")
    .replaceAll("\\", "/");

/** "redirect_uri did not match… (received X; expected Y)". */
export function explained(ctx: KoaContextWithOIDC, refusal: Refusal, said: string): string {
  const comparison = comparisonOf(ctx, refusal);
  if (comparison === undefined) return said;
  return plain(`${said} (received: ${comparison.received}; expected: ${comparison.expected})`);
}
