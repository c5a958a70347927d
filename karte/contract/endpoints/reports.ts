import { daySchema, momentSchema } from "@sekimori/kit-contract/date-schemas";
import { localeSchema } from "@sekimori/kit-contract/locale-schema";
import { z } from "zod";
import { reportDays } from "../constants.ts";
import { narrowingLists } from "../lists.ts";
import { reportRequestSchema } from "../report-request.ts";
import { reportForms, reportProblems, reportStates } from "../words.ts";
import { karteEndpoint, perSession } from "./declare.ts";
import { idSchema, namedSchema, personSchema } from "./field-schemas.ts";
import { pageAnswer, pageQuery } from "./list-query.ts";
import { viewQuerySchema } from "./saved-views.ts";

const tag = "Reports";

const shownScope = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("all") }),
  namedSchema.extend({ kind: z.literal("group") }),
  namedSchema.extend({ kind: z.literal("domain") }),
  /** A saved view as it was when the report was asked for: it may change or go, the report stays. */
  z.object({
    kind: z.literal("view"),
    list: z.enum(narrowingLists),
    name: z.string(),
    query: viewQuerySchema,
  }),
]);

export const reportSchema = z.object({
  id: idSchema,
  scope: shownScope,
  form: z.enum(reportForms),
  language: localeSchema,
  from: daySchema,
  to: daySchema,
  state: z.enum(reportStates),
  /** Percent of the work done. */
  progress: z.int().min(0).max(100),
  problem: z.enum(reportProblems).nullable(),
  /** Null for a monthly one. */
  requestedBy: personSchema.nullable(),
  requestedAt: momentSchema,
  finishedAt: momentSchema.nullable(),
  /** When it is removed. */
  expiresAt: momentSchema,
  file: z.object({ name: z.string(), bytes: z.int() }).nullable(),
});
export type ReportView = z.infer<typeof reportSchema>;

export const listReports = karteEndpoint({
  name: "listReports",
  method: "GET",
  path: "/reports",
  tag,
  summary: `Reports of the last ${reportDays} days and those under way, the latest first.`,
  access: "see",
  query: z.strictObject(pageQuery),
  response: z.object({ reports: z.array(reportSchema), ...pageAnswer }),
  errors: [],
  limits: [],
  load: "read",
});

export const requestReport = karteEndpoint({
  name: "requestReport",
  method: "POST",
  path: "/reports",
  tag,
  summary: "Requests a report; the person who requests it gets an email when it's ready.",
  access: "request-report",
  body: reportRequestSchema,
  response: reportSchema,
  errors: ["NotFound", "TooManyWaiting"],
  limits: [perSession(30, 3600)],
});

export const downloadReport = karteEndpoint({
  name: "downloadReport",
  method: "GET",
  path: "/reports/:id/file",
  tag,
  summary: "The report itself, as a file.",
  access: "see",
  params: z.strictObject({ id: idSchema }),
  response: z.object({}),
  errors: ["NotFound"],
  limits: [perSession(120, 60)],
});

export const reportScheduleSchema = z.object({
  id: idSchema,
  scope: shownScope,
  form: z.enum(reportForms),
  language: localeSchema,
  recipients: z.array(personSchema),
  createdBy: personSchema,
  /** When the next is made; null while the plan has no reports by schedule. */
  nextAt: momentSchema.nullable(),
});
export type ReportScheduleView = z.infer<typeof reportScheduleSchema>;

export const listReportSchedules = karteEndpoint({
  name: "listReportSchedules",
  method: "GET",
  path: "/report-schedules",
  tag,
  summary: "Which reports are created on the 1st of each month, and for whom.",
  access: "request-report",
  byToken: false,
  response: z.object({ schedules: z.array(reportScheduleSchema) }),
  errors: [],
  limits: [],
  load: "read",
});

export const addReportSchedule = karteEndpoint({
  name: "addReportSchedule",
  method: "POST",
  path: "/report-schedules",
  tag,
  summary: "Creates a report of the past month on every 1st, at six in the morning in Tokyo.",
  access: "schedule",
  byToken: false,
  body: z.strictObject({
    scope: z.discriminatedUnion("kind", [
      z.strictObject({ kind: z.literal("all") }),
      z.strictObject({ kind: z.literal("group"), id: idSchema }),
      z.strictObject({ kind: z.literal("view"), id: idSchema }),
    ]),
    form: z.enum(reportForms),
    language: localeSchema,
    /** Members who are told; at least one. */
    recipients: z.array(z.string().min(1).max(100)).min(1).max(50),
  }),
  response: z.object({ id: idSchema }),
  errors: ["NotFound", "PlanLimit"],
  limits: [perSession(30, 3600)],
});

export const removeReportSchedule = karteEndpoint({
  name: "removeReportSchedule",
  method: "DELETE",
  path: "/report-schedules/:id",
  tag,
  summary: "Ends a monthly report; those already created stay.",
  access: "schedule",
  byToken: false,
  params: z.strictObject({ id: idSchema }),
  response: z.object({}),
  errors: ["NotFound"],
  limits: [perSession(60, 60)],
});
