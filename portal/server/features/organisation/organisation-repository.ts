import { randomUUID } from "node:crypto";
import type { Selectable } from "kysely";
import type { PortalTransaction, Queryable } from "../../context.ts";
import type { Tables } from "../../database/generated/tables.ts";

export type OrganisationRow = Selectable<Tables["portal.organisation"]>;
export type DomainRow = Selectable<Tables["portal.organisation_domain"]>;

export async function findOrganisation(
  db: Queryable,
  id: string,
): Promise<OrganisationRow | undefined> {
  return db.selectFrom("portal.organisation").selectAll().where("id", "=", id).executeTakeFirst();
}

/** The organisation that an account is an owner of. */
export async function findOwned(
  db: Queryable,
  accountId: string,
): Promise<OrganisationRow | undefined> {
  return db
    .selectFrom("portal.organisation as organisation")
    .innerJoin("portal.organisation_member as owner", "owner.organisation_id", "organisation.id")
    .selectAll("organisation")
    .where("owner.account_id", "=", accountId)
    .where("owner.role", "=", "owner")
    .executeTakeFirst();
}

/** The same, kept from other changes until the transaction ends. */
export async function lockOwned(
  tx: PortalTransaction,
  accountId: string,
): Promise<OrganisationRow | undefined> {
  const owned = await findOwned(tx, accountId);
  if (!owned) return undefined;
  return tx
    .selectFrom("portal.organisation")
    .selectAll()
    .where("id", "=", owned.id)
    .forUpdate()
    .executeTakeFirst();
}

/** @returns false where the account is in an organisation already. */
export async function insertOrganisation(
  tx: PortalTransaction,
  { id, holderId }: { readonly id: string; readonly holderId: string },
  now: Date,
): Promise<boolean> {
  const inserted = await tx
    .insertInto("portal.organisation")
    .values({ id, holder_id: holderId, created_at: now })
    .onConflict((conflict) => conflict.column("holder_id").doNothing())
    .returning("id")
    .executeTakeFirst();
  if (!inserted) return false;
  const joined = await tx
    .insertInto("portal.organisation_member")
    .values({ account_id: holderId, organisation_id: id, role: "owner", joined_at: now })
    .onConflict((conflict) => conflict.column("account_id").doNothing())
    .returning("account_id")
    .executeTakeFirst();
  return joined !== undefined;
}

export async function deleteOrganisation(tx: PortalTransaction, id: string): Promise<void> {
  await tx.deleteFrom("portal.organisation").where("id", "=", id).execute();
}

/** The accounts that own an organisation, but for closed ones. */
export async function findOwners(db: Queryable, organisationId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("portal.organisation_member as owner")
    .innerJoin("portal.account as account", "account.id", "owner.account_id")
    .select("owner.account_id")
    .where("owner.organisation_id", "=", organisationId)
    .where("owner.role", "=", "owner")
    .where("account.closed_at", "is", null)
    .orderBy("owner.joined_at")
    .execute();
  return rows.map(({ account_id: id }) => id);
}

/** The members of an organisation whose account is open to them, as they joined. */
export async function findMembers(
  db: Queryable,
  organisationId: string,
): Promise<{ readonly id: string; readonly personal: Buffer }[]> {
  return db
    .selectFrom("portal.organisation_member as member")
    .innerJoin("portal.account as account", "account.id", "member.account_id")
    .select(["account.id", "account.personal"])
    .where("member.organisation_id", "=", organisationId)
    .where("account.closed_at", "is", null)
    .where("account.access_ended_at", "is", null)
    .orderBy("member.joined_at")
    .orderBy("account.id")
    .execute();
}

/** Names the owner whom no rule keeps out. */
export async function updateBreakGlass(
  tx: PortalTransaction,
  organisationId: string,
  accountId: string,
): Promise<void> {
  await tx
    .updateTable("portal.organisation")
    .set({ break_glass_id: accountId })
    .where("id", "=", organisationId)
    .execute();
}

export async function findDomains(db: Queryable, organisationId: string): Promise<DomainRow[]> {
  return db
    .selectFrom("portal.organisation_domain")
    .selectAll()
    .where("organisation_id", "=", organisationId)
    .orderBy("domain")
    .execute();
}

/** @returns false where the organisation has listed it already. */
export async function insertDomain(
  tx: PortalTransaction,
  values: Pick<DomainRow, "id" | "organisation_id" | "domain" | "token" | "claimed_at">,
): Promise<boolean> {
  const inserted = await tx
    .insertInto("portal.organisation_domain")
    .values(values)
    .onConflict((conflict) => conflict.columns(["organisation_id", "domain"]).doNothing())
    .returning("id")
    .executeTakeFirst();
  return inserted !== undefined;
}

export async function findDomain(
  db: Queryable,
  organisationId: string,
  id: string,
): Promise<DomainRow | undefined> {
  return db
    .selectFrom("portal.organisation_domain")
    .selectAll()
    .where("organisation_id", "=", organisationId)
    .where("id", "=", id)
    .executeTakeFirst();
}

/** @returns what was removed. */
export async function deleteDomain(
  tx: PortalTransaction,
  organisationId: string,
  id: string,
): Promise<DomainRow | undefined> {
  return tx
    .deleteFrom("portal.organisation_domain")
    .where("organisation_id", "=", organisationId)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirst();
}

/**
 * Makes an account a member.
 *
 * @param hasOwnPlan whether the account has a plan of its own beside; what an account that is a member already has stays.
 * @returns false where it is in another organisation.
 */
export async function joinAs(
  tx: PortalTransaction,
  {
    accountId,
    organisationId,
    hasOwnPlan,
  }: {
    readonly accountId: string;
    readonly organisationId: string;
    readonly hasOwnPlan: boolean;
  },
  now: Date,
): Promise<boolean> {
  await tx
    .insertInto("portal.organisation_member")
    .values({
      account_id: accountId,
      organisation_id: organisationId,
      role: "member",
      joined_at: now,
      has_own_plan: hasOwnPlan,
    })
    .onConflict((conflict) => conflict.column("account_id").doNothing())
    .execute();
  const member = await tx
    .selectFrom("portal.organisation_member")
    .select("organisation_id")
    .where("account_id", "=", accountId)
    .executeTakeFirstOrThrow();
  return member.organisation_id === organisationId;
}

/** Ends a membership that is no owner's. */
export async function leave(tx: PortalTransaction, accountId: string): Promise<void> {
  await tx
    .deleteFrom("portal.organisation_member")
    .where("account_id", "=", accountId)
    .where("role", "=", "member")
    .execute();
}

/** Has domains lead to a connection, or to none; whichever came first is followed no more. */
export async function leadDomains(
  tx: PortalTransaction,
  ids: readonly string[],
  connectionId: string | null,
): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .updateTable("portal.organisation_domain")
    .set({ connection_id: connectionId, follows_first: false })
    .where("id", "in", [...ids])
    .execute();
}

/** Has every domain lead to the first connection again, as if none had been chosen. */
export async function forgetLeads(tx: PortalTransaction, organisationId: string): Promise<void> {
  await tx
    .updateTable("portal.organisation_domain")
    .set({ connection_id: null, follows_first: true })
    .where("organisation_id", "=", organisationId)
    .execute();
}

/** Which organisation an address of a connection is of that is not set up yet. */
export async function findOrganisationAddressed(
  db: Queryable,
  address: string,
): Promise<string | undefined> {
  const organisation = await db
    .selectFrom("portal.organisation")
    .select("id")
    .where((eb) => eb.or([eb("id", "=", address), eb("next_address", "=", address)]))
    .executeTakeFirst();
  return organisation?.id;
}

/** What stands in the addresses of the connection that is set up next, beside the organisation's own. */
export async function nextAddressOf(db: Queryable, organisationId: string): Promise<string> {
  const { next_address: address } = await db
    .selectFrom("portal.organisation")
    .select("next_address")
    .where("id", "=", organisationId)
    .executeTakeFirstOrThrow();
  return address;
}

/** The same, taken: the next one has another. */
export async function takeNextAddressOf(
  tx: PortalTransaction,
  organisationId: string,
): Promise<string> {
  const address = await nextAddressOf(tx, organisationId);
  await tx
    .updateTable("portal.organisation")
    .set({ next_address: randomUUID() })
    .where("id", "=", organisationId)
    .execute();
  return address;
}
