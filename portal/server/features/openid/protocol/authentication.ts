import type { SecondFactorWay } from "@sekimori/portal-contract/endpoints/authenticators";
import type { PortalContext } from "../../../context.ts";
import type { MemberRow } from "../../session/member.ts";

/** How strongly somebody was recognised: one factor or two (OpenID Connect Core, `acr`). */
export const acrValues = ["urn:sekimori:acr:1", "urn:sekimori:acr:2"] as const;

/** Why the engine asks for a sign-in that is stronger than the present one. */
export const acrWished = "acr_values";

/** A session of the portal in the terms of OpenID Connect. */
export interface Authentication {
  readonly accountId: string;
  readonly sessionId: string;
  /** Seconds since 1970, by the machine's clock. */
  readonly authTime: number;
  readonly acr: (typeof acrValues)[number];
  /**
   * RFC 8176; beside it "fed" for an external identity provider, "app" and "recovery-code" for a
   * second factor that no mail brought, for which the registry has no word. A passkey is "pop", a key
   * whose possession was proved, and "user", who was verified to be there.
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
  email: ["otp", "mfa"],
  passkey: ["pop", "user", "mfa"],
  app: ["otp", "mfa", "app"],
  "recovery-code": ["mfa", "recovery-code"],
};

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
    acr: member.second_factor ? acrValues[1] : acrValues[0],
    amr: [
      ...firstFactors[member.first_factor],
      ...(member.second_factor ? secondFactors[member.second_way ?? "email"] : []),
    ],
  };
}
