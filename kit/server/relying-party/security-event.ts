import type { JWTPayload } from "jose";
import type { Clock } from "../clock/clock.ts";
import type { providerTokenVerifier } from "./provider-tokens.ts";

/** What the provider tells of one of its people: a security event token (RFC 8417). */
export interface SecurityEvent {
  /** The same when it is told again. */
  readonly id: string;
  /** Names of what happened, by URI. */
  readonly kinds: readonly string[];
  /** The provider's name for the person whom it is about. */
  readonly subject: string;
  /** What came later is no matter of it. By the product's clock; until now where it does not say when. */
  readonly happenedBefore: Date;
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
  clock: Clock,
): (token: string) => Promise<SecurityEvent> {
  /** The provider tells the second by the machine's clock; ages are the same on both clocks. */
  function endOfSecond(told: unknown): Date {
    const age = typeof told === "number" ? Math.max(0, Date.now() - told * 1_000) : 0;
    return new Date(clock.now().getTime() - age + 1_000);
  }

  return async (token) => {
    const payload = await verify(token, { typ: "secevent+jwt", requiredClaims: ["iat", "jti"] });
    const { events, jti, toe } = payload;
    if (typeof events !== "object" || events === null) throw new Error("holds no event");
    return {
      id: String(jti),
      kinds: Object.keys(events),
      subject: subjectOf(payload),
      happenedBefore: endOfSecond(toe),
    };
  };
}
