import type { FoundMember } from "@sekimori/console-contract/endpoints/members";

/** What somebody has looked for, why, and what was found. */
export interface Look {
  readonly text: string;
  readonly reason: string;
  readonly found: {
    readonly members: readonly FoundMember[];
    readonly more: boolean;
    readonly deleted: readonly string[];
    readonly isFilling: boolean;
  };
}

let present: Look | undefined;

/**
 * The look that is under way. Its reason goes for each member who is opened from it, so that nobody is
 * asked twice; it lives in this tab's memory alone, because it may say something of a member.
 */
export const look = {
  present: (): Look | undefined => present,
  begin(begun: Look): void {
    present = begun;
  },
  forget(): void {
    present = undefined;
  },
};
