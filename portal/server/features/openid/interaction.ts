import type { PromptDetail } from "oidc-provider";
import type { MemberRow } from "../session/member.ts";

/** What an interaction waits for, in the contract's words. */
export type InteractionStep =
  | "sign-in"
  | "reauthenticate"
  | "select-account"
  | "consent"
  | "continue";

export interface InteractionFacts {
  readonly prompt: Pick<PromptDetail, "name" | "reasons">;
  /** Whoever is signed in at the portal. */
  readonly member: Pick<MemberRow, "account_id"> | undefined;
  /** Whether that sign-in is younger than the interaction. */
  readonly isFresh: boolean;
  /** Whether it is the sign-in under which the interaction began. */
  readonly isEarlierSession: boolean;
  /** The account the application insists on, if it does. */
  readonly expectedAccount: string | undefined;
}

const wantsNewSignIn = ["login_prompt", "max_age"];

/** Decides what is asked next; consent only of somebody who is signed in. */
export function interactionStep(facts: InteractionFacts): InteractionStep {
  const { prompt, member, isFresh, isEarlierSession } = facts;
  if (member === undefined || isOtherAccount(facts)) return "sign-in";
  // Whoever has signed in for this very request has chosen by it.
  if (prompt.name === "select_account") return isEarlierSession ? "select-account" : "continue";
  if (prompt.name === "consent") return "consent";
  const isStale = prompt.reasons.some((reason) => wantsNewSignIn.includes(reason)) && !isFresh;
  return isStale ? "reauthenticate" : "continue";
}

/** Somebody is signed in, but not the account that the application insists on. */
export function isOtherAccount({ member, expectedAccount }: InteractionFacts): boolean {
  return (
    member !== undefined && expectedAccount !== undefined && member.account_id !== expectedAccount
  );
}
