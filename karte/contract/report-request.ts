import { daySchema } from "@sekimori/kit-contract/date-schemas";
import { localeSchema } from "@sekimori/kit-contract/locale-schema";
import { dayMs } from "@sekimori/kit-contract/tokyo";
import { z } from "zod";
import { reportPeriodDaysMost } from "./constants.ts";
import { reportForms } from "./words.ts";

// Beside the endpoints, of which a browser gets the paths alone: its form checks with this.

/** What a report tells of; of views only one's own, and none of a list of assets. */
export const reportScopeSchema = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("all") }),
  z.strictObject({ kind: z.literal("group"), id: z.uuid() }),
  z.strictObject({ kind: z.literal("domain"), id: z.uuid() }),
  z.strictObject({ kind: z.literal("view"), id: z.uuid() }),
]);

/** What is asked for; the period in days of Asia/Tokyo, both included. */
export const reportRequestSchema = z
  .strictObject({
    scope: reportScopeSchema,
    form: z.enum(reportForms),
    language: localeSchema,
    from: daySchema,
    to: daySchema,
  })
  .refine(({ from, to }) => from <= to, { path: ["to"], params: { code: "invalid" } })
  .refine(({ from, to }) => Date.parse(to) - Date.parse(from) < reportPeriodDaysMost * dayMs, {
    path: ["from"],
    params: { code: "too_long" },
  });
