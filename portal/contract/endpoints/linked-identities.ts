import { momentSchema } from "@sekimori/kit-contract/date-schemas";
import { z } from "zod";
import { perAccount, portalEndpoint } from "./declare.ts";

const tag = "Security";

/** An identity at the external provider by which the account can be entered. */
export const linkedIdentitySchema = z.object({
  id: z.uuid(),
  /** By what a person knows its provider: the operator's name for it, or its host. */
  provider: z.object({ ja: z.string(), en: z.string() }),
  linkedAt: momentSchema,
  /** The account has no password and no other identity: without this one nobody gets in. */
  onlyWayIn: z.boolean(),
});

export type LinkedIdentity = z.infer<typeof linkedIdentitySchema>;

export const listLinkedIdentities = portalEndpoint({
  name: "listLinkedIdentities",
  method: "GET",
  path: "/security/external-ids",
  tag,
  summary: "The external IDs by which the account can be entered.",
  access: "account",
  response: z.object({ identities: z.array(linkedIdentitySchema) }),
  errors: [],
  limits: [],
  load: "read",
});

export const unlinkIdentity = portalEndpoint({
  name: "unlinkIdentity",
  method: "DELETE",
  path: "/security/external-ids/:id",
  tag,
  summary:
    "Unlinks an external ID and ends the other sessions; never the only way into the account.",
  access: "recent",
  params: z.strictObject({ id: z.uuid() }),
  response: z.object({}),
  errors: ["NotFound", "OnlyWayIn"],
  limits: [perAccount(20, 600)],
});
