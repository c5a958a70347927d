import type { SecondFactorWay } from "@sekimori/portal-contract/endpoints/authenticators";
import type { PortalContext } from "../../../context.ts";
import type { MemberRow } from "../../session/member.ts";
import { type Strength, strengthByWay, strongest } from "./strength.ts";

/** A session of the portal in the terms of OpenID Connect. */
export interface Authentication {
  readonly accountId: string;
  readonly sessionId: string;
  /** Seconds since 1970, by the machine's clock. */
  readonly authTime: number;
  readonly acr: Strength;
  /**
   * RFC 8176; beside it "fed" for an external identity provider, after which stands what the provider
   * itself states, and "recovery-code", for which the registry has no word. A passkey is "pop", a key
   * whose possession was proved, and "user", who was verified to be there. A code that came by mail is
   * no "mfa": the mailbox resets the password too.
   */
  readonly amr: string[];
}

/** What the first factor is in `amr`; a passkey is said once, as the second. */
const firstFactors: Readonly<Record<MemberRow["first_factor"], readonly string[]>> = {
  password: ["pwd"],
  external: ["fed"],
  passkey: [],
};

/** What the second factor adds to `amr`; a mailed code where nothing else is known. */
const secondFactors: Readonly<Record<SecondFactorWay, readonly string[]>> = {
  email: ["otp"],
  passkey: ["pop", "user", "mfa"],
  app: ["otp", "mfa"],
  "recovery-code": ["mfa", "recovery-code"],
};

type Proofs = Pick<
  MemberRow,
  "first_factor" | "second_factor" | "second_way" | "provider_amr" | "provider_acr"
>;

/** Classes of a provider's that mean here what they mean there (OpenID EAP ACR Values); others say nothing. */
const phishingResistant = ["phr", "phrh"];

const wayOf = ({ second_factor, second_way }: Proofs): SecondFactorWay | undefined =>
  second_factor ? (second_way ?? "email") : undefined;

/**
 * What a session proved, as `acr`. What a provider says of more than one factor, or of
 * one that resists phishing, is believed.
 */
export function strengthOf(member: Proofs): Strength {
  const way = wayOf(member);
  return strongest([
    ...(way === undefined ? [] : [strengthByWay(way)]),
    ...(member.provider_amr?.includes("mfa") ? (["urn:sekimori:acr:mfa"] as const) : []),
    ...(phishingResistant.includes(member.provider_acr ?? "") ? (["phr"] as const) : []),
  ]);
}

/** The same as `amr`. */
export function methodsOf(member: Proofs): string[] {
  const way = wayOf(member);
  const methods = [
    ...firstFactors[member.first_factor],
    ...(member.provider_amr ?? []),
    ...(way === undefined ? [] : secondFactors[way]),
  ];
  return [...new Set(methods)];
}

/** The portal's clock may have been moved; ages are the same on both clocks. */
export function authenticationOf(
  { clock }: Pick<PortalContext, "clock">,
  member: MemberRow,
): Authentication {
  const age = clock.now().getTime() - member.authenticated_at.getTime();
  return {
    accountId: member.account_id,
    sessionId: member.session_id,
    authTime: Math.floor((Date.now() - age) / 1000),
    acr: strengthOf(member),
    amr: methodsOf(member),
  };
}
