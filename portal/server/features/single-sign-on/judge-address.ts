import { emailSchema } from "@sekimori/portal-contract/fields";
import type { ExternalIdentity } from "../../ports/external-identity.ts";
import { mailDomainOf } from "../organisation/mail-domain.ts";

export type JudgedAddress =
  | { readonly is: "good"; readonly email: string; readonly domain: string }
  | {
      readonly is: "no-email" | "unverified" | "other-domain";
      readonly domain: string | undefined;
    };

/** Everybody's account there has the same issuer; the workspace stands in a claim of its own. */
const googleIssuer = "https://accounts.google.com";

/**
 * What the address counts for that an organisation's provider states. The proof of the domain is what
 * vouches for it, so it counts in the domains that the organisation holds and nowhere else; one that the
 * provider itself calls unverified is somebody's typing.
 */
export function judgeAddress(
  { email: stated, issuer, claims }: Pick<ExternalIdentity, "email" | "issuer" | "claims">,
  heldDomains: readonly string[],
): JudgedAddress {
  const email = emailSchema.safeParse(stated).data;
  const domain = email === undefined ? undefined : mailDomainOf(email);
  if (email === undefined || domain === undefined) return { is: "no-email", domain: undefined };
  if (!heldDomains.includes(domain)) return { is: "other-domain", domain };
  if (issuer === googleIssuer && !heldDomains.includes(String(claims.hd))) {
    return { is: "other-domain", domain };
  }
  const { email_verified: verified } = claims;
  // Some providers say it in words, in SAML several at once, and most say nothing of it.
  const isDenied = [verified].flat().some((one) => String(one).trim().toLowerCase() === "false");
  if (isDenied) return { is: "unverified", domain };
  return { is: "good", email, domain };
}
