import type { JWTPayload } from "jose";
import type { providerTokenVerifier } from "./provider-tokens.ts";

/** What the provider tells of one of its people: a security event token (RFC 8417). */
export interface SecurityEvent {
  /** The same when it is told again. */
  readonly id: string;
  /** Names of what happened, by URI. */
  readonly kinds: readonly string[];
  /** The provider's name for the person whom it is about. */
  readonly subject: string;
  /** When it happened, as far as the provider says; by its clock, to the second. */
  readonly happenedAt: Date | undefined;
}

function subjectOf(payload: JWTPayload): string {
  const { sub_id: named, iss } = payload as { sub_id?: Record<string, unknown>; iss?: string };
  const isOurs = named?.format === "iss_sub" && named.iss === iss;
  if (!isOurs || typeof named.sub !== "string" || named.sub === "") throw new Error("names nobody");
  return named.sub;
}

/**
 * Checks security event tokens. They have no end and may come late, twice and out of order: an event
 * is a hint, and what it is about is read anew.
 */
export function securityEventVerifier(
  verify: ReturnType<typeof providerTokenVerifier>,
): (token: string) => Promise<SecurityEvent> {
  return async (token) => {
    const payload = await verify(token, { typ: "secevent+jwt", requiredClaims: ["iat", "jti"] });
    const { events, jti, toe } = payload;
    if (typeof events !== "object" || events === null) throw new Error("holds no event");
    return {
      id: String(jti),
      kinds: Object.keys(events),
      subject: subjectOf(payload),
      happenedAt: typeof toe === "number" ? new Date(toe * 1000) : undefined,
    };
  };
}
