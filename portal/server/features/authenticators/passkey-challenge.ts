import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { passkeyChallengeMs } from "@sekimori/portal-contract/constants";
import type { PortalContext, PortalTransaction } from "../../context.ts";
import { readClientData } from "./client-data.ts";

/**
 * What a challenge is for, and whose: the session, the sign-in under way, or the browser's own token
 * where nobody is known yet. An answer to one is worth nothing for another.
 */
export interface ChallengeUse {
  readonly purpose: "register" | "sign-in" | "second-factor" | "step-up" | "reset";
  readonly holder: string;
}

type Context = Pick<PortalContext, "digests" | "clock">;

const signature = ({ digests }: Context, { purpose, holder }: ChallengeUse, signed: string) =>
  digests.token("passkey challenge", `${purpose}\n${holder}\n${signed}`);

/**
 * A new challenge, as the browser takes it. It is signed and kept nowhere until it is answered, so
 * that a stranger who asks for many writes nothing; 128 bits of it are random.
 */
export function newChallenge(context: Context, use: ChallengeUse): string {
  const expires = context.clock.now().getTime() + passkeyChallengeMs;
  const signed = `${randomBytes(16).toString("base64url")}.${expires}`;
  return Buffer.from(`${signed}.${signature(context, use, signed)}`).toString("base64url");
}

function equal(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}

/** When a challenge that was answered ends; undefined where it is not of this use, or is over. */
function readChallenge(context: Context, use: ChallengeUse, challenge: string): Date | undefined {
  const [random, expiry, given, ...more] = Buffer.from(challenge, "base64url")
    .toString("latin1")
    .split(".");
  if (random === undefined || expiry === undefined || given === undefined || more.length > 0) {
    return undefined;
  }
  const expires = new Date(Number(expiry));
  const isOurs = equal(given, signature(context, use, `${random}.${expiry}`));
  return isOurs && expires > context.clock.now() ? expires : undefined;
}

/** What an authenticator was asked, as the browser says; or why that is not to be looked at. */
export type AnsweredChallenge =
  | { readonly is: "answered"; readonly challenge: string; readonly expires: Date }
  | { readonly is: "PasskeyRefused" | "PasskeyExpired" };

/** Reads which challenge was answered, and whether it is one of this use. */
export function readAnswered(
  context: Context,
  use: ChallengeUse,
  clientDataJSON: string,
): AnsweredChallenge {
  const clientData = readClientData(clientDataJSON);
  // A frame of another page may not ask: karte sends its visitors here instead.
  if (!clientData || clientData.crossOrigin === true) return { is: "PasskeyRefused" };
  const { challenge } = clientData;
  const expires = readChallenge(context, use, challenge);
  return expires ? { is: "answered", challenge, expires } : { is: "PasskeyExpired" };
}

/** Under what a challenge that was answered is kept. */
export const challengeDigest = (challenge: string): string =>
  createHash("sha256").update(Buffer.from(challenge, "base64url")).digest("base64url");

/** Uses a challenge up. @returns false where it was answered before: of two only one. */
export async function takeChallenge(
  tx: PortalTransaction,
  challenge: string,
  expires: Date,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("portal.passkey_challenge")
    .values({ digest: challengeDigest(challenge), expires_at: expires })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}
