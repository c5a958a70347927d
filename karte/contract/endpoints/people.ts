import { wasSchema } from "@sekimori/kit-contract/as-read";
import { momentSchema } from "@sekimori/kit-contract/date-schemas";
import { emailSchema } from "@sekimori/kit-contract/email-address";
import { localeSchema } from "@sekimori/kit-contract/locale-schema";
import { z } from "zod";
import { invitedAtOnceMost } from "../constants.ts";
import { roles } from "../rights.ts";
import { karteEndpoint, perNetwork, perSession } from "./declare.ts";
import { idSchema, namedSchema, personSchema } from "./field-schemas.ts";

const tag = "People";

const roleSchema = z.enum(roles);

export const memberSchema = personSchema.extend({
  role: roleSchema,
  /** Null: sees everything. */
  groups: z.array(namedSchema).nullable(),
  joinedAt: momentSchema,
  lastSeenAt: momentSchema.nullable(),
  twoFactor: z.boolean(),
  suspended: z.boolean(),
  /** Whether they are here by their organization's groups, which give the role and take it. */
  byDirectory: z.boolean(),
  /** Whether the workspace lives on their contract. */
  holdsContract: z.boolean(),
  you: z.boolean(),
});
export type Member = z.infer<typeof memberSchema>;

export const invitationSchema = z.object({
  id: idSchema,
  email: z.string(),
  role: roleSchema,
  groups: z.array(namedSchema).nullable(),
  sentAt: momentSchema,
  expiresAt: momentSchema,
  expired: z.boolean(),
});
export type Invitation = z.infer<typeof invitationSchema>;

export const listPeople = karteEndpoint({
  name: "listPeople",
  method: "GET",
  path: "/people",
  tag,
  summary: "Members and those who are invited.",
  access: "see-people",
  response: z.object({
    members: z.array(memberSchema),
    invitations: z.array(invitationSchema),
    /** People and invitations of all workspaces of the contract, as its plan counts them. */
    used: z.int(),
    limit: z.int().nullable(),
  }),
  errors: [],
  limits: [],
  load: "read",
});

/** For whoever assigns findings: names only. */
export const listColleagues = karteEndpoint({
  name: "listColleagues",
  method: "GET",
  path: "/people/names",
  tag,
  summary: "The members' names, to assign findings to.",
  access: "assign",
  response: z.object({ people: z.array(personSchema) }),
  errors: [],
  limits: [],
  load: "read",
});

export const invitePeople = karteEndpoint({
  name: "invitePeople",
  method: "POST",
  path: "/invitations",
  tag,
  summary:
    "Invites by email. The answer is the same whether or not an address has an account somewhere.",
  access: "invite-people",
  body: z.strictObject({
    emails: z.array(emailSchema).min(1).max(invitedAtOnceMost),
    role: roleSchema,
    /** Only for viewers; null sees everything. */
    groups: z.array(idSchema).max(50).nullable().default(null),
    /** In which the email is written; that of whoever invites unless given. */
    language: localeSchema.optional(),
  }),
  response: z.object({ invitations: z.array(invitationSchema) }),
  errors: ["NotAllowed", "PlanLimit", "NotFound", "RecentSignInRequired"],
  limits: [perSession(20, 3600)],
});

export const resendInvitation = karteEndpoint({
  name: "resendInvitation",
  method: "POST",
  path: "/invitations/:id/resend",
  tag,
  summary: "Sends a new link; the one before no longer works.",
  access: "invite-people",
  params: z.strictObject({ id: idSchema }),
  body: z.strictObject({}),
  response: z.object({}),
  errors: ["NotFound", "NotAllowed", "RecentSignInRequired"],
  limits: [perSession(10, 600)],
});

export const withdrawInvitation = karteEndpoint({
  name: "withdrawInvitation",
  method: "DELETE",
  path: "/invitations/:id",
  tag,
  summary: "Withdraws an invitation.",
  access: "invite-people",
  params: z.strictObject({ id: idSchema }),
  response: z.object({}),
  errors: ["NotFound", "NotAllowed"],
  limits: [perSession(60, 60)],
});

export const invitationOfferSchema = z.object({
  workspace: z.string(),
  /** Empty where no name of theirs is known. */
  inviter: z.string(),
  /** The address that was invited: only it can join. */
  email: z.string(),
  role: roleSchema,
});
export type InvitationOffer = z.infer<typeof invitationOfferSchema>;

export const lookAtInvitation = karteEndpoint({
  name: "lookAtInvitation",
  method: "POST",
  path: "/invitations/look",
  tag,
  summary: "What the link in the email invites to, before anybody logs in.",
  access: "public",
  body: z.strictObject({ token: z.string().max(100) }),
  response: invitationOfferSchema,
  errors: ["InvitationInvalid"],
  limits: [perNetwork(60, 600)],
});

export const acceptInvitation = karteEndpoint({
  name: "acceptInvitation",
  method: "POST",
  path: "/invitations/accept",
  tag,
  summary: "Joins the workspace that the link in the email names.",
  access: "person",
  body: z.strictObject({ token: z.string().max(100) }),
  response: z.object({ workspace: namedSchema }),
  errors: ["InvitationInvalid", "PlanLimit"],
  limits: [perSession(20, 600), perNetwork(60, 600)],
});

/** Which right it takes depends on who is changed and how: `actOfChange` of the table of rights. */
export const changeMember = karteEndpoint({
  name: "changeMember",
  method: "PUT",
  path: "/people/:id",
  tag,
  summary:
    "Changes a member's role, restriction to groups or suspension; what is left out stays. Who becomes a viewer needs groups: null for everything.",
  access: "see-people",
  params: z.strictObject({ id: z.string().max(100) }),
  body: z.strictObject({
    role: roleSchema.optional(),
    groups: z.array(idSchema).max(50).nullable().optional(),
    suspended: z.boolean().optional(),
    was: wasSchema({ role: roleSchema, groups: z.array(idSchema).max(1_000).nullable() }),
  }),
  response: z.object({}),
  errors: [
    "NotFound",
    "ChangedMeanwhile",
    "NotAllowed",
    "LastOwner",
    "BillingOwner",
    "RecentSignInRequired",
  ],
  limits: [perSession(60, 60)],
});

/** Which right it takes depends on who goes: `actOfRemoval` of the table of rights. */
export const removeMember = karteEndpoint({
  name: "removeMember",
  method: "DELETE",
  path: "/people/:id",
  tag,
  summary: "Takes a member out of the workspace; their next call is refused.",
  access: "see-people",
  params: z.strictObject({ id: z.string().max(100) }),
  response: z.object({}),
  errors: ["NotFound", "NotAllowed", "LastOwner", "BillingOwner", "RecentSignInRequired"],
  limits: [perSession(60, 60)],
});
