import { BlockList, isIPv6 } from "node:net";
import { hourMs } from "@sekimori/kit-contract/tokyo";
import type { SecondFactorWay } from "@sekimori/portal-contract/endpoints/authenticators";
import type { FactorStrength } from "@sekimori/portal-contract/endpoints/sign-in-rules";
import type { SessionProof } from "../session/session-repository.ts";

/** What an account has to prove itself with, as far as rules ask. */
export interface OwnFactors {
  readonly hasPasskey: boolean;
  readonly hasApp: boolean;
}

/** Which factors a rule leaves to choose from. */
export const factorsFor = (strength: FactorStrength): readonly ("passkey" | "app")[] =>
  strength === "any" ? ["passkey", "app"] : ["passkey"];

/** Whether an account has what a rule asks for. */
export const hasWanted = (strength: FactorStrength, { hasPasskey, hasApp }: OwnFactors): boolean =>
  hasPasskey || (hasApp && strength === "any");

/**
 * Of an account's ways those by which a rule lets it complete a sign-in. Who has a passkey and must use
 * it isn't asked for the app: whoever phished its code could add a passkey of their own.
 */
export const waysUnder = (
  strength: FactorStrength | undefined,
  ways: readonly SecondFactorWay[],
): SecondFactorWay[] =>
  ways.filter(
    (way) => !(strength === "phishing-resistant" && ways.includes("passkey") && way === "app"),
  );

/**
 * Whether a sign-in proved what a rule asks for. Who came by a provider proved it there
 * (specification 6). A recovery code is the way back of who lost the factor: enough for `any`, and the
 * way to a new passkey for `phishing-resistant`.
 */
export function hasProved(
  strength: FactorStrength,
  { firstFactor, secondFactor }: Pick<SessionProof, "firstFactor" | "secondFactor">,
): boolean {
  if (firstFactor !== "password" || secondFactor === "passkey") return true;
  return strength === "any" && (secondFactor === "app" || secondFactor === "recovery-code");
}

/** Whether a trusted browser stands for the factor that a rule asks for: it was proved there before. */
export const isTrustEnough = (
  strength: FactorStrength,
  ways: readonly SecondFactorWay[],
): boolean => strength === "any" && !ways.includes("email");

const familyOf = (address: string) => (isIPv6(address) ? "ipv6" : "ipv4");

/** Whether an address is in one of the networks that a rule names. */
export function isInside(networks: readonly string[], address: string): boolean {
  const allowed = new BlockList();
  for (const network of networks) {
    const [base = "", prefix] = network.split("/");
    if (prefix === undefined) allowed.addAddress(base, familyOf(base));
    else allowed.addSubnet(base, Number(prefix), familyOf(base));
  }
  return allowed.check(address, familyOf(address));
}

/** Whether somebody comes from none of the networks that their rules name, where they name any. */
export const isElsewhere = (networks: readonly string[] | undefined, address: string): boolean =>
  networks !== undefined && !isInside(networks, address);

/** An open session, as far as rules ask. */
export interface OpenSession extends Pick<SessionProof, "firstFactor" | "secondFactor"> {
  readonly ipAddress: string;
  readonly beganAt: Date;
  readonly expiresAt: Date;
  /** Whether the account has an external identity and no link to the organisation's provider. */
  readonly isExternalOnly: boolean;
}

interface Asked {
  readonly strength: FactorStrength | undefined;
  readonly networks: readonly string[] | undefined;
  readonly sessionHours: number | undefined;
  readonly noExternalIds: boolean;
  readonly noPasswords: boolean;
}

/**
 * When an open session has to end by rules that begin to hold: at once, where a sign-in like it would not
 * get through, else after its length; undefined where it may go on as long as it would.
 */
export function endOfOpen(rules: Asked, session: OpenSession, now: Date): Date | undefined {
  const { firstFactor, ipAddress, beganAt, expiresAt, isExternalOnly } = session;
  const isOut =
    (rules.noPasswords && firstFactor === "password") ||
    (rules.strength !== undefined && !hasProved(rules.strength, session)) ||
    isElsewhere(rules.networks, ipAddress) ||
    (rules.noExternalIds && firstFactor === "external" && isExternalOnly);
  if (isOut) return now;
  if (rules.sessionHours === undefined) return undefined;
  const end = new Date(beganAt.getTime() + rules.sessionHours * hourMs);
  return end < expiresAt ? end : undefined;
}
