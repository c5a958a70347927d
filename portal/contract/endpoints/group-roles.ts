import { z } from "zod";
import { groupNameMost, groupRolesMost } from "../constants.ts";
import { groupRoles } from "../group-roles.ts";
import { perAccount, portalEndpoint } from "./declare.ts";

const tag = "Organization";

const groupRoleSchema = z.enum(groupRoles);

/** A name or an identifier, as the provider or the directory has it. */
const groupNameSchema = z.string().trim().min(1).max(groupNameMost);

export const groupMappingSchema = z.strictObject({
  value: groupNameSchema,
  role: groupRoleSchema,
  /** Of a viewer: the names of the groups of domains that they see; null for all. */
  domainGroups: z.array(z.string().trim().min(1).max(100)).min(1).max(50).nullable(),
});

export type GroupMapping = z.infer<typeof groupMappingSchema>;

/** The name of an OpenID provider's claim, whose parts dots divide, or of a SAML provider's attribute. */
export const groupsClaimSchema = z.string().trim().min(1).max(groupNameMost);

const wanted = {
  claim: groupsClaimSchema.nullable(),
  mappings: z.array(groupMappingSchema).max(groupRolesMost),
};

const groupRolesPageSchema = z.object({
  /** Whether the holder's plan includes it now; nothing is set while it doesn't. */
  included: z.boolean(),
  claim: z.string().nullable(),
  mappings: z.array(groupMappingSchema),
  /** Groups that the directory or the provider has said of somebody. */
  known: z.array(z.object({ value: z.string(), people: z.int().nonnegative() })),
});

export type GroupRolesPage = z.infer<typeof groupRolesPageSchema>;

const roleNow = groupRoleSchema.nullable();

const groupRolesPreviewSchema = z.object({
  /** Members of the organisation, its owners apart. */
  members: z.int().nonnegative(),
  /** All whose role would be another one. */
  changed: z.int().nonnegative(),
  /** The first of those with a role, now or then. */
  people: z.array(
    z.object({
      firstName: z.string(),
      lastName: z.string(),
      email: z.string(),
      before: roleNow,
      after: roleNow,
    }),
  ),
  /** Members of whom no group is known yet: they get theirs at their next login. */
  unknown: z.int().nonnegative(),
});

export type GroupRolesPreview = z.infer<typeof groupRolesPreviewSchema>;

export const showGroupRoles = portalEndpoint({
  name: "showGroupRoles",
  method: "GET",
  path: "/organisation/group-roles",
  tag,
  summary:
    "Which roles groups stand for in the management application, of the organization that the member owns.",
  access: "account",
  response: groupRolesPageSchema,
  errors: ["NotFound"],
  limits: [],
  load: "read",
});

export const previewGroupRoles = portalEndpoint({
  name: "previewGroupRoles",
  method: "POST",
  path: "/organisation/group-roles/preview",
  tag,
  summary: "Who would get which role. Nothing changes.",
  access: "account",
  body: z.strictObject(wanted),
  response: groupRolesPreviewSchema,
  errors: ["NotFound", "OrganisationNotIncluded"],
  limits: [perAccount(60, 600)],
});

export const setGroupRoles = portalEndpoint({
  name: "setGroupRoles",
  method: "POST",
  path: "/organisation/group-roles",
  tag,
  summary:
    "Sets which roles groups stand for; they hold at once, and at each login. Members who lose the group lose the role.",
  access: "recent",
  body: z.strictObject(wanted),
  response: groupRolesPageSchema,
  errors: ["NotFound", "OrganisationNotIncluded"],
  limits: [perAccount(30, 600)],
});
