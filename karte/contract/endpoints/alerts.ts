import { wasSchema } from "@sekimori/kit-contract/as-read";
import { momentSchema } from "@sekimori/kit-contract/date-schemas";
import { nameSchema } from "@sekimori/kit-contract/name";
import { z } from "zod";
import { expiryNoticeDaysMost } from "../constants.ts";
import { narrowingLists } from "../lists.ts";
import { alertKinds, bellKinds } from "../words.ts";
import { karteEndpoint, perNetwork, perSession } from "./declare.ts";
import { idSchema, namedSchema, personSchema } from "./field-schemas.ts";
import { pageAnswer, pageQuery } from "./list-query.ts";
import { isQueryOf, viewQuerySchema } from "./saved-views.ts";

const tag = "Alerts";

const kindSchema = z.enum(alertKinds);

export const alertSchema = z.object({
  id: idSchema,
  kind: z.enum(bellKinds),
  at: momentSchema,
  /** Null for what is about the workspace itself. */
  domain: namedSchema.nullable(),
  finding: idSchema.nullable(),
  /** Hostile text where it comes from a stranger's server; shown as text only. */
  detail: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
  read: z.boolean(),
});
export type AlertView = z.infer<typeof alertSchema>;

export const listAlerts = karteEndpoint({
  name: "listAlerts",
  method: "GET",
  path: "/alerts",
  tag,
  summary: "What the person's bell has, the latest first.",
  access: "see",
  byToken: false,
  query: z.strictObject(pageQuery),
  response: z.object({ alerts: z.array(alertSchema), unread: z.int(), ...pageAnswer }),
  errors: [],
  limits: [],
  load: "read",
});

export const readAlerts = karteEndpoint({
  name: "readAlerts",
  method: "POST",
  path: "/alerts/read",
  tag,
  summary: "Marks everything up to a moment as read.",
  access: "see",
  byToken: false,
  body: z.strictObject({ until: momentSchema }),
  response: z.object({}),
  errors: [],
  limits: [perSession(120, 60)],
});

const choice = { mail: z.boolean(), bell: z.boolean(), digest: z.boolean() };

export const alertChoiceSchema = z.object({
  ...choice,
  /** Whether the plan has alerts and the digest by mail. */
  planHasMail: z.boolean(),
});

export const getAlertChoice = karteEndpoint({
  name: "getAlertChoice",
  method: "GET",
  path: "/alerts/choice",
  tag,
  summary: "How the person is told of what everybody is told of, and whether they get the digest.",
  access: "see",
  byToken: false,
  response: alertChoiceSchema,
  errors: [],
  limits: [],
  load: "read",
});

export const changeAlertChoice = karteEndpoint({
  name: "changeAlertChoice",
  method: "PUT",
  path: "/alerts/choice",
  tag,
  summary: "Switches these on or off, for the person alone; what is left out stays.",
  access: "see",
  byToken: false,
  body: z.strictObject({
    mail: choice.mail.optional(),
    bell: choice.bell.optional(),
    digest: choice.digest.optional(),
  }),
  response: z.object({}),
  errors: [],
  limits: [perSession(60, 60)],
});

/** Names a member of a workspace and proves that their digest was received; works as long as they are one. */
const digestTokenSchema = z
  .string()
  .regex(/^[0-9a-f-]{36}\.[A-Za-z0-9-]{1,100}\.[A-Za-z0-9_-]{43}$/);

export const changeDigestSubscription = karteEndpoint({
  name: "changeDigestSubscription",
  method: "POST",
  path: "/subscriptions/weekly-digest",
  tag,
  summary: "Ends a workspace's digest by the link in it, without a login, or begins it again.",
  access: "public",
  body: z.strictObject({ token: digestTokenSchema, enabled: z.boolean() }),
  response: z.object({ workspace: z.string() }),
  errors: ["NotFound"],
  limits: [perNetwork(60, 600)],
});

/** A saved view as it was when the rule was saved: it may go, and the rule stays as it is. */
const viewSchema = z.strictObject({
  list: z.enum(narrowingLists),
  name: z.string(),
  query: viewQuerySchema,
});

const rule = {
  kind: kindSchema,
  /** Of new findings: this severity and worse. */
  severity: z.enum(["critical", "high"]).nullable().default(null),
  /** Of certificates: so many days before the end. */
  days: z.int().min(1).max(expiryNoticeDaysMost).nullable().default(null),
  /** Only of this group's domains. */
  group: idSchema.nullable().default(null),
  /** Only of domains that this view shows; a view of findings is for new findings. */
  view: viewSchema
    .extend({ name: nameSchema(100) })
    .refine(({ list, query }) => isQueryOf(list, query), {
      path: ["query"],
      params: { code: "invalid" },
    })
    .nullable()
    .default(null),
  mail: z.boolean(),
  bell: z.boolean(),
  webhook: z.boolean(),
  /** Members whom mail and bell are for. */
  recipients: z.array(z.string().min(1).max(100)).max(100),
};

export const alertRuleSchema = z.object({
  id: idSchema,
  kind: kindSchema,
  severity: z.enum(["critical", "high"]).nullable(),
  days: z.int().nullable(),
  group: namedSchema.nullable(),
  view: viewSchema.nullable(),
  mail: z.boolean(),
  bell: z.boolean(),
  webhook: z.boolean(),
  recipients: z.array(personSchema),
});
export type AlertRuleView = z.infer<typeof alertRuleSchema>;

export const listAlertRules = karteEndpoint({
  name: "listAlertRules",
  method: "GET",
  path: "/alert-rules",
  tag,
  summary: "Of what is told, to whom and how.",
  access: "manage-alerts",
  response: z.object({ rules: z.array(alertRuleSchema) }),
  errors: [],
  limits: [],
  load: "read",
});

export const addAlertRule = karteEndpoint({
  name: "addAlertRule",
  method: "POST",
  path: "/alert-rules",
  tag,
  summary: "Adds a rule. What happened before isn't told.",
  access: "manage-alerts",
  body: z.strictObject(rule),
  response: z.object({ id: idSchema }),
  errors: ["NotFound", "PlanLimit"],
  limits: [perSession(60, 60)],
});

export const changeAlertRule = karteEndpoint({
  name: "changeAlertRule",
  method: "PUT",
  path: "/alert-rules/:id",
  tag,
  summary: "Changes a rule.",
  access: "manage-alerts",
  params: z.strictObject({ id: idSchema }),
  body: z.strictObject({
    ...rule,
    was: wasSchema({
      kind: kindSchema,
      severity: rule.severity.unwrap(),
      days: z.int().nullable(),
      group: idSchema.nullable(),
      view: viewSchema.nullable(),
      mail: z.boolean(),
      bell: z.boolean(),
      webhook: z.boolean(),
      recipients: rule.recipients,
    }),
  }),
  response: z.object({}),
  errors: ["NotFound", "ChangedMeanwhile"],
  limits: [perSession(60, 60)],
});

export const removeAlertRule = karteEndpoint({
  name: "removeAlertRule",
  method: "DELETE",
  path: "/alert-rules/:id",
  tag,
  summary: "Removes a rule; what it told stays behind the bell.",
  access: "manage-alerts",
  params: z.strictObject({ id: idSchema }),
  response: z.object({}),
  errors: ["NotFound"],
  limits: [perSession(60, 60)],
});
