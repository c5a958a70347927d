import { nameSchema } from "@sekimori/kit-contract/name";
import { transaction } from "@sekimori/kit-server/database";
import { applicationResourcePath } from "@sekimori/portal-contract/applications/declare";
import type { Selectable } from "kysely";
import { z } from "zod";
import type { PortalContext } from "../../../context.ts";
import type { Tables } from "../../../database/generated/tables.ts";
import { appendAudit } from "../../audit/audit.ts";
import { forgetRoles } from "./account-roles.ts";

/** An API of the operator's that takes this provider's tokens (RFC 8707). */
export const resourceRegistrationSchema = z.strictObject({
  /** As it stands in requests and in the tokens' audience. */
  identifier: z
    .url()
    .refine((text) => !text.includes("#"), { error: "must have no fragment" })
    .refine((text) => !text.endsWith(applicationResourcePath), {
      error: "is the portal's own, which need not be registered",
    }),
  name: nameSchema(100),
  scopes: z
    .array(z.string().regex(/^[\x21\x23-\x5b\x5d-\x7e]{1,64}$/, "is no scope"))
    .min(1)
    .max(50),
  /** JWTs are checked by the API itself; opaque tokens by asking the portal (RFC 7662). */
  tokenFormat: z.enum(["jwt", "opaque"]).default("jwt"),
  algorithm: z.enum(["RS256", "ES256"]).default("RS256"),
  tokenSeconds: z.int().min(60).max(3600).default(900),
});

interface Books extends Pick<PortalContext, "db" | "clock"> {
  /** The name of the person who acts, for the audit log. */
  readonly operator?: string;
}

/** @returns whether the identifier was free. @throws z.ZodError */
export async function addResource(
  { db, clock, operator = "" }: Books,
  registration: z.input<typeof resourceRegistrationSchema>,
): Promise<boolean> {
  const resource = resourceRegistrationSchema.parse(registration);
  const now = clock.now();
  return transaction(db, async (tx) => {
    const row = await tx
      .insertInto("portal.oidc_resource")
      .values({
        identifier: resource.identifier,
        name: resource.name,
        scope: resource.scopes.join(" "),
        token_format: resource.tokenFormat,
        algorithm: resource.algorithm,
        token_seconds: resource.tokenSeconds,
        created_at: now,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning("identifier")
      .executeTakeFirst();
    if (row === undefined) return false;
    const detail = { resource: resource.identifier, operator };
    const event = { accountId: null, at: now, client: null, detail };
    await appendAudit(tx, { ...event, action: "operator.resource-added" });
    return true;
  });
}

export async function listResources({
  db,
}: Pick<Books, "db">): Promise<Selectable<Tables["portal.oidc_resource"]>[]> {
  return db.selectFrom("portal.oidc_resource").selectAll().orderBy("identifier").execute();
}

/** Tokens for it are given no more; those that are out end by themselves. */
export async function removeResource(
  { db, clock, operator = "" }: Books,
  identifier: string,
): Promise<boolean> {
  return transaction(db, async (tx) => {
    const row = await tx
      .deleteFrom("portal.oidc_resource")
      .where("identifier", "=", identifier)
      .returning("identifier")
      .executeTakeFirst();
    if (row === undefined) return false;
    await forgetRoles(tx, identifier);
    const event = { accountId: null, at: clock.now(), client: null };
    const detail = { resource: identifier, operator };
    await appendAudit(tx, { ...event, action: "operator.resource-removed", detail });
    return true;
  });
}
