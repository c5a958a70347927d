import { z } from "zod";

/** Whom the portal asks about. */
export const leavingQuerySchema = z.object({ account: z.uuid() });

/** What closes here with a member's account, for the portal's screen and mail (docs/integrate/application-contract.md). */
export interface LeavingAnswer {
  readonly version: 1;
  readonly account: string;
  readonly closes: readonly {
    /** The workspace's. */
    readonly name: string;
    /** Other people who lose access. */
    readonly members: number;
  }[];
}

/** @returns undefined for somebody who was never here. */
export type TellLeaving = (account: string) => Promise<LeavingAnswer | undefined>;
