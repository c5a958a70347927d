import { z } from "zod";
import { applicationContractVersion } from "./declare.ts";

/** What the portal's token for a call of its own allows, at an application that has things to close. */
export const leavingScope = "leaving:read";

/** Whom the portal asks about, in the query of the address that the application registered. */
export const leavingQuerySchema = z.object({ account: z.uuid() });

/** Longest name that an application may give to what closes. */
export const longestClosingName = 200;

/**
 * What an application answers when it is asked what closes with a member's account: everything that
 * nobody else could keep going. 404 for somebody it does not know.
 */
export const leavingSchema = z.object({
  version: z.literal(applicationContractVersion),
  account: z.uuid(),
  closes: z
    .array(
      z.object({
        /** A person's word: shown as text only. */
        name: z.string().trim().min(1).max(longestClosingName),
        /** Other people who lose access. */
        members: z.int().nonnegative(),
      }),
    )
    .max(200),
});

export type Leaving = z.infer<typeof leavingSchema>;
