import { transaction } from "@sekimori/kit-server/database";
import type { Selectable } from "kysely";
import { z } from "zod";
import type { PortalContext, PortalTransaction } from "../../../context.ts";
import type { Tables } from "../../../database/generated/tables.ts";
import { appendAudit } from "../../audit/audit.ts";

/** So many stand in one token. */
const mostRoles = 50;

const roleSchema = z.strictObject({
  account: z.uuid(),
  /** The application or API at which the member has it. */
  audience: z.string().min(1).max(2_000),
  role: z
    .string()
    .regex(/^[\x21\x23-\x5b\x5d-\x7e]{1,64}$/, "must be 1 to 64 signs without spaces or quotes"),
});

/** A member's role at an application or an API. */
export type AccountRole = z.infer<typeof roleSchema>;

/** Why a role is not given. */
export type RoleRefusal = "no-account" | "no-audience" | "too-many";

interface Books extends Pick<PortalContext, "db" | "clock"> {
  /** The name of the person who acts, for the audit log. */
  readonly operator?: string;
}

async function isRegistered(tx: PortalTransaction, audience: string): Promise<boolean> {
  const application = tx
    .selectFrom("portal.oidc_client")
    .select("client_id as name")
    .where("client_id", "=", audience);
  const api = tx
    .selectFrom("portal.oidc_resource")
    .select("identifier as name")
    .where("identifier", "=", audience);
  return (await application.union(api).execute()).length > 0;
}

async function refusalOf(
  tx: PortalTransaction,
  { account, audience }: AccountRole,
): Promise<RoleRefusal | undefined> {
  // Locked, so that two at once do not exceed what a token holds.
  const member = await tx
    .selectFrom("portal.account")
    .select("id")
    .where("id", "=", account)
    .where("closed_at", "is", null)
    .forUpdate()
    .executeTakeFirst();
  if (member === undefined) return "no-account";
  if (!(await isRegistered(tx, audience))) return "no-audience";
  const { count } = await tx
    .selectFrom("portal.account_role")
    .select(({ fn }) => fn.countAll<string>().as("count"))
    .where("account_id", "=", account)
    .where("audience", "=", audience)
    .executeTakeFirstOrThrow();
  return Number(count) < mostRoles ? undefined : "too-many";
}

/**
 * Gives a member a role; one that the member has is no change and no event.
 *
 * @returns why not. @throws z.ZodError
 */
export async function grantRole(
  { db, clock, operator = "" }: Books,
  given: AccountRole,
): Promise<RoleRefusal | undefined> {
  const wanted = roleSchema.parse(given);
  const { account: accountId, audience, role } = wanted;
  const at = clock.now();
  return transaction(db, async (tx) => {
    const refusal = await refusalOf(tx, wanted);
    if (refusal !== undefined) return refusal;
    const row = await tx
      .insertInto("portal.account_role")
      .values({ account_id: accountId, audience, role, granted_at: at })
      .onConflict((conflict) => conflict.doNothing())
      .returning("role")
      .executeTakeFirst();
    if (row === undefined) return undefined;
    const detail = { audience, role, operator };
    await appendAudit(tx, { accountId, action: "operator.role-granted", at, client: null, detail });
    return undefined;
  });
}

/**
 * Takes a role away; tokens that say otherwise end within fifteen minutes.
 *
 * @returns whether the member had it. @throws z.ZodError
 */
export async function revokeRole(
  { db, clock, operator = "" }: Books,
  given: AccountRole,
): Promise<boolean> {
  const { account: accountId, audience, role } = roleSchema.parse(given);
  return transaction(db, async (tx) => {
    const row = await tx
      .deleteFrom("portal.account_role")
      .where("account_id", "=", accountId)
      .where("audience", "=", audience)
      .where("role", "=", role)
      .returning("role")
      .executeTakeFirst();
    if (row === undefined) return false;
    const event = { accountId, at: clock.now(), client: null };
    const detail = { audience, role, operator };
    await appendAudit(tx, { ...event, action: "operator.role-revoked", detail });
    return true;
  });
}

/** All roles at an application or an API, by account and name. */
export async function listRoles(
  { db }: Pick<Books, "db">,
  audience: string,
): Promise<Selectable<Tables["portal.account_role"]>[]> {
  return db
    .selectFrom("portal.account_role")
    .selectAll()
    .where("audience", "=", audience)
    .orderBy("account_id")
    .orderBy("role")
    .execute();
}

/** Forgets the roles at what is removed, in its transaction: whoever takes its name gets none. */
export async function forgetRoles(tx: PortalTransaction, audience: string): Promise<void> {
  await tx.deleteFrom("portal.account_role").where("audience", "=", audience).execute();
}

/** A member's roles at one place, by name. */
export async function rolesOf(
  { pipeline }: Pick<PortalContext, "pipeline">,
  accountId: string,
  audience: string,
): Promise<readonly string[]> {
  const rows = await pipeline.query<{ role: string }>(
    `select role from portal.account_role where account_id = $1 and audience = $2 order by role`,
    [accountId, audience],
  );
  return rows.map(({ role }) => role);
}
