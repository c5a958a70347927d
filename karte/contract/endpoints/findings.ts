import { daySchema, momentSchema } from "@sekimori/kit-contract/date-schemas";
import { searchSchema } from "@sekimori/kit-contract/search-schema";
import { dayMs } from "@sekimori/kit-contract/tokyo";
import { z } from "zod";
import { acceptanceDaysMost, bulkMost } from "../constants.ts";
import { labelsSchema } from "../labels.ts";
import { type ListFilter, listSorts } from "../lists.ts";
import { exploitations, exposures } from "../priority.ts";
import { findingStates, ticketStates } from "../words.ts";
import { karteEndpoint, perSession } from "./declare.ts";
import {
  acceptanceReasonSchema,
  categorySchema,
  findingStateSchema,
  gradeSchema,
  idSchema,
  localTextSchema,
  namedSchema,
  personSchema,
  severitySchema,
} from "./field-schemas.ts";
import { accountsQuery, idsQuery, pageAnswer, pageQuery, queryText, words } from "./list-query.ts";
import { runSchema } from "./run-view.ts";
import { ticketSchema } from "./ticket-view.ts";

const tag = "Findings";

/** Findings of one cause end together; they are one item of work. */
const causeSchema = z.object({
  /** Equal in all findings of the workspace that have this cause; null until it is computed. */
  key: z.string().nullable(),
  /** The rule's. */
  version: z.int(),
  /** Findings of this cause that are in the same state as this one and may be seen, with this one. */
  findings: z.int(),
  /** There are more than that; only so many are counted. */
  more: z.boolean(),
  domains: z.int(),
  /** The highest of them: they are never added. */
  priority: z.int(),
  /** The earliest of them. */
  dueOn: daySchema.nullable(),
  /** Whether all of them are given to the same person, or to nobody. */
  oneAssignee: z.boolean(),
  /**
   * The grade of this finding's domain at present, and without the cause; null where there is none. `next`: the
   * next better grade where this is one of the causes, so many, that have to be fixed together for it.
   */
  grade: z.object({
    now: gradeSchema.nullable(),
    without: gradeSchema.nullable(),
    next: z.object({ grade: gradeSchema, causes: z.int() }).nullable(),
  }),
});

export const findingRowSchema = z.object({
  id: idSchema,
  domain: namedSchema,
  check: z.string(),
  category: categorySchema,
  /** Host, and where it matters port or address, that it was seen at. */
  host: z.string(),
  port: z.int().nullable(),
  subject: z.string().nullable(),
  severity: severitySchema,
  state: findingStateSchema,
  summary: localTextSchema,
  title: localTextSchema,
  firstSeenAt: momentSchema,
  lastSeenAt: momentSchema,
  closedAt: momentSchema.nullable(),
  unconfirmedSince: momentSchema.nullable(),
  /** Its own, not its domain's. */
  labels: z.array(z.string()),
  /** Only a version number speaks for it. */
  unconfirmed: z.boolean(),
  acceptedUntil: momentSchema.nullable(),
  assignee: personSchema.nullable(),
  dueOn: daySchema.nullable(),
  /** How urgent it is, and why. */
  priority: z.object({
    value: z.int(),
    /** The formula's. */
    version: z.int(),
    exploitation: z.enum(exploitations),
    exposure: z.array(z.enum(exposures)),
    overdueWorkingDays: z.int(),
    sentence: localTextSchema,
  }),
  /** What its domain's score would gain without its cause; it says nothing of the order. */
  points: z.number(),
  /** What has to be mended for it to end, with everything else that ends then. */
  cause: causeSchema,
  /** Of its cause, one of each system in use. */
  tickets: z.array(
    z.object({
      key: z.string().nullable(),
      url: z.string().nullable(),
      state: z.enum(ticketStates),
    }),
  ),
});
export type FindingRow = z.infer<typeof findingRowSchema>;

export const findingFilters = {
  q: searchSchema(200).optional(),
  /** In the query language of docs/integrate/customer-api.md; what the other filters say holds, too. */
  query: queryText,
  /** Unless given here or in the query: those that are open (`new` and `open`). */
  state: words(findingStates),
  severity: words(["critical", "high", "medium", "low", "info"]),
  category: words(["dns", "mail", "tls", "http", "ports"]),
  check: z.string().max(100).optional(),
  /** A cause's key, as findings have it. */
  cause: z.string().min(1).max(2_000).optional(),
  domain: idSchema.optional(),
  /** On this host, written as the findings have it: those of one asset. */
  host: z.string().min(1).max(255).optional(),
  group: idsQuery,
  /** Several accounts with commas between; "none" where it is given to nobody. */
  assignee: accountsQuery,
  /** First seen in the last so many days. */
  newerThanDays: z.coerce.number().int().min(1).max(3650).optional(),
  /** First seen so many days ago or earlier. */
  olderThanDays: z.coerce.number().int().min(1).max(3650).optional(),
} satisfies Readonly<Record<ListFilter<"findings">, z.ZodType>>;

export const listFindings = karteEndpoint({
  name: "listFindings",
  method: "GET",
  path: "/findings",
  tag,
  summary: "Findings, narrowed, sorted, by pages; the most urgent first unless asked otherwise.",
  access: "see",
  query: z.strictObject({
    ...findingFilters,
    ...pageQuery,
    sort: z.enum(listSorts.findings).default("priority"),
    order: z.enum(["asc", "desc"]).default("asc"),
    /** By "cause", of the findings that match and have one cause only the first in this order stands. */
    each: z.enum(["finding", "cause"]).default("finding"),
  }),
  response: z.object({ findings: z.array(findingRowSchema), ...pageAnswer }),
  errors: [],
  limits: [],
  load: "read",
});

/** Equal findings on many hosts as one line. */
export const findingGroupSchema = z.object({
  check: z.string(),
  category: categorySchema,
  title: localTextSchema,
  severity: severitySchema,
  findings: z.int(),
  hosts: z.int(),
  domains: z.int(),
  /** There are more than that: of a narrowed list with very many, only so many are counted. */
  more: z.boolean(),
  oldestAt: momentSchema,
  newestAt: momentSchema,
});

export const groupFindings = karteEndpoint({
  name: "groupFindings",
  method: "GET",
  path: "/findings/grouped",
  tag,
  summary: "Equal findings as one line each, the worst and most frequent first.",
  access: "see",
  query: z.strictObject(findingFilters),
  response: z.object({ groups: z.array(findingGroupSchema) }),
  errors: [],
  limits: [],
  load: "slow",
});

/** What one act on many findings may take. */
export const workMost = 1_000;

export const selectFindings = karteEndpoint({
  name: "selectFindings",
  method: "POST",
  path: "/findings/selection",
  tag,
  summary:
    "The ids of the findings that match at this moment, the most urgent first, to work on: at most 1,000.",
  access: "see",
  body: z.strictObject(findingFilters),
  response: z.object({ findings: z.array(idSchema).max(workMost), more: z.boolean() }),
  errors: [],
  limits: [perSession(60, 60)],
});

export const findingEventSchema = z.object({
  at: momentSchema,
  by: personSchema.nullable(),
  kind: z.enum(["state", "comment", "assignment", "acceptance-notice", "severity"]),
  /** Why the state changed; a word of finding-life. */
  reason: z.string().nullable(),
  from: findingStateSchema.nullable(),
  to: findingStateSchema.nullable(),
  /** A comment, or the words to an acceptance. */
  text: z.string().nullable(),
  assignee: personSchema.nullable(),
  run: idSchema.nullable(),
});

export const findingPageSchema = findingRowSchema.extend({
  key: z.string(),
  address: z.string().nullable(),
  url: z.string().nullable(),
  evidence: z.array(
    z.object({
      name: z.string(),
      value: z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]),
      unit: z.string().nullable(),
      /** Name and value as people read them. */
      label: localTextSchema,
      text: localTextSchema,
    }),
  ),
  why: localTextSchema,
  remedy: localTextSchema,
  /**
   * Settings to copy, by product, made for this finding: its own names, merged with its published records. What
   * was seen there comes first; none where no setting mends it.
   */
  recipes: z.array(z.object({ product: z.string(), text: z.string(), isSeen: z.boolean() })),
  sources: z.array(z.object({ title: z.string(), url: z.string().nullable() })),
  acceptance: z
    .object({
      reason: acceptanceReasonSchema,
      until: momentSchema,
      text: z.string(),
      by: personSchema.nullable(),
    })
    .nullable(),
  reopened: z.int(),
  history: z.array(findingEventSchema),
  /** Hosts with the same finding beside this one. */
  same: z.int(),
  /**
   * What the workspace's score would gain without its cause, in all its domains; null where it is not open, and
   * for those who see a part of the workspace.
   */
  workspacePoints: z.number().nullable(),
  /** Tickets of its cause, the latest first. */
  tickets: z.array(ticketSchema),
  /** What policies did with it, the latest first. */
  policies: z.array(
    z.object({
      name: z.string(),
      at: momentSchema,
      /** Null where it left the severity alone. */
      severity: severitySchema.nullable(),
      reason: z.string().nullable(),
      until: daySchema.nullable(),
    }),
  ),
  /** What the check said, where a policy says otherwise. */
  checkSeverity: severitySchema.nullable(),
  /** How often single findings of the workspace were looked at again today, and may be. */
  rechecks: z.object({ used: z.int(), limit: z.int() }),
});
export type FindingPage = z.infer<typeof findingPageSchema>;

export const getFinding = karteEndpoint({
  name: "getFinding",
  method: "GET",
  path: "/findings/:id",
  tag,
  summary: "One finding with evidence, reason, remedy and history.",
  access: "see",
  params: z.strictObject({ id: idSchema }),
  response: findingPageSchema,
  errors: ["NotFound"],
  limits: [],
  load: "read",
});

export const commentFinding = karteEndpoint({
  name: "commentFinding",
  method: "POST",
  path: "/findings/:id/comments",
  tag,
  summary: "Adds a comment.",
  access: "comment",
  params: z.strictObject({ id: idSchema }),
  body: z.strictObject({ text: z.string().trim().min(1).max(4_000) }),
  response: z.object({}),
  errors: ["PlanLimit", "NotFound"],
  limits: [perSession(60, 60)],
});

const acceptance = {
  reason: acceptanceReasonSchema,
  until: momentSchema,
  text: z.string().trim().min(1).max(2_000),
};

/** Longer than this an acceptance cannot be asked for. */
export const acceptanceMostMs = acceptanceDaysMost * dayMs;

export const workFindings = karteEndpoint({
  name: "workFindings",
  method: "POST",
  path: "/findings/work",
  tag,
  summary:
    "Assigns, sets a due date, adds or removes labels, accepts until a date, or takes an acceptance back, for one or many findings or for all that have their causes.",
  access: "assign",
  body: z.strictObject({
    findings: z.array(idSchema).min(1).max(workMost),
    /** With all findings in the same state that have the same cause and may be seen. */
    withCause: z.boolean().default(false),
    act: z.discriminatedUnion("kind", [
      z.strictObject({ kind: z.literal("assign"), assignee: z.string().max(100).nullable() }),
      z.strictObject({ kind: z.literal("due"), on: daySchema.nullable() }),
      z.strictObject({ kind: z.literal("add-labels"), labels: labelsSchema }),
      z.strictObject({ kind: z.literal("remove-labels"), labels: labelsSchema }),
      z.strictObject({ kind: z.literal("open") }),
      z.strictObject({ kind: z.literal("accept"), ...acceptance }),
      z.strictObject({ kind: z.literal("withdraw-acceptance") }),
    ]),
  }),
  response: z.object({
    changed: z.int().max(bulkMost),
    /** Findings that stay as they are: their state does not allow it, or nothing is new to them. */
    unchanged: z.int(),
    /** Names the act for undoing it; null when it cannot be undone. */
    undo: idSchema.nullable(),
  }),
  errors: ["PlanLimit", "NotFound", "NotAllowed"],
  limits: [perSession(60, 60)],
});

export const undoFindingWork = karteEndpoint({
  name: "undoFindingWork",
  method: "POST",
  path: "/findings/work/:id/undo",
  tag,
  summary:
    "Puts back whom findings were assigned to, when they were due and which labels they had, or takes their acceptance back; what was changed since stays.",
  access: "assign",
  params: z.strictObject({ id: idSchema }),
  body: z.strictObject({}),
  response: z.object({ changed: z.int() }),
  errors: ["PlanLimit", "NotFound", "NotAllowed", "CannotUndo"],
  limits: [perSession(60, 60)],
});

export const recheckFinding = karteEndpoint({
  name: "recheckFinding",
  method: "POST",
  path: "/findings/:id/recheck",
  tag,
  summary: "Looks again at this finding only; costs nothing, ten a day.",
  access: "run",
  params: z.strictObject({ id: idSchema }),
  body: z.strictObject({}),
  response: runSchema,
  errors: [
    "PlanLimit",
    "NotFound",
    "RecheckSpent",
    "ProofMissing",
    "ConsentMissing",
    "AlreadyRunning",
  ],
  limits: [perSession(30, 60)],
});
