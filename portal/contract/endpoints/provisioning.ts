import { momentSchema } from "@sekimori/kit-contract/date-schemas";
import { z } from "zod";
import { perAccount, portalEndpoint } from "./declare.ts";

const tag = "Provisioning";

const scimTokenSchema = z.object({
  id: z.uuid(),
  /** Its last four characters, by which people tell tokens apart. */
  hint: z.string(),
  createdAt: momentSchema,
  expiresAt: momentSchema,
  /** To the minute; null for one that was never used. */
  lastUsedAt: momentSchema.nullable(),
  isExpired: z.boolean(),
});

export type ScimTokenView = z.infer<typeof scimTokenSchema>;

const directoryPersonSchema = z.object({
  id: z.uuid(),
  userName: z.string(),
  name: z.string().nullable(),
  /** Whether the directory lets them in. */
  active: z.boolean(),
  /** Whether they have an account in the organisation. */
  joined: z.boolean(),
  changedAt: momentSchema,
});

export type DirectoryPerson = z.infer<typeof directoryPersonSchema>;

const provisioningSchema = z.object({
  /** What is entered at the directory. */
  baseUrl: z.string(),
  tokens: z.array(scimTokenSchema),
  people: z.object({
    all: z.int().nonnegative(),
    joined: z.int().nonnegative(),
    off: z.int().nonnegative(),
  }),
  groups: z.int().nonnegative(),
  /** Who was changed last, twenty at most. */
  latest: z.array(directoryPersonSchema),
});

export type Provisioning = z.infer<typeof provisioningSchema>;

export const showProvisioning = portalEndpoint({
  name: "showProvisioning",
  method: "GET",
  path: "/organisation/provisioning",
  tag,
  summary:
    "The directory of the organization that the member owns, and the tokens that it comes by.",
  access: "account",
  response: provisioningSchema,
  errors: ["NotFound"],
  limits: [],
  load: "read",
});

export const makeScimToken = portalEndpoint({
  name: "makeScimToken",
  method: "POST",
  path: "/organisation/provisioning/tokens",
  tag,
  summary: "Makes a token by which the directory provisions people (SCIM 2.0); it's shown once.",
  access: "recent",
  body: z.strictObject({}),
  response: z.object({ token: z.string(), provisioning: provisioningSchema }),
  errors: ["NotFound", "OrganisationNotIncluded", "ScimTokensFull"],
  limits: [perAccount(20, 600)],
});

export const endScimToken = portalEndpoint({
  name: "endScimToken",
  method: "DELETE",
  path: "/organisation/provisioning/tokens/:id",
  tag,
  summary: "Ends a token at once; nobody's access changes with it.",
  access: "recent",
  params: z.strictObject({ id: z.uuid() }),
  response: provisioningSchema,
  errors: ["NotFound"],
  limits: [perAccount(20, 600)],
});
