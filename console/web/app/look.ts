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
  /** Why a member is opened, where the search that is under way found them. */
  reasonFor(member: string | null): string | undefined {
    const isFound = ({ found }: Look) =>
      found.members.some(({ id }) => id === member) || found.deleted.some((id) => id === member);
    return present && isFound(present) ? present.reason : undefined;
  },
  begin(begun: Look): void {
    present = begun;
  },
  forget(): void {
    present = undefined;
  },
};
