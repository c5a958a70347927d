import { daySchema } from "@sekimori/kit-contract/date-schemas";
import { z } from "zod";
import { perAccount, portalEndpoint } from "./declare.ts";
import { ruleKindSchema, signInRuleSchema } from "./sign-in-rules.ts";

const tag = "Organization";

const personSchema = z.object({
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  isYou: z.boolean(),
});

const rulesPageSchema = z.object({
  /** Whether the holder's plan includes them now; none holds while it doesn't. */
  included: z.boolean(),
  rules: z.array(
    z.object({
      rule: signInRuleSchema,
      /** `coming`: of its kind another may hold until then. */
      state: z.enum(["coming", "holds"]),
      holdsFrom: daySchema,
    }),
  ),
  /** The owner whom no rule keeps out; null while there is none, and then no rule can be set. */
  breakGlass: personSchema
    .extend({
      /** Whether a passkey and recovery codes are there still. */
      isReady: z.boolean(),
    })
    .nullable(),
  /** What the member has to be that owner with. */
  own: z.object({ hasPasskey: z.boolean(), hasRecoveryCodes: z.boolean() }),
  /** From where the member asks, as the server sees it. */
  ipAddress: z.string(),
  /** From when a rule that is set now may hold, what is a good day, and the last that may be. */
  days: z.object({ first: daySchema, suggested: daySchema, last: daySchema }),
});

export type RulesPage = z.infer<typeof rulesPageSchema>;

const previewSchema = z.object({
  /** Everyone who belongs to the organisation. */
  members: z.int().nonnegative(),
  /** Who would meet the rule if it held now, all told; the first of them, as they joined. */
  affected: z.int().nonnegative(),
  people: z.array(personSchema),
  /** Of the rest, those who have no password: a provider answers for their second factor. */
  elsewhere: z.int().nonnegative(),
  /** Of the rest, those of whom no sign-in is on record: where they come from isn't known. */
  unseen: z.int().nonnegative(),
});

export type RulePreview = z.infer<typeof previewSchema>;

export const showRules = portalEndpoint({
  name: "showRules",
  method: "GET",
  path: "/organisation/rules",
  tag,
  summary: "The rules for logins of the organization that the member owns.",
  access: "account",
  response: rulesPageSchema,
  errors: ["NotFound"],
  limits: [],
  load: "read",
});

export const previewRule = portalEndpoint({
  name: "previewRule",
  method: "POST",
  path: "/organisation/rules/preview",
  tag,
  summary: "Who would meet a rule if it held now. Nothing changes.",
  access: "account",
  body: z.strictObject({ rule: signInRuleSchema }),
  response: previewSchema,
  errors: ["NotFound", "OrganisationNotIncluded"],
  limits: [perAccount(60, 600)],
});

export const setRule = portalEndpoint({
  name: "setRule",
  method: "POST",
  path: "/organisation/rules",
  tag,
  summary:
    "Sets a rule from a day on; one of its kind that holds goes on until then, one to come is replaced. Those it affects are emailed at once, a week before and a day before.",
  access: "recent",
  body: z.strictObject({ rule: signInRuleSchema, holdsFrom: daySchema }),
  response: rulesPageSchema,
  errors: [
    "NotFound",
    "OrganisationNotIncluded",
    "BreakGlassMissing",
    "RuleDayRefused",
    "OwnNetworkMissing",
  ],
  limits: [perAccount(30, 600)],
});

export const liftRule = portalEndpoint({
  name: "liftRule",
  method: "DELETE",
  path: "/organisation/rules/:kind",
  tag,
  summary: "Lifts the rule of a kind at once, the one that holds and the one to come.",
  access: "recent",
  params: z.strictObject({ kind: ruleKindSchema }),
  response: rulesPageSchema,
  errors: ["NotFound"],
  limits: [perAccount(30, 600)],
});

export const nameBreakGlass = portalEndpoint({
  name: "nameBreakGlass",
  method: "POST",
  path: "/organisation/break-glass",
  tag,
  summary:
    "Makes the member, who owns the organization, the one whom no rule keeps out; a passkey and recovery codes come before.",
  access: "recent",
  body: z.strictObject({}),
  response: rulesPageSchema,
  errors: ["NotFound", "OrganisationNotIncluded", "BreakGlassMissing"],
  limits: [perAccount(30, 600)],
});
