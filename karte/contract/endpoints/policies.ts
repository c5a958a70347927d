import { wasSchema } from "@sekimori/kit-contract/as-read";
import { daySchema, momentSchema } from "@sekimori/kit-contract/date-schemas";
import { printedSchema } from "@sekimori/kit-contract/letters";
import { nameSchema } from "@sekimori/kit-contract/name";
import { z } from "zod";
import { policiesMost, policyPeopleMost, policyTrialDaysMost } from "../constants.ts";
import { labelSchema } from "../labels.ts";
import { policySeverityActs } from "../words.ts";
import { karteEndpoint, perSession } from "./declare.ts";
import { idSchema, localTextSchema, namedSchema, severitySchema } from "./field-schemas.ts";
import { queryText } from "./list-query.ts";

const tag = "Policies";

/** Only upwards, for as long as the policy is on; or only downwards, with a reason and an end. */
const severitySchemaOf = z.strictObject({
  how: z.enum(policySeverityActs),
  to: severitySchema,
  /** The last day on which a lowered severity holds. */
  until: daySchema.nullable(),
  reason: nameSchema(300).nullable(),
});

/** What is done with what a scan brings; what is null is not done. */
const actsSchema = z.strictObject({
  severity: severitySchemaOf.nullable(),
  /** The member who is given what nobody has. */
  owner: z.string().min(1).max(100).nullable(),
  label: labelSchema.nullable(),
  /** Members who are told by mail and bell, and whether chats and programs are. */
  alert: z
    .strictObject({
      people: z.array(z.string().min(1).max(100)).max(policyPeopleMost),
      webhook: z.boolean(),
    })
    .nullable(),
  /** The ticket system in which each cause gets a ticket. */
  ticket: idSchema.nullable(),
});
export type PolicyActs = z.infer<typeof actsSchema>;

const isComplete = (acts: PolicyActs, context: z.RefinementCtx) => {
  const missing = (path: string[]) =>
    context.addIssue({ code: "custom", path, params: { code: "required" } });
  if (Object.values(acts).every((act) => act === null)) missing([]);
  if (acts.severity?.how === "lower") {
    if (acts.severity.until === null) missing(["severity", "until"]);
    if (acts.severity.reason === null) missing(["severity", "reason"]);
  }
  if (acts.alert?.people.length === 0 && !acts.alert.webhook) missing(["alert", "people"]);
};

const name = printedSchema(nameSchema(100));

const policySchema = z.object({
  id: idSchema,
  name: z.string(),
  /** In English names; "me" is whoever wrote it. */
  query: z.string(),
  acts: z.object({
    severity: severitySchemaOf.nullable(),
    owner: z.string().nullable(),
    label: z.string().nullable(),
    alert: z.object({ people: z.array(z.string()), webhook: z.boolean() }).nullable(),
    ticket: idSchema.nullable(),
  }),
  enabled: z.boolean(),
  /** Whether it has been tried as it is: before that it cannot be switched on. */
  tried: z.boolean(),
  /** Findings that it acted on, and when it did last. */
  acted: z.int(),
  actedAt: momentSchema.nullable(),
  /** Tickets of one scan that were too many and were not made; causes that its query shows and that have none yet. */
  held: z.int(),
  /** Somebody or something that it names is gone: that act is left out. */
  missing: z.array(z.enum(["owner", "people", "ticket"])),
});
export type PolicyView = z.infer<typeof policySchema>;

/** What was tried: somebody may have changed it since it was listed. */
const { name: triedName, query: triedQuery, acts: triedActs, enabled: isOn } = policySchema.shape;
const tried = { name: triedName, query: triedQuery, acts: triedActs, enabled: isOn };

export const listPolicies = karteEndpoint({
  name: "listPolicies",
  method: "GET",
  path: "/policies",
  tag,
  summary: "The workspace's policies in their order: the first that matches decides.",
  access: "manage-policies",
  response: z.object({ policies: z.array(policySchema) }),
  errors: [],
  limits: [],
  load: "read",
});

export const addPolicy = karteEndpoint({
  name: "addPolicy",
  method: "POST",
  path: "/policies",
  tag,
  summary: "Adds a policy at the end. It's off until it was tried on past scans.",
  access: "manage-policies",
  body: z.strictObject({
    name,
    query: queryText.unwrap(),
    acts: actsSchema.superRefine(isComplete),
  }),
  response: z.object({ id: idSchema }),
  errors: ["PlanLimit"],
  limits: [perSession(60, 60)],
});

export const changePolicy = karteEndpoint({
  name: "changePolicy",
  method: "PUT",
  path: "/policies/:id",
  tag,
  summary: "Changes a policy. With another query or other acts it's off until it was tried again.",
  access: "manage-policies",
  params: z.strictObject({ id: idSchema }),
  body: z.strictObject({
    name,
    query: queryText.unwrap(),
    acts: actsSchema.superRefine(isComplete),
    was: wasSchema({ name: z.string(), query: z.string(), acts: policySchema.shape.acts }),
  }),
  response: z.object({}),
  errors: ["NotFound", "PlanLimit", "ChangedMeanwhile"],
  limits: [perSession(60, 60)],
});

export const tryPolicy = karteEndpoint({
  name: "tryPolicy",
  method: "POST",
  path: "/policies/:id/trial",
  tag,
  summary:
    "What a policy would have done with what scans brought in the last days; it changes nothing.",
  access: "manage-policies",
  params: z.strictObject({ id: idSchema }),
  body: z.strictObject({ days: z.int().min(1).max(policyTrialDaysMost) }),
  response: z.object({
    /** By which the policy is switched on: as it was tried. */
    version: z.int(),
    ...tried,
    /** Findings that scans brought and the query matches, and those of them that were counted. */
    findings: z.int(),
    more: z.boolean(),
    causes: z.int(),
    scans: z.int(),
    /** What would have been changed; what an earlier policy decides is left out. */
    would: z.object({
      severity: z.int(),
      owner: z.int(),
      label: z.int(),
      messages: z.int(),
      tickets: z.int(),
      /** Scans whose tickets would have waited, because they are too many. */
      held: z.int(),
    }),
    /** The latest of them. */
    latest: z.array(
      z.object({
        id: idSchema,
        title: localTextSchema,
        host: z.string(),
        domain: namedSchema,
        severity: severitySchema,
        at: momentSchema,
      }),
    ),
    /** Open findings that match now, and which the policy leaves alone. */
    present: z.object({ value: z.int(), more: z.boolean() }),
  }),
  errors: ["NotFound", "ChangedMeanwhile"],
  limits: [perSession(30, 60)],
});

export const switchPolicy = karteEndpoint({
  name: "switchPolicy",
  method: "POST",
  path: "/policies/:id/switch",
  tag,
  summary:
    "Switches a policy on, as it was tried, or off. What it did stays, but for severities: these hold while it's on.",
  access: "manage-policies",
  params: z.strictObject({ id: idSchema }),
  body: z.discriminatedUnion("enabled", [
    z.strictObject({
      enabled: z.literal(true),
      /** The trial's. */
      version: z.int().min(1).max(2_000_000_000),
    }),
    z.strictObject({ enabled: z.literal(false) }),
  ]),
  response: z.object({}),
  errors: ["NotFound", "PlanLimit", "ChangedMeanwhile"],
  limits: [perSession(60, 60)],
});

export const orderPolicies = karteEndpoint({
  name: "orderPolicies",
  method: "PUT",
  path: "/policies",
  tag,
  summary: "Puts the policies into another order; all of them are named.",
  access: "manage-policies",
  body: z.strictObject({ policies: z.array(idSchema).min(1).max(policiesMost) }),
  response: z.object({}),
  errors: ["ChangedMeanwhile"],
  limits: [perSession(60, 60)],
});

export const removePolicy = karteEndpoint({
  name: "removePolicy",
  method: "DELETE",
  path: "/policies/:id",
  tag,
  summary: "Removes a policy. What it did stays, but for severities.",
  access: "manage-policies",
  params: z.strictObject({ id: idSchema }),
  response: z.object({}),
  errors: ["NotFound"],
  limits: [perSession(60, 60)],
});
