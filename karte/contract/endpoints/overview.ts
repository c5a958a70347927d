import { momentSchema } from "@sekimori/kit-contract/date-schemas";
import { searchSchema } from "@sekimori/kit-contract/search-schema";
import { searchLeast } from "@sekimori/kit-contract/search-text";
import { z } from "zod";
import { karteEndpoint } from "./declare.ts";
import {
  gradeSchema,
  idSchema,
  localTextSchema,
  namedSchema,
  proofStateSchema,
  severityCountsSchema,
} from "./field-schemas.ts";
import { findingRowSchema } from "./findings.ts";
import { countSchema } from "./list-query.ts";
import { quotaSchema } from "./quota-view.ts";
import { gradePointSchema } from "./run-view.ts";

const monthSchema = z.object({ new: countSchema, fixed: countSchema });

export const overviewSchema = z.object({
  score: z.int().nullable(),
  grade: gradeSchema.nullable(),
  history: z.array(gradePointSchema),
  domains: z.object({ all: z.int(), diagnosed: z.int(), byGrade: z.record(gradeSchema, z.int()) }),
  open: severityCountsSchema,
  /** Since the person was here before; null on the first visit. */
  since: momentSchema.nullable(),
  changes: z.object({ newFindings: z.int(), fixedFindings: z.int(), newAssets: z.int() }),
  /** What to do first: the five that the list of open findings begins with. */
  first: z.array(findingRowSchema),
  /** "Are we all right?", in one or two sentences. */
  verdict: z.array(localTextSchema),
  /** Open findings beyond their due day, in working days. */
  overdue: z.object({ count: z.int(), more: z.boolean(), longestWorkingDays: z.int() }),
  /** Accepted risks, and those that end next. */
  accepted: z.object({
    count: z.int(),
    more: z.boolean(),
    next: z.array(
      z.object({ id: idSchema, title: localTextSchema, host: z.string(), until: momentSchema }),
    ),
  }),
  /** The calendar month in Tokyo until now, and the one before. */
  months: z.object({ now: monthSchema, before: monthSchema }),
  /** The median of the latest fixes, in days; null where nothing was fixed lately (`timeToFixDays`). */
  timeToFix: z.object({ days: z.number().nullable(), fixed: z.int() }),
  /** Open findings by age; `open` is null where there are more than were counted. */
  ages: z.array(
    z.object({
      upToDays: z.int().nullable(),
      count: countSchema,
      open: severityCountsSchema.nullable(),
    }),
  ),
  waitingForProof: z.array(namedSchema.extend({ proof: proofStateSchema })),
  quota: quotaSchema,
  /** The first three minutes; all true and the checklist goes. */
  checklist: z.object({ domainAdded: z.boolean(), proved: z.boolean(), diagnosed: z.boolean() }),
});
export type Overview = z.infer<typeof overviewSchema>;

export const getOverview = karteEndpoint({
  name: "getOverview",
  method: "GET",
  path: "/overview",
  tag: "Overview",
  summary: "Grade over time, what changed, what first; of all or of one group.",
  access: "see",
  query: z.strictObject({ group: idSchema.optional() }),
  response: overviewSchema,
  errors: ["NotFound"],
  limits: [],
  load: "slow",
});

export const search = karteEndpoint({
  name: "search",
  method: "GET",
  path: "/search",
  tag: "Overview",
  summary: "One search over domains, assets, findings, groups, people and reports.",
  access: "see",
  query: z.strictObject({ q: searchSchema(100).min(searchLeast) }),
  response: z.object({
    results: z.array(
      z.object({
        kind: z.enum(["domain", "asset", "finding", "person", "group", "report"]),
        id: z.string(),
        /** Hostile text where it comes from a stranger's server; shown as text only. */
        text: z.string(),
        detail: z.string(),
      }),
    ),
  }),
  errors: [],
  limits: [],
  load: "slow",
});
