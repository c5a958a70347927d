import { daySchema, momentSchema } from "@sekimori/kit-contract/date-schemas";
import { localeSchema } from "@sekimori/kit-contract/locale-schema";
import { z } from "zod";
import { recentSignInSeconds } from "../constants.ts";
import { acts, roles } from "../rights.ts";
import { karteEndpoint, perSession } from "./declare.ts";
import { idSchema, namedSchema, personSchema } from "./field-schemas.ts";
import { quotaSchema } from "./quota-view.ts";

const tag = "Session";

export const planSchema = z.object({
  id: z.enum(["free", "security24", "detailed"]),
  /** Whether a plan that was agreed rests until what is unpaid is paid. */
  suspended: z.boolean(),
  domains: z.int(),
  users: z.int().nullable(),
  schedules: z.array(z.enum(["daily", "weekly", "monthly"])),
  alerts: z.boolean(),
  webhooks: z.boolean(),
  api: z.boolean(),
  streams: z.boolean(),
  tickets: z.boolean(),
  policies: z.boolean(),
  scheduledReports: z.boolean(),
});
export type PlanView = z.infer<typeof planSchema>;

export const sessionSchema = z.object({
  person: personSchema.extend({ locale: localeSchema, twoFactor: z.boolean() }),
  workspaces: z.array(namedSchema.extend({ role: z.enum(roles) })),
  /** The one that all other calls are about; null for a person who belongs to none. */
  workspace: namedSchema
    .extend({
      role: z.enum(roles),
      /** Sees only some groups. */
      restricted: z.boolean(),
      acts: z.array(z.enum(acts as [string, ...string[]])),
      plan: planSchema,
      quota: quotaSchema,
      domains: z.int(),
      /**
       * The plan holds fewer people: whatever the role, this one may look and not change. `acts`
       * says what an owner keeps.
       */
      overPlan: z.boolean(),
      /** Whether the workspace lives on this person's contract. */
      holdsContract: z.boolean(),
      /** While this person, the last of its owners or the holder of its contract is leaving. */
      leaving: z
        .object({
          /** The last day; until it is over it can be taken back. */
          endsOn: daySchema,
          /** When the data of whoever leaves is deleted. */
          deletesOn: daySchema,
          /** Whether it is this person who leaves. */
          yours: z.boolean(),
          /** When the workspace closes and its data is deleted, because no owner stays. */
          closesOn: daySchema.nullable(),
        })
        .nullable(),
      /** What waits for this person's word. */
      offers: z.array(
        z.object({ id: idSchema, what: z.enum(["ownership", "contract"]), from: z.string() }),
      ),
    })
    .nullable(),
  /** For how many seconds more the sign-in is recent enough for dangerous acts. */
  recentFor: z.int(),
  expiresAt: momentSchema,
});
export type SessionView = z.infer<typeof sessionSchema>;

export const getSession = karteEndpoint({
  name: "getSession",
  method: "GET",
  path: "/session",
  tag,
  summary: "Who is logged in, in which workspaces, with which rights, plan and quota.",
  access: "person",
  response: sessionSchema,
  errors: [],
  limits: [],
  load: "read",
});

export const exportPerson = karteEndpoint({
  name: "exportPerson",
  method: "GET",
  path: "/session/export",
  tag,
  summary: `Everything that karte holds about the person who is logged in, over all workspaces, as JSON or as a page to read; needs a login of the last ${recentSignInSeconds / 60} minutes.`,
  access: "person",
  stepUp: true,
  query: z.strictObject({ form: z.enum(["json", "html"]).optional() }),
  response: z.object({ fileName: z.string(), text: z.string() }),
  errors: [],
  limits: [perSession(10, 3600)],
});

export const enterWorkspace = karteEndpoint({
  name: "enterWorkspace",
  method: "POST",
  path: "/session/workspace",
  tag,
  summary: "Goes to another of the person's workspaces.",
  access: "person",
  body: z.strictObject({ workspace: idSchema }),
  response: z.object({}),
  errors: ["NotAMember"],
  limits: [perSession(60, 60)],
});

export const endSession = karteEndpoint({
  name: "endSession",
  method: "POST",
  path: "/session/end",
  tag,
  summary:
    "Logs out here; the whole window then goes to `next`, so that the portal's session ends too.",
  access: "person",
  body: z.strictObject({}),
  response: z.object({ next: z.url() }),
  errors: [],
  limits: [perSession(60, 60)],
});
