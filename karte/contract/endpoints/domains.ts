import { readTextSchema, wasSchema } from "@sekimori/kit-contract/as-read";
import { momentSchema } from "@sekimori/kit-contract/date-schemas";
import { printedSchema } from "@sekimori/kit-contract/letters";
import { mailedNameSchema } from "@sekimori/kit-contract/name";
import { searchSchema } from "@sekimori/kit-contract/search-schema";
import { z } from "zod";
import { bulkAtOnce, bulkMost, skippedNamedMost, undoDays } from "../constants.ts";
import { labelsSchema, labelsTextSchema } from "../labels.ts";
import { type ListFilter, listSorts } from "../lists.ts";
import { bulkProblems, bulkStates, domainActs, schedules } from "../words.ts";
import { karteEndpoint, perSession } from "./declare.ts";
import {
  gradeSchema,
  idSchema,
  namedSchema,
  personSchema,
  proofMethodSchema,
  proofStateSchema,
  scheduleSchema,
  severityCountsSchema,
} from "./field-schemas.ts";
import { accountsQuery, idsQuery, pageAnswer, pageQuery, words } from "./list-query.ts";
import { gradePointSchema, runSchema } from "./run-view.ts";

const tag = "Domains";

/** How a name is shown: Unicode where it is an internationalised one, and always as the DNS has it. */
export const domainNameSchema = z.object({ ascii: z.string(), unicode: z.string() });

export const domainRowSchema = z.object({
  id: idSchema,
  name: domainNameSchema,
  grade: gradeSchema.nullable(),
  score: z.int().nullable(),
  /** What could not be decided might still make the grade worse. */
  atMost: z.boolean(),
  /** The grade before the present one, for the trend. */
  previousGrade: gradeSchema.nullable(),
  previousScore: z.int().nullable(),
  open: severityCountsSchema,
  proof: proofStateSchema,
  consented: z.boolean(),
  schedule: scheduleSchema,
  lastRunAt: momentSchema.nullable(),
  /** Null where no automatic scan comes, also while the plan has it rest. */
  nextRunAt: momentSchema.nullable(),
  /** Why automatic scans rest: the plan holds fewer domains, or scans less often. Null where none do. */
  rests: z.enum(["domains", "schedule"]).nullable(),
  /** The run that waits or goes on at present. */
  run: runSchema.pick({ id: true, state: true, phase: true, done: true, total: true }).nullable(),
  groups: z.array(namedSchema),
  /** Who answers for it in its organisation. */
  responsible: personSchema.nullable(),
  /** Its labels with commas between; empty where it has none. */
  label: z.string(),
  labels: z.array(z.string()),
  /** Beyond what the plan holds: shown, and not examined. */
  readOnly: z.boolean(),
  addedAt: momentSchema,
});
export type DomainRow = z.infer<typeof domainRowSchema>;

/** What narrows a list of domains; the same in the list, its export, a selection and a saved view. */
export const domainFilters = {
  q: searchSchema(200).optional(),
  grade: words(["A", "B", "C", "D", "E", "none"]),
  /** Domains with open findings of one of these severities. */
  severity: words(["critical", "high", "medium", "low", "info", "none"]),
  proof: words(["none", "proved", "lapsed"]),
  schedule: words(["none", "daily", "weekly", "monthly"]),
  group: idsQuery,
  /** "none": domains in no group. */
  grouped: z.enum(["none"]).optional(),
  /** Several accounts with commas between; "none" where nobody answers for it. */
  responsible: accountsQuery,
} satisfies Readonly<Record<ListFilter<"domains">, z.ZodType>>;

export const listDomains = karteEndpoint({
  name: "listDomains",
  method: "GET",
  path: "/domains",
  tag,
  summary: "The workspace's domains, narrowed, sorted, by pages.",
  access: "see",
  query: z.strictObject({
    ...domainFilters,
    ...pageQuery,
    sort: z.enum(listSorts.domains).default("name"),
    order: z.enum(["asc", "desc"]).default("asc"),
  }),
  response: z.object({ domains: z.array(domainRowSchema), ...pageAnswer }),
  errors: [],
  limits: [],
  load: "read",
});

const exportSchema = z.object({ fileName: z.string(), text: z.string() });

export const exportDomains = karteEndpoint({
  name: "exportDomains",
  method: "GET",
  path: "/domains/export",
  tag,
  summary:
    "The narrowed list as CSV (UTF-8 with a byte order mark), safe to open in a spreadsheet.",
  access: "see",
  query: z.strictObject(domainFilters),
  response: exportSchema,
  errors: [],
  load: "rows",
  limits: [perSession(20, 60)],
});

export const addDomain = karteEndpoint({
  name: "addDomain",
  method: "POST",
  path: "/domains",
  tag,
  summary: "Adds one domain or host. A name that's already listed is given back unchanged.",
  access: "manage-domains",
  body: z.strictObject({
    name: z.string().trim().min(1).max(1_000),
    groups: z.array(idSchema).max(20).default([]),
    /** Several have commas between. */
    label: labelsTextSchema.default(""),
  }),
  response: z.object({ id: idSchema, added: z.boolean() }),
  errors: ["PlanLimit"],
  limits: [perSession(120, 60)],
});

/** What a person does to prove a domain, and what was found when it was last looked for. */
export const proofSchema = z.object({
  state: proofStateSchema,
  method: proofMethodSchema.nullable(),
  /** What the proof speaks for: the domain with all below it, or one host. */
  covers: z.object({ kind: z.enum(["domain", "host"]), name: z.string() }).nullable(),
  provedAt: momentSchema.nullable(),
  validUntil: momentSchema.nullable(),
  checkedAt: momentSchema.nullable(),
  failures: z.array(z.object({ method: proofMethodSchema, why: z.string() })),
  /** Another workspace has proved it, too; false until this one has. */
  elsewhere: z.boolean(),
  ways: z.object({
    dns: z.object({ name: z.string(), value: z.string() }),
    file: z.object({ address: z.string(), text: z.string() }),
    meta: z.object({ address: z.string(), tag: z.string() }),
  }),
});

export const consentSchema = z.object({
  version: z.string(),
  by: personSchema,
  organisation: z.string(),
  thirdPartyHosting: z.enum(["yes", "no", "unknown"]),
  at: momentSchema,
  /** Since when it is agreed, too, that new subdomains are scanned as they appear; null where it isn't. */
  newHostsSince: momentSchema.nullable(),
});

export const domainPageSchema = domainRowSchema.extend({
  registrable: z.string(),
  proofDetail: proofSchema,
  consent: consentSchema.nullable(),
  assets: z.int(),
  history: z.array(gradePointSchema),
  runs: z.array(runSchema),
  addedBy: personSchema.nullable(),
});
export type DomainPage = z.infer<typeof domainPageSchema>;

export const getDomain = karteEndpoint({
  name: "getDomain",
  method: "GET",
  path: "/domains/:id",
  tag,
  summary: "One domain: verification, consent, schedule, history, latest scans.",
  access: "see",
  params: z.strictObject({ id: idSchema }),
  response: domainPageSchema,
  errors: ["NotFound"],
  limits: [],
  load: "read",
});

export const changeDomain = karteEndpoint({
  name: "changeDomain",
  method: "PUT",
  path: "/domains/:id",
  tag,
  summary:
    "Changes a domain's labels, schedule, groups or responsible person; what is left out stays.",
  access: "manage-domains",
  params: z.strictObject({ id: idSchema }),
  body: z.strictObject({
    /** All labels that it then has, with commas between. */
    label: labelsTextSchema.optional(),
    schedule: z.enum(schedules).optional(),
    groups: z.array(idSchema).max(20).optional(),
    /** A member's account; null for nobody. */
    responsible: z.string().min(1).max(100).nullable().optional(),
    was: wasSchema({
      label: readTextSchema,
      schedule: z.enum(schedules),
      groups: z.array(idSchema).max(1_000),
      responsible: readTextSchema.nullable(),
    }),
  }),
  response: z.object({}),
  errors: ["NotFound", "PlanLimit", "ChangedMeanwhile"],
  limits: [perSession(120, 60)],
});

export const checkProof = karteEndpoint({
  name: "checkProof",
  method: "POST",
  path: "/domains/:id/proof",
  tag,
  summary: "Checks now whether the domain is verified, in all three ways.",
  access: "prove",
  params: z.strictObject({ id: idSchema }),
  body: z.strictObject({}),
  response: proofSchema,
  errors: ["NotFound", "PlanLimit"],
  limits: [perSession(20, 60)],
});

export const giveConsent = karteEndpoint({
  name: "giveConsent",
  method: "POST",
  path: "/domains/:id/consent",
  tag,
  summary: "Agrees to scans on the organization's behalf; recorded with who, when, where.",
  access: "consent",
  params: z.strictObject({ id: idSchema }),
  body: z.strictObject({
    version: z.string().max(20),
    organisation: printedSchema(mailedNameSchema(200)),
    thirdPartyHosting: z.enum(["yes", "no", "unknown"]),
    agreed: z.literal(true),
  }),
  response: consentSchema,
  errors: ["NotFound", "PlanLimit"],
  limits: [perSession(60, 60)],
});

export const withdrawConsent = karteEndpoint({
  name: "withdrawConsent",
  method: "DELETE",
  path: "/domains/:id/consent",
  tag,
  summary: "Takes the consent back; nothing is scanned from then on.",
  access: "consent",
  params: z.strictObject({ id: idSchema }),
  response: z.object({}),
  errors: ["NotFound"],
  limits: [perSession(60, 60)],
});

/** All domains that match: fixed on the server at this moment, so that the list may go on changing. */
export const selectDomains = karteEndpoint({
  name: "selectDomains",
  method: "POST",
  path: "/domains/selection",
  tag,
  summary: "Takes a snapshot of every domain that matches, for a bulk act.",
  access: "see",
  body: z.strictObject(domainFilters),
  response: z.object({ selection: idSchema, count: z.int().max(bulkMost) }),
  errors: [],
  limits: [perSession(60, 60)],
});

/** Either ids or a selection. */
const chosenDomains = {
  domains: z.array(idSchema).min(1).max(bulkAtOnce).optional(),
  selection: idSchema.optional(),
};

export const exportChosenDomains = karteEndpoint({
  name: "exportChosenDomains",
  method: "POST",
  path: "/domains/export",
  tag,
  summary: "The chosen domains as the same CSV, wherever they stand in the list.",
  access: "see",
  body: z.strictObject(chosenDomains),
  response: exportSchema,
  errors: ["NotFound"],
  load: "rows",
  limits: [perSession(20, 60)],
});

export const bulkSchema = z.object({
  id: idSchema,
  act: z.enum(domainActs),
  state: z.enum(bulkStates),
  /** Domains that it is about, and how many of them it has gone through; back again while it is undone. */
  total: z.int(),
  reached: z.int(),
  /** Domains that it changed. */
  count: z.int(),
  /** Domains that were left out, and why; the first of them by name. */
  skipped: z.array(
    z.object({
      reason: z.string(),
      count: z.int(),
      names: z.array(z.string()).max(skippedNamedMost),
    }),
  ),
  /** Why it stopped before its end; what it did until then can be undone. */
  problem: z.enum(bulkProblems).nullable(),
  by: personSchema.nullable(),
  at: momentSchema,
  /** Until when it can be undone; null when it cannot. */
  undoUntil: momentSchema.nullable(),
});
export type Bulk = z.infer<typeof bulkSchema>;

export const bulkDomains = karteEndpoint({
  name: "bulkDomains",
  method: "POST",
  path: "/domains/bulk",
  tag,
  summary: `Does one act to many domains; undone for ${undoDays} days. Up to ${bulkAtOnce} are done when the answer comes; more are a job whose state "waiting" or "working" can be followed.`,
  access: "run",
  body: z.strictObject({
    act: z.discriminatedUnion("kind", [
      z.strictObject({ kind: z.literal("add-to-group"), group: idSchema }),
      z.strictObject({ kind: z.literal("remove-from-group"), group: idSchema }),
      z.strictObject({ kind: z.literal("add-labels"), labels: labelsSchema }),
      z.strictObject({ kind: z.literal("remove-labels"), labels: labelsSchema }),
      /** Instead of all that they have; of several, with commas between. */
      z.strictObject({ kind: z.literal("label"), label: labelsTextSchema }),
      z.strictObject({ kind: z.literal("schedule"), schedule: z.enum(schedules) }),
      z.strictObject({
        kind: z.literal("responsible"),
        /** A member's account; null for nobody. */
        responsible: z.string().min(1).max(100).nullable(),
      }),
      z.strictObject({ kind: z.literal("diagnose") }),
      z.strictObject({ kind: z.literal("delete") }),
    ]),
    ...chosenDomains,
  }),
  response: bulkSchema,
  errors: ["NotFound", "NotAllowed", "QuotaSpent", "PlanLimit"],
  limits: [perSession(30, 60)],
});

export const listBulks = karteEndpoint({
  name: "listBulks",
  method: "GET",
  path: "/domains/bulk",
  tag,
  summary: "Acts on many domains that are under way, the latest first.",
  access: "see",
  response: z.object({ acts: z.array(bulkSchema) }),
  errors: [],
  limits: [],
  load: "read",
});

export const getBulk = karteEndpoint({
  name: "getBulk",
  method: "GET",
  path: "/domains/bulk/:id",
  tag,
  summary: "How far a bulk act is.",
  access: "see",
  params: z.strictObject({ id: idSchema }),
  response: bulkSchema,
  errors: ["NotFound"],
  limits: [],
  load: "read",
});

export const undoBulk = karteEndpoint({
  name: "undoBulk",
  method: "POST",
  path: "/domains/bulk/:id/undo",
  tag,
  summary: 'Puts back what a bulk act changed; a large one by a job whose state is "undoing".',
  access: "manage-domains",
  params: z.strictObject({ id: idSchema }),
  body: z.strictObject({}),
  response: bulkSchema,
  errors: ["NotFound", "CannotUndo"],
  limits: [perSession(30, 60)],
});
