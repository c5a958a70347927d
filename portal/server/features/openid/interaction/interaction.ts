import type { PromptDetail } from "oidc-provider";
import type { MemberRow } from "../../session/member.ts";
import type { Strength } from "../protocol/strength.ts";

/** What an interaction waits for, in the contract's words. */
export type InteractionStep =
  | "sign-in"
  | "sign-up"
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
  /** The strength that is asked for, is not there, and that the account has something for. */
  readonly stronger: Strength | undefined;
  /** The account the application insists on, if it does. */
  readonly expectedAccount: string | undefined;
}

const wantsNewSignIn = ["login_prompt", "max_age"];
/** Whether a question is answered by having a member, whoever it is. */
export const isAboutAccount = (prompt: string): boolean =>
  prompt === "select_account" || prompt === "create";

/** Whether the sign-in is to be done again for its age alone. */
export const isTooOld = ({ prompt, isFresh }: InteractionFacts): boolean =>
  prompt.reasons.some((reason) => wantsNewSignIn.includes(reason)) && !isFresh;

/** Decides what is asked next; consent only of somebody who is signed in. */
export function interactionStep(facts: InteractionFacts): InteractionStep {
  const { prompt, member, isEarlierSession, stronger } = facts;
  if (member === undefined && prompt.name === "create") return "sign-up";
  if (member === undefined || isOtherAccount(facts)) return "sign-in";
  // Whoever has signed in or up for this very request has chosen by it.
  if (isAboutAccount(prompt.name)) return isEarlierSession ? "select-account" : "continue";
  if (prompt.name === "consent") return "consent";
  return isTooOld(facts) || stronger !== undefined ? "reauthenticate" : "continue";
}

/** Somebody is signed in, but not the account that the application insists on. */
export function isOtherAccount({ member, expectedAccount }: InteractionFacts): boolean {
  return (
    member !== undefined && expectedAccount !== undefined && member.account_id !== expectedAccount
  );
}
