import { timingSafeEqual } from "node:crypto";
import type { Digests } from "../credentials/digests.ts";

const purpose = "monthly-summary";

/**
 * What the links of a summary name its account by. It has no end: a mail is unsubscribed from when it
 * is found again, too (RFC 8058 wants it to work without a sign-in). It gives no more than that.
 */
export const unsubscribeToken = (digests: Pick<Digests, "token">, accountId: string): string =>
  `${accountId}.${digests.token(purpose, accountId)}`;

/** @returns the account; undefined when the token was not made here. */
export function accountOfToken(digests: Pick<Digests, "token">, token: string): string | undefined {
  const [accountId = ""] = token.split(".");
  const given = Buffer.from(token);
  const expected = Buffer.from(unsubscribeToken(digests, accountId));
  const isOurs = given.length === expected.length && timingSafeEqual(given, expected);
  return isOurs ? accountId : undefined;
}
