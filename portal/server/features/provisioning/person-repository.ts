import type { Selectable } from "kysely";
import type { PortalContext, PortalTransaction, Queryable } from "../../context.ts";
import type { Tables } from "../../database/generated/tables.ts";
import type { Values } from "./attributes.ts";

export type PersonRow = Selectable<Tables["portal.scim_user"]>;

const sealContext = (id: string) => `portal.scim_user.personal:${id}`;

/** Names and addresses are sealed; what has to be found is kept as digests beside them. */
export function openPerson({ sealer }: Pick<PortalContext, "sealer">, row: PersonRow): Values {
  const kept = JSON.parse(
    sealer.open(row.personal, sealContext(row.id)).toString("utf8"),
  ) as Values;
  const { external_id: externalId, active } = row;
  return { ...kept, active, ...(externalId !== null && { externalId }) };
}

export interface KeptPerson {
  readonly values: Values;
  readonly userName: string;
  readonly externalId: string | null;
  readonly email: string;
  readonly active: boolean;
}

/** What names are found by: without regard to case, and apart for each organisation. */
export const userNameDigest = (
  { digests }: Pick<PortalContext, "digests">,
  organisationId: string,
  userName: string,
): string => digests.email(`scim\n${organisationId}\n${userName.toLowerCase()}`);

export function columnsOf(
  context: Pick<PortalContext, "digests" | "sealer">,
  { id, organisationId }: { readonly id: string; readonly organisationId: string },
  { values, userName, externalId, email, active }: KeptPerson,
) {
  const { externalId: _, active: __, ...kept } = values;
  return {
    user_name_digest: userNameDigest(context, organisationId, userName),
    external_id: externalId,
    email_digest: context.digests.email(email),
    personal: context.sealer.seal(JSON.stringify(kept), sealContext(id)),
    active,
  };
}

export async function findPerson(
  db: Queryable,
  organisationId: string,
  id: string,
): Promise<PersonRow | undefined> {
  return db
    .selectFrom("portal.scim_user")
    .selectAll()
    .where("organisation_id", "=", organisationId)
    .where("id", "=", id)
    .executeTakeFirst();
}

/** The same, kept from other changes until the transaction ends. */
export async function lockPerson(
  tx: PortalTransaction,
  organisationId: string,
  id: string,
): Promise<PersonRow | undefined> {
  return tx
    .selectFrom("portal.scim_user")
    .selectAll()
    .where("organisation_id", "=", organisationId)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
}

export async function countPeople(db: Queryable, organisationId: string): Promise<number> {
  const { count } = await db
    .selectFrom("portal.scim_user")
    .select(({ fn }) => fn.countAll<string>().as("count"))
    .where("organisation_id", "=", organisationId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** What of a list can be looked up: everything where nothing is said. */
export interface Wanted {
  readonly id?: string | undefined;
  readonly externalId?: string | undefined;
  readonly userNameDigest?: string | undefined;
}

function wantedPeople(db: Queryable, organisationId: string, wanted: Wanted) {
  let query = db.selectFrom("portal.scim_user").where("organisation_id", "=", organisationId);
  if (wanted.id !== undefined) query = query.where("id", "=", wanted.id);
  if (wanted.externalId !== undefined) query = query.where("external_id", "=", wanted.externalId);
  if (wanted.userNameDigest !== undefined) {
    query = query.where("user_name_digest", "=", wanted.userNameDigest);
  }
  return query;
}

/** People in the order in which they came. */
export async function listPeople(
  db: Queryable,
  organisationId: string,
  wanted: Wanted,
  page?: { readonly offset: number; readonly limit: number },
): Promise<PersonRow[]> {
  let query = wantedPeople(db, organisationId, wanted)
    .selectAll()
    .orderBy("created_at")
    .orderBy("id");
  if (page) query = query.offset(page.offset).limit(page.limit);
  return query.execute();
}

/** Of several people, the groups that each is in. */
export async function groupsOfPeople(
  db: Queryable,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly { readonly id: string; readonly name: string }[]>> {
  const found = new Map<string, { id: string; name: string }[]>();
  if (ids.length === 0) return found;
  const rows = await db
    .selectFrom("portal.scim_group_member as member")
    .innerJoin("portal.scim_group as group", "group.id", "member.group_id")
    .select(["member.user_id", "group.id", "group.display_name"])
    .where("member.user_id", "in", [...ids])
    .orderBy("group.display_name")
    .execute();
  for (const { user_id: user, id, display_name: name } of rows) {
    const groups = found.get(user);
    if (groups) groups.push({ id, name });
    else found.set(user, [{ id, name }]);
  }
  return found;
}
