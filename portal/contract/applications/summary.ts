import { z } from "zod";
import { applicationContractVersion } from "./declare.ts";

/** What the portal's token for a call of its own allows, at an application that gives summaries. */
export const summaryScope = "summary:read";

/** A calendar month in Asia/Tokyo as "2026-10". */
export const monthSchema = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/);

/** What the portal asks about, in the query of the address that the application registered. */
export const summaryQuerySchema = z.object({ account: z.uuid(), month: monthSchema });

const count = z.int().nonnegative();
/** Shown as text only, like every word of an application's. */
const sentence = z.object({ ja: z.string().max(500), en: z.string().max(500) });
/** As the application shows it: a letter. */
const grade = z.string().min(1).max(3).nullable();

/**
 * What an application answers of a member's month, for the mail that the portal sends. It tells of
 * the workspaces that live on the member's own contract, and of no other; none for somebody who works
 * in workspaces of others alone. 404 for somebody it does not know.
 */
export const monthlySummarySchema = z.object({
  version: z.literal(applicationContractVersion),
  account: z.uuid(),
  month: monthSchema,
  manualRunsUsed: count,
  workspaces: z
    .array(
      z.object({
        /** A person's word: shown as text only. */
        name: z.string().max(200),
        domains: count,
        /** At the month's end, and at the end of the one before; null before the first run. */
        grade,
        gradeBefore: grade,
        /** Open findings at the time of asking, by severity. */
        open: z.object({ critical: count, high: count, medium: count, low: count, info: count }),
        /** In the month. */
        newFindings: count,
        fixedFindings: count,
        newAssets: count,
        /** What to do first at the time of asking, in its order; left out by who has no order. */
        first: z
          .array(
            z.object({
              title: sentence,
              place: z.string().max(300),
              why: sentence,
              /** How many findings end with it; left out by who does not count them. */
              findings: z.int().positive().optional(),
            }),
          )
          .max(5)
          .optional(),
      }),
    )
    .max(100),
});

export type MonthlySummary = z.infer<typeof monthlySummarySchema>;
