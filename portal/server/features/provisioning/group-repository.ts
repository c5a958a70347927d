import type { Selectable } from "kysely";
import { sql } from "kysely";
import type { PortalTransaction, Queryable } from "../../context.ts";
import type { Tables } from "../../database/generated/tables.ts";

export type GroupRow = Selectable<Tables["portal.scim_group"]>;

export async function findGroup(
  db: Queryable,
  organisationId: string,
  id: string,
): Promise<GroupRow | undefined> {
  return db
    .selectFrom("portal.scim_group")
    .selectAll()
    .where("organisation_id", "=", organisationId)
    .where("id", "=", id)
    .executeTakeFirst();
}

/** The same, kept from other changes until the transaction ends: of two changes of members none is lost. */
export async function lockGroup(
  tx: PortalTransaction,
  organisationId: string,
  id: string,
): Promise<GroupRow | undefined> {
  return tx
    .selectFrom("portal.scim_group")
    .selectAll()
    .where("organisation_id", "=", organisationId)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
}

/** The groups that somebody is in, kept from other changes until the transaction ends. */
export async function lockGroupsOf(tx: PortalTransaction, userId: string): Promise<void> {
  await tx
    .selectFrom("portal.scim_group")
    .select("id")
    .where("id", "in", (of) =>
      of.selectFrom("portal.scim_group_member").select("group_id").where("user_id", "=", userId),
    )
    .orderBy("id")
    .forUpdate()
    .execute();
}

/** Somebody's groups are about to be without them: what was read of these groups is no longer so. */
export async function touchGroupsOf(
  tx: PortalTransaction,
  userId: string,
  at: Date,
): Promise<void> {
  await tx
    .updateTable("portal.scim_group")
    .set(({ eb }) => ({ revision: eb("revision", "+", 1), changed_at: at }))
    .where("id", "in", (of) =>
      of.selectFrom("portal.scim_group_member").select("group_id").where("user_id", "=", userId),
    )
    .execute();
}

export async function countGroups(db: Queryable, organisationId: string): Promise<number> {
  const { count } = await db
    .selectFrom("portal.scim_group")
    .select(({ fn }) => fn.countAll<string>().as("count"))
    .where("organisation_id", "=", organisationId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export interface WantedGroups {
  readonly id?: string | undefined;
  readonly externalId?: string | undefined;
  readonly displayName?: string | undefined;
  /** Somebody who is in them. */
  readonly member?: string | undefined;
}

/** Groups in the order in which they came. */
export async function listGroups(
  db: Queryable,
  organisationId: string,
  wanted: WantedGroups,
): Promise<GroupRow[]> {
  let query = db
    .selectFrom("portal.scim_group")
    .selectAll()
    .where("organisation_id", "=", organisationId)
    .orderBy("created_at")
    .orderBy("id");
  if (wanted.id !== undefined) query = query.where("id", "=", wanted.id);
  if (wanted.externalId !== undefined) query = query.where("external_id", "=", wanted.externalId);
  if (wanted.displayName !== undefined) {
    query = query.where(sql`lower(display_name)`, "=", sql`lower(${wanted.displayName})`);
  }
  const { member } = wanted;
  if (member !== undefined) {
    query = query.where("id", "in", (of) =>
      of.selectFrom("portal.scim_group_member").select("group_id").where("user_id", "=", member),
    );
  }
  return query.execute();
}

/** Of several groups, who is in each. */
export async function membersOf(
  db: Queryable,
  groupIds: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = new Map<string, string[]>();
  if (groupIds.length === 0) return found;
  const rows = await db
    .selectFrom("portal.scim_group_member")
    .selectAll()
    .where("group_id", "in", [...groupIds])
    .orderBy("user_id")
    .execute();
  for (const { group_id: group, user_id: user } of rows) {
    const members = found.get(group);
    if (members) members.push(user);
    else found.set(group, [user]);
  }
  return found;
}

/** The first of some groups that have so many members together at most; one of them in any case. */
export async function firstWithMembers<Group extends { readonly id: string }>(
  db: Queryable,
  groups: readonly Group[],
  most: number,
): Promise<readonly Group[]> {
  if (groups.length === 0) return groups;
  const rows = await db
    .selectFrom("portal.scim_group_member")
    .select(["group_id", ({ fn }) => fn.countAll<string>().as("count")])
    .where(
      "group_id",
      "in",
      groups.map(({ id }) => id),
    )
    .groupBy("group_id")
    .execute();
  const counts = new Map(rows.map(({ group_id: id, count }) => [id, Number(count)]));
  let sum = 0;
  const beyond = groups.findIndex(({ id }, index) => {
    sum += counts.get(id) ?? 0;
    return index > 0 && sum > most;
  });
  return beyond === -1 ? groups : groups.slice(0, beyond);
}

/** Of the given identifiers, those of people of the organisation. */
export async function knownPeople(
  db: Queryable,
  organisationId: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom("portal.scim_user")
    .select("id")
    .where("organisation_id", "=", organisationId)
    .where(sql<boolean>`id = any(${[...ids]}::uuid[])`)
    .orderBy("id")
    // Nobody is removed before they are in the group.
    .forKeyShare()
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Makes somebody's group what is given: who is new joins, who is missing leaves. */
export async function setMembers(
  tx: PortalTransaction,
  groupId: string,
  ids: readonly string[],
): Promise<void> {
  await sql`delete from portal.scim_group_member
    where group_id = ${groupId} and user_id <> all(${[...ids]}::uuid[])`.execute(tx);
  await sql`insert into portal.scim_group_member (group_id, user_id)
    select ${groupId}, id from unnest(${[...ids]}::uuid[]) id
    on conflict do nothing`.execute(tx);
}
