import type { AccountWithPassword } from "../account/account-repository.ts";
import type { VisitPurpose } from "./visit-repository.ts";

/** What is known when somebody comes back from the external identity provider. */
export interface VisitFacts {
  readonly purpose: VisitPurpose["is"];
  /** The account that (issuer, subject) is linked to, and whether its sign-up is complete. */
  readonly linked: { readonly isComplete: boolean } | undefined;
  /** In a form we accept; whatever the provider says of it. */
  readonly hasEmail: boolean;
  readonly emailVerified: boolean;
  /** The account that has the address, which alone links nothing. */
  readonly sameAddress: Pick<AccountWithPassword, "password_hash"> | undefined;
}

export type VisitOutcome =
  | { readonly is: "sign-in" | "ask-password" | "verify-address" | "information" }
  | { readonly is: "refused"; readonly type: "LoginIDExists" }
  | { readonly is: "refused"; readonly type: "ExternalIdFailed"; readonly reason: VisitRefusal };

/** Why a visit that the provider answered well still leads nowhere. */
export type VisitRefusal = "unknown" | "no-email" | "other-account";

const refused = (reason: VisitRefusal): VisitOutcome => ({
  is: "refused",
  type: "ExternalIdFailed",
  reason,
});

/**
 * Where a visit leads. Accounts are found by (issuer, subject) only. An address that has an account
 * asks for that account's password, and only when the provider has verified the address: otherwise
 * anybody could learn here which addresses have accounts.
 */
export function visitOutcome(facts: VisitFacts): VisitOutcome {
  const { purpose, linked, sameAddress, emailVerified } = facts;
  if (linked) {
    return purpose === "sign-up" && linked.isComplete
      ? { is: "refused", type: "LoginIDExists" }
      : { is: "sign-in" };
  }
  if (!facts.hasEmail) return refused(purpose === "sign-up" ? "no-email" : "unknown");
  if (sameAddress && emailVerified) {
    return sameAddress.password_hash === null ? refused("other-account") : { is: "ask-password" };
  }
  if (purpose === "sign-in") return refused("unknown");
  return { is: emailVerified ? "information" : "verify-address" };
}
