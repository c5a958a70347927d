import type { changeMember, listPeople } from "@sekimori/karte-contract/endpoints/people";
import {
  actOfChange,
  actOfRemoval,
  byGroup,
  canBeRestricted,
  isKeptByGroups,
} from "@sekimori/karte-contract/rights";
import type { EndpointRequest, EndpointResult } from "@sekimori/kit-contract/endpoint";
import { mustBeAsRead } from "@sekimori/kit-server/as-read";
import { AppError, invalidField } from "@sekimori/kit-server/errors";
import { sql } from "kysely";
import type { KarteContext, KarteTransaction } from "../../context.ts";
import { roleCode } from "../../database/codes.ts";
import { moment } from "../../database/moments.ts";
import { inScope, wholeWorkspace } from "../../database/scope.ts";
import { appendActivity } from "../activity/activity.ts";
import { tellOfClosing } from "../contract/closing-news.ts";
import { contractMeasures } from "../contract/contract-repository.ts";
import { cachedContract } from "../contract/contract-service.ts";
import { knownGroups } from "../groups/group-repository.ts";
import { openPerson } from "../principals/person.ts";
import { type Member, mustBeAllowed } from "../principals/principals.ts";
import { invitationView, mustBeRestrictable } from "./invitation-service.ts";
import { setSeenGroups } from "./seen-groups.ts";

/** Whether somebody is in by their organisation's groups alone. Whoever owns a workspace is by a person's word. */
const isByDirectory = (row: { readonly role: number; readonly by_directory: boolean }): boolean =>
  row.by_directory && roleCode.word(row.role) !== "owner";

/** Everybody in the workspace and everybody who is invited. */
export async function peopleOf(
  { db, clock, sealer }: KarteContext,
  member: Member,
): Promise<EndpointResult<typeof listPeople>> {
  return inScope(db, member.scope, async (tx) => {
    const groups = await tx.selectFrom("karte.domain_group").select(["id", "name"]).execute();
    const groupName = new Map(groups.map(({ id, name }) => [id, name]));
    const seen = await tx
      .selectFrom("karte.member_group")
      .select(["account_id", "group_id"])
      .execute();
    const rows = await tx.selectFrom("karte.member").selectAll().orderBy("joined_at").execute();
    const invited = await tx
      .selectFrom("karte.invitation")
      .selectAll()
      .orderBy("sent_at", "desc")
      .execute();
    const { answer, owner } = await cachedContract(tx);
    const { people: used } = await contractMeasures(tx, clock.now());
    return {
      members: rows.map((row) => ({
        ...openPerson(sealer, row),
        role: roleCode.word(row.role),
        groups: row.restricted
          ? seen.flatMap(({ account_id: account, group_id: id }) =>
              account === row.account_id ? [{ id, name: groupName.get(id) ?? "" }] : [],
            )
          : null,
        joinedAt: row.joined_at.toISOString(),
        lastSeenAt: moment(row.last_seen_at),
        twoFactor: row.two_factor,
        suspended: row.suspended_at !== null,
        byDirectory: isByDirectory(row),
        holdsContract: row.account_id === owner,
        you: row.account_id === member.person.id,
      })),
      invitations: invited.map((row) => invitationView(sealer, row, groupName, clock.now())),
      used,
      limit: answer.entitlements.users,
    };
  });
}

/** Who is here and not suspended, by name, with their role. */
export async function activePeople({ db, sealer }: KarteContext, member: Member) {
  return inScope(db, member.scope, async (tx) => {
    const rows = await tx
      .selectFrom("karte.member")
      .select(["workspace_id", "account_id", "personal", "role"])
      .where("suspended_at", "is", null)
      .execute();
    return rows
      .map((row) => ({ ...openPerson(sealer, row), role: roleCode.word(row.role) }))
      .toSorted((a, b) => a.name.localeCompare(b.name, "ja"));
  });
}

/** Locks all members in one order, so that two changes cannot leave a workspace without owner. */
export async function lockMembers(tx: KarteTransaction) {
  const rows = await tx
    .selectFrom("karte.member")
    .select(["account_id", "role", "suspended_at", "by_directory"])
    .orderBy("account_id")
    .forUpdate()
    .execute();
  return rows.map((row) => ({
    id: row.account_id,
    role: roleCode.word(row.role),
    isActive: row.suspended_at === null,
    isByDirectory: isByDirectory(row),
  }));
}

type LockedMember = Awaited<ReturnType<typeof lockMembers>>[number];

/**
 * Whether somebody is the last owner. A suspended one decides about nothing and lets nobody in, so
 * that they are not who a workspace is kept for.
 */
export const isLastOwner = (members: readonly LockedMember[], target: LockedMember): boolean =>
  target.role === "owner" &&
  !members.some(({ id, role, isActive }) => id !== target.id && role === "owner" && isActive);

/** Somebody among the locked members, and whether they are the last who is owner. */
async function findMember(tx: KarteTransaction, id: string) {
  const members = await lockMembers(tx);
  const target = members.find((one) => one.id === id);
  if (target === undefined) throw new AppError("NotFound");
  return { target, isLast: isLastOwner(members, target) };
}

/** Whoever's contract the workspace lives on stays until it lives on another's. */
async function mustNotPay(tx: KarteTransaction, id: string): Promise<void> {
  const { owner } = await cachedContract(tx);
  if (owner === id) throw new AppError("BillingOwner");
}

/** What groups give they give again, so that a change here would not last. @throws AppError NotAllowed. */
function mustNotBeByGroup({ isByDirectory: isByGroup }: LockedMember): void {
  if (isByGroup) throw new AppError("NotAllowed", { data: { act: byGroup } });
}

/** Takes a membership out of the workspace; findings given to them have nobody then, and policies tell them nothing. */
export async function dropMember(tx: KarteTransaction, id: string): Promise<void> {
  // In the order in which scans lock: findings, then policies, each by their ids.
  await sql`with theirs as (
      select f.id from karte.finding f where f.assignee = ${id} order by f.id for update)
    update karte.finding f set assignee = null from theirs t where f.id = t.id`.execute(tx);
  await sql`with theirs as (
      select p.id from karte.policy p where p.alert_people @> array[${id}] order by p.id for update)
    update karte.policy p set alert_people = array_remove(p.alert_people, ${id})
    from theirs t where p.id = t.id`.execute(tx);
  await tx.deleteFrom("karte.member").where("account_id", "=", id).execute();
}

/** The groups that a member is restricted to; null for everything. */
async function restrictionOf(tx: KarteTransaction, id: string): Promise<readonly string[] | null> {
  const { rows } = await sql<{ restricted: boolean; groups: string[] }>`
    select m.restricted, array(
      select g.group_id from karte.member_group g where g.account_id = m.account_id) as groups
    from karte.member m where m.account_id = ${id}`.execute(tx);
  return rows[0]?.restricted ? rows[0].groups : null;
}

/**
 * Changes role, restriction or suspension.
 *
 * @throws AppError NotFound, ChangedMeanwhile, NotAllowed, LastOwner; BadInput where somebody becomes a viewer and it is
 * not said which groups they see.
 * @returns whether their organisation's directory has to be asked what holds for them now.
 */
export async function change(
  context: KarteContext,
  member: Member,
  id: string,
  { was, ...wanted }: EndpointRequest<typeof changeMember>["body"],
): Promise<boolean> {
  const { db, clock } = context;
  return inScope(db, member.scope, async (tx) => {
    const { target, isLast } = await findMember(tx, id);
    mustBeAllowed(member, actOfChange({ role: target.role, you: id === member.person.id }, wanted));
    const { groups: wantedGroups } = wanted;
    const hasRole = wanted.role !== undefined || wantedGroups !== undefined;
    // Let in again, they see nothing until the directory has said what they have: it may not answer.
    const isLetIn =
      target.isByDirectory && !target.isActive && wanted.suspended === false && !hasRole;
    const role = isLetIn ? "viewer" : (wanted.role ?? target.role);
    const groups = isLetIn ? [] : wantedGroups;
    const stored = { role: target.role, groups: await restrictionOf(tx, id) };
    mustBeAsRead(was, stored, wanted);
    if (isLast && (role !== "owner" || wanted.suspended === true)) {
      throw new AppError("LastOwner");
    }
    if (wanted.suspended === true) await mustNotPay(tx, id);
    if (hasRole && role !== "owner") mustNotBeByGroup(target);
    // A restriction they had before they were raised is gone: what they see now is said, not assumed.
    if (groups === undefined && canBeRestricted(role) && !canBeRestricted(target.role)) {
      throw invalidField("groups", "required");
    }
    await mustBeRestrictable(tx, role, groups ?? null);
    const now = clock.now();
    // Roles that see everything have no restriction.
    const isRestricted = canBeRestricted(role)
      ? groups === undefined
        ? sql<boolean>`restricted`
        : groups !== null
      : false;
    await tx
      .updateTable("karte.member")
      .set({
        role: roleCode.of(role),
        restricted: isRestricted,
        ...(hasRole ? { by_directory: false } : {}),
        ...(wanted.suspended === undefined ? {} : { suspended_at: wanted.suspended ? now : null }),
      })
      .where("account_id", "=", id)
      .execute();
    await tellOfClosing(context, tx);
    if (groups !== undefined || !canBeRestricted(role)) {
      const known = await knownGroups(tx, groups ?? []);
      if (known.length !== new Set(groups ?? []).size) throw invalidField("groups", "invalid");
      await setSeenGroups(tx, member.workspaceId, id, known);
    }
    await appendActivity(tx, {
      at: now,
      action: "person.changed",
      by: { id: member.person.id, ipAddress: member.ipAddress },
      detail: {
        account: id,
        role,
        ...(wanted.suspended === undefined ? {} : { suspended: wanted.suspended }),
      },
    });
    // Whoever is in already is asked for too: the directory may not have answered when they were let in.
    return target.isByDirectory && wanted.suspended === false;
  });
}

/** Takes a member out; their next call finds no membership. @throws AppError as above, BillingOwner. */
export async function remove(context: KarteContext, member: Member, id: string): Promise<void> {
  const { db, clock } = context;
  await inScope(db, member.scope, async (tx) => {
    const { target, isLast } = await findMember(tx, id);
    mustBeAllowed(member, actOfRemoval({ role: target.role, you: id === member.person.id }));
    const { isByDirectory: byDirectory, isActive } = target;
    const groups = await restrictionOf(tx, id);
    if (isKeptByGroups({ byDirectory, suspended: !isActive, groups })) mustNotBeByGroup(target);
    if (isLast) throw new AppError("LastOwner");
    await mustNotPay(tx, id);
    await dropMember(tx, id);
    await tellOfClosing(context, tx);
    await appendActivity(tx, {
      at: clock.now(),
      action: "person.removed",
      by: { id: member.person.id, ipAddress: member.ipAddress },
      detail: { account: id },
    });
  });
}

/** Leaves the workspace. @throws AppError NotAllowed, LastOwner, BillingOwner, RecentSignInRequired for an owner. */
export async function leave(context: KarteContext, member: Member): Promise<void> {
  const { db, clock } = context;
  // The same act as taking oneself out of the list of people.
  if (member.role === "owner") mustBeAllowed(member, "resign-ownership");
  const { id } = member.person;
  // In the whole of it: somebody restricted to groups may have findings outside of them.
  await inScope(db, wholeWorkspace(member.workspaceId), async (tx) => {
    const { target, isLast } = await findMember(tx, id);
    mustNotBeByGroup(target);
    if (isLast) throw new AppError("LastOwner");
    await mustNotPay(tx, id);
    await dropMember(tx, id);
    await tellOfClosing(context, tx);
    await appendActivity(tx, {
      at: clock.now(),
      action: "person.left",
      by: { id, ipAddress: member.ipAddress },
    });
  });
}
