import type { JWTPayload } from "jose";
import type { providerTokenVerifier } from "./provider-tokens.ts";

const logoutEvent = "http://schemas.openid.net/event/backchannel-logout";

/** How old a logout token may be, whatever it says of itself. */
const maxTokenAge = "10m";

/** Whose session at the provider has ended; without `session` all of the subject's have. */
export interface EndedAtProvider {
  readonly subject: string | undefined;
  readonly session: string | undefined;
  /** What the provider calls this token, so that it may be counted once. */
  readonly tokenId: string;
}

const textOf = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" ? value : undefined;

function endedIn({ sub, sid, events, nonce, jti }: JWTPayload): EndedAtProvider {
  const event = (events as Record<string, unknown> | undefined)?.[logoutEvent];
  if (typeof event !== "object" || event === null) throw new Error("not a logout token");
  // An ID token must not pass for a logout token.
  if (nonce !== undefined) throw new Error("a logout token has no nonce");
  const ended = { subject: textOf(sub), session: textOf(sid), tokenId: textOf(jti) ?? "" };
  if (ended.tokenId === "") throw new Error("has no name");
  if (ended.subject === undefined && ended.session === undefined) throw new Error("names nobody");
  return ended;
}

/**
 * Checks logout tokens (OpenID Connect Back-Channel Logout 1.0, section 2.6). A replayed one ends
 * what it has ended before, so none is remembered here.
 */
export function logoutTokenVerifier(
  verify: ReturnType<typeof providerTokenVerifier>,
): (token: string) => Promise<EndedAtProvider> {
  return async (token) =>
    endedIn(await verify(token, { requiredClaims: ["iat", "exp", "jti"], maxTokenAge }));
}
