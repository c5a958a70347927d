import type { PromptDetail } from "oidc-provider";
import type { MemberRow } from "../../session/member.ts";
import { acrWished } from "../protocol/authentication.ts";

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
  /** Whether signing in again could bring a second factor. */
  readonly canBeStronger: boolean;
  /** The account the application insists on, if it does. */
  readonly expectedAccount: string | undefined;
}

const wantsNewSignIn = ["login_prompt", "max_age"];
const wantsStrongerSignIn = [acrWished, "essential_acr", "essential_acrs"];

/** Whether a question is answered by having a member, whoever it is. */
export const isAboutAccount = (prompt: string): boolean =>
  prompt === "select_account" || prompt === "create";

/** Whether a request insists on the strength of its sign-in. */
export const isStrengthEssential = ({ prompt }: Pick<InteractionFacts, "prompt">): boolean =>
  prompt.reasons.some((reason) => reason.startsWith("essential_acr"));

/** Decides what is asked next; consent only of somebody who is signed in. */
export function interactionStep(facts: InteractionFacts): InteractionStep {
  const { prompt, member, isFresh, isEarlierSession, canBeStronger } = facts;
  if (member === undefined && prompt.name === "create") return "sign-up";
  if (member === undefined || isOtherAccount(facts)) return "sign-in";
  // Whoever has signed in or up for this very request has chosen by it.
  if (isAboutAccount(prompt.name)) return isEarlierSession ? "select-account" : "continue";
  if (prompt.name === "consent") return "consent";
  const isWanted = (reasons: readonly string[]) =>
    prompt.reasons.some((reason) => reasons.includes(reason));
  const isTooWeak = isWanted(wantsStrongerSignIn) && canBeStronger;
  return (isWanted(wantsNewSignIn) || isTooWeak) && !isFresh ? "reauthenticate" : "continue";
}

/** Somebody is signed in, but not the account that the application insists on. */
export function isOtherAccount({ member, expectedAccount }: InteractionFacts): boolean {
  return (
    member !== undefined && expectedAccount !== undefined && member.account_id !== expectedAccount
  );
}
