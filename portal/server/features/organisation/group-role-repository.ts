import type { GroupMapping } from "@sekimori/portal-contract/endpoints/group-roles";
import { sql } from "kysely";
import type { PortalTransaction, Queryable } from "../../context.ts";
import { type GivenRole, roleOfGroups } from "./group-role.ts";
import { findOrganisation, type OrganisationRow } from "./organisation-repository.ts";
import { saidGroups } from "./said-groups.ts";

export async function findMappings(db: Queryable, organisationId: string): Promise<GroupMapping[]> {
  const rows = await db
    .selectFrom("portal.organisation_group_role")
    .selectAll()
    .where("organisation_id", "=", organisationId)
    .orderBy("value")
    .execute();
  return rows.map(({ value, role, domain_groups: domainGroups }) => ({
    value,
    role,
    domainGroups,
  }));
}

export async function replaceMappings(
  tx: PortalTransaction,
  { id: organisationId, groups_claim: before }: Pick<OrganisationRow, "id" | "groups_claim">,
  {
    claim,
    mappings,
  }: { readonly claim: string | null; readonly mappings: readonly GroupMapping[] },
): Promise<void> {
  await tx
    .updateTable("portal.organisation")
    .set({ groups_claim: claim })
    .where("id", "=", organisationId)
    .execute();
  await tx
    .deleteFrom("portal.organisation_group_role")
    .where("organisation_id", "=", organisationId)
    .execute();
  if (mappings.length > 0) {
    await tx
      .insertInto("portal.organisation_group_role")
      .values(
        mappings.map(({ value, role, domainGroups }) => ({
          organisation_id: organisationId,
          value,
          role,
          domain_groups: domainGroups,
        })),
      )
      .execute();
  }
  // What another claim said counts no more; the next login says anew.
  if (claim !== before) {
    await tx
      .updateTable("portal.organisation_member")
      .set({ provider_groups: null })
      .where("organisation_id", "=", organisationId)
      .where("provider_groups", "is not", null)
      .execute();
  }
  await sql`select portal.tell_applications(account_id, 'member-changed')
    from portal.organisation_member where organisation_id = ${organisationId}`.execute(tx);
}

/** A member with the names of their groups; null of whoever has not said any yet. */
export interface GroupedMember {
  readonly accountId: string;
  /** Sealed: who they are. */
  readonly personal: Buffer;
  readonly byProvider: readonly string[] | null;
  readonly byDirectory: readonly string[] | null;
  /** Their organisation's directory has switched them off: they are in no group. */
  readonly isKeptOut: boolean;
}

/** The groups of an organisation's members, its owners apart: of all, or of one. */
export async function findGrouped(
  db: Queryable,
  organisationId: string,
  accountId: string | null = null,
): Promise<GroupedMember[]> {
  const { rows } = await sql<GroupedMember>`
    select m.account_id as "accountId", a.personal, m.provider_groups as "byProvider",
      a.access_ended_at is not null as "isKeptOut",
      case when d.ids is not null then array(
        select g.display_name from portal.scim_group g where g.id = any (d.ids)
        union select g.external_id from portal.scim_group g
          where g.id = any (d.ids) and g.external_id is not null
      ) end as "byDirectory"
    from portal.organisation_member m
    join portal.account a on a.id = m.account_id and a.closed_at is null
    cross join lateral (
      select array_agg(gm.group_id) as ids
      from portal.scim_user u join portal.scim_group_member gm on gm.user_id = u.id
      where u.account_id = m.account_id and u.organisation_id = m.organisation_id and u.active
    ) d
    where m.organisation_id = ${organisationId}::uuid and m.role = 'member'
      and (${accountId}::uuid is null or m.account_id = ${accountId}::uuid)
    order by m.joined_at, m.account_id`.execute(db);
  return rows;
}

/** What a member's groups give. */
export function roleOfMember(
  { byProvider, byDirectory, isKeptOut }: GroupedMember,
  mappings: readonly GroupMapping[],
): GivenRole | null {
  if (isKeptOut) return null;
  return roleOfGroups(new Set([...(byProvider ?? []), ...(byDirectory ?? [])]), mappings);
}

/** Which groups are known of anybody, and how many are in each. */
export async function knownGroups(db: Queryable, organisationId: string) {
  const { rows } = await sql<{ value: string; people: number }>`
    select value, count(distinct account_id)::int as people from (
      select unnest(m.provider_groups) as value, m.account_id
      from portal.organisation_member m where m.organisation_id = ${organisationId}::uuid
      union all
      select g.display_name, u.account_id from portal.scim_group g
      left join portal.scim_group_member gm on gm.group_id = g.id
      left join portal.scim_user u on u.id = gm.user_id and u.active
      where g.organisation_id = ${organisationId}::uuid
    ) known group by value order by value limit 500`.execute(db);
  return rows;
}

/**
 * What an application is told of a member's organisation: whose contract it stands on, and the role that
 * the member's groups give. Null for who is no member of any, and for its owners.
 */
export async function directoryRoleOf(
  db: Queryable,
  accountId: string,
): Promise<({ readonly holder: string } & { readonly given: GivenRole | null }) | null> {
  const row = await db
    .selectFrom("portal.organisation_member as member")
    .innerJoin("portal.organisation as organisation", "organisation.id", "member.organisation_id")
    .select(["organisation.id", "organisation.holder_id"])
    .where("member.account_id", "=", accountId)
    .where("member.role", "=", "member")
    .executeTakeFirst();
  if (!row) return null;
  const mappings = await findMappings(db, row.id);
  const [member] = mappings.length === 0 ? [] : await findGrouped(db, row.id, accountId);
  return { holder: row.holder_id, given: member ? roleOfMember(member, mappings) : null };
}

/** Keeps what a provider said of a member's groups; what is unchanged is told to nobody. */
export async function keepProviderGroups(
  db: Queryable,
  accountId: string,
  groups: readonly string[],
): Promise<void> {
  await db
    .updateTable("portal.organisation_member")
    .set({ provider_groups: [...groups] })
    .where("account_id", "=", accountId)
    .where((eb) => eb("provider_groups", "is distinct from", eb.val([...groups])))
    .execute();
}

/** Forgets what a provider said of a member's groups, so that they give no role until one says them anew. */
export async function forgetProviderGroups(
  tx: PortalTransaction,
  accountId: string,
): Promise<void> {
  await tx
    .updateTable("portal.organisation_member")
    .set({ provider_groups: null })
    .where("account_id", "=", accountId)
    .where("provider_groups", "is not", null)
    .execute();
}

/** The groups that a provider states of somebody, where the organisation reads them; undefined where not. */
export async function groupsSaidTo(
  db: Queryable,
  organisationId: string,
  { claims }: { readonly claims: Readonly<Record<string, unknown>> },
): Promise<readonly string[] | undefined> {
  const organisation = await findOrganisation(db, organisationId);
  const claim = organisation?.groups_claim;
  return claim ? saidGroups(claims, claim) : undefined;
}
