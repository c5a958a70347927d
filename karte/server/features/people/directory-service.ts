import type { Role } from "@sekimori/karte-contract/rights";
import { personName } from "@sekimori/kit-contract/person-name";
import { AppError } from "@sekimori/kit-server/errors";
import { sql } from "kysely";
import type { KarteContext, KarteTransaction } from "../../context.ts";
import { roleCode } from "../../database/codes.ts";
import { inScope, wholeWorkspace } from "../../database/scope.ts";
import type { DirectoryWord, MemberAnswer } from "../../ports/contracts.ts";
import { appendActivity } from "../activity/activity.ts";
import { type KnownPerson, sealPerson } from "../principals/person.ts";
import { addMember, isFirstVisit } from "../session/workspace.ts";
import { lockPeople, mustHaveRoom } from "./invitation-service.ts";
import { dropMember, lockMembers } from "./member-service.ts";
import { setSeenGroups } from "./seen-groups.ts";

type Given = {
  readonly role: Exclude<Role, "owner">;
  readonly domainGroups: readonly string[] | null;
};

const givenBy = ({ role, domainGroups }: DirectoryWord): Given | undefined =>
  role === null ? undefined : { role, domainGroups };

/** Groups of domains by their names; one that there is none of shows nothing. */
async function groupsNamed(tx: KarteTransaction, names: readonly string[]): Promise<string[]> {
  if (names.length === 0) return [];
  const rows = await tx
    .selectFrom("karte.domain_group")
    .select("id")
    .where("name", "in", [...names])
    .orderBy("id")
    .execute();
  return rows.map(({ id }) => id);
}

/** Whether what is there is what the groups give already. */
async function isSame(
  tx: KarteTransaction,
  account: string,
  { role, domainGroups }: Given,
): Promise<boolean> {
  const { rows } = await sql<{ role: number; restricted: boolean; groups: string[] }>`
    select m.role, m.restricted, array(
      select g.group_id from karte.member_group g where g.account_id = m.account_id
      order by g.group_id)::text[] as groups
    from karte.member m where m.account_id = ${account}`.execute(tx);
  const [row] = rows;
  const wanted = await groupsNamed(tx, domainGroups ?? []);
  return (
    row !== undefined &&
    row.role === roleCode.of(role) &&
    row.restricted === (domainGroups !== null) &&
    row.groups.join() === wanted.join()
  );
}

/** Whether a workspace is its contract's holder's to give: they own it, and are not suspended. */
const givesRoles = (members: Awaited<ReturnType<typeof lockMembers>>, holder: string): boolean =>
  members.some(({ id, role, isActive }) => id === holder && role === "owner" && isActive);

/** What is left of whom an owner has suspended: the group's next word must not let them in again. */
const seesNothing: Given = { role: "viewer", domainGroups: [] };

/**
 * Whether the directory may have something to say here. Asked without a lock, because most words find
 * nothing that it has given, and nothing to give.
 */
async function concerns(
  tx: KarteTransaction,
  account: string,
  word: DirectoryWord | null,
): Promise<boolean> {
  const there = await tx
    .selectFrom("karte.member")
    .select("by_directory")
    .where("account_id", "=", account)
    .executeTakeFirst();
  return there ? there.by_directory : word !== null && word.role !== null;
}

/** Adds somebody by the directory's word. @throws AppError PlanLimit. */
async function letIn(
  { sealer }: KarteContext,
  tx: KarteTransaction,
  workspaceId: string,
  person: KnownPerson,
  now: Date,
): Promise<void> {
  await mustHaveRoom(tx, 1, now, person.id);
  await isFirstVisit(tx, person.id, now);
  const personal = sealPerson(sealer, workspaceId, person);
  await addMember(tx, { workspaceId, role: "viewer", restricted: true, now, personal, person });
  await tx
    .updateTable("karte.member")
    .set({ by_directory: true })
    .where("account_id", "=", person.id)
    .execute();
}

/** @returns whether anything is other than before. @throws AppError PlanLimit. */
async function setIn(
  context: KarteContext,
  workspaceId: string,
  person: KnownPerson,
  word: DirectoryWord | null,
): Promise<boolean> {
  const { clock, db } = context;
  return inScope(db, wholeWorkspace(workspaceId), async (tx) => {
    if (!(await concerns(tx, person.id, word))) return false;
    await lockPeople(tx);
    const members = await lockMembers(tx);
    const there = members.find(({ id }) => id === person.id);
    const workspace = await tx
      .selectFrom("karte.workspace")
      .select("contract_owner")
      .where("closed_at", "is", null)
      .executeTakeFirst();
    // Who is there by a person's word is nothing of the directory's.
    if (there && !there.isByDirectory) return false;
    const isItsOwn =
      word !== null &&
      workspace?.contract_owner === word.holder &&
      givesRoles(members, word.holder);
    const isKept = there?.isActive === false;
    const given = (isItsOwn ? givenBy(word) : undefined) ?? (isKept ? seesNothing : undefined);
    const now = clock.now();
    if (given === undefined) {
      if (!there) return false;
      await dropMember(tx, person.id);
      const detail = { account: person.id, directory: true };
      await appendActivity(tx, { at: now, action: "person.removed", by: null, detail });
      return true;
    }
    if (there && (await isSame(tx, person.id, given))) return false;
    if (!there) await letIn(context, tx, workspaceId, person, now);
    const { role, domainGroups } = given;
    await tx
      .updateTable("karte.member")
      .set({ role: roleCode.of(role), restricted: domainGroups !== null })
      .where("account_id", "=", person.id)
      .execute();
    const seen = await groupsNamed(tx, domainGroups ?? []);
    await setSeenGroups(tx, workspaceId, person.id, seen);
    const action = there ? ("person.changed" as const) : ("person.joined" as const);
    const detail = { account: person.id, role, directory: true };
    await appendActivity(tx, { at: now, action, by: null, detail });
    return true;
  });
}

async function workspaceOf({ db }: KarteContext, holder: string): Promise<string | null> {
  const { rows } = await sql<{ id: string | null }>`
    select karte.workspace_on_contract(${holder}) as id`.execute(db);
  return rows[0]?.id ?? null;
}

/** The person of whom the portal tells. */
function personFrom(account: string, told: MemberAnswer): KnownPerson | undefined {
  const { firstName = "", lastName = "", email, language: locale } = told;
  if (email === undefined || locale === undefined) return undefined;
  const name = personName(firstName, lastName, locale);
  const { twoFactor } = told;
  return {
    id: account,
    name: name || email,
    givenName: firstName,
    email,
    locale,
    organisation: "",
    twoFactor,
  };
}

/** The open workspaces that somebody belongs to. */
export async function membershipsOf({ db }: KarteContext, account: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from karte.memberships_of(${account}) id`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Gives somebody the role that their groups stand for, in the workspace that lives on their organisation's
 * contract, and takes away what another word gave before. Never an ownership, and nothing in a workspace
 * whose contract's holder is no owner of it.
 *
 * @returns whether anything is other than before.
 */
async function applyDirectory(
  context: KarteContext,
  account: string,
  told: MemberAnswer,
): Promise<boolean> {
  const { directory } = told;
  const person = personFrom(account, told);
  // An older portal says nothing of directories.
  if (directory === undefined || !person) return false;
  const target = directory && (await workspaceOf(context, directory.holder));
  let isOther = false;
  for (const workspaceId of await membershipsOf(context, account)) {
    if (workspaceId === target) continue;
    if (await setIn(context, workspaceId, person, null)) isOther = true;
  }
  if (!target) return isOther;
  try {
    return (await setIn(context, target, person, directory)) || isOther;
  } catch (error) {
    // Tried again with whatever the portal tells next, when there may be room.
    if (!(error instanceof AppError && error.type === "PlanLimit")) throw error;
    context.logger.info({ account, workspace: target }, "no room for a member by directory");
    return isOther;
  }
}

/** A word that changes each time it is asked for is left to the next news. */
const askedMost = 5;

/**
 * Has what the directory says now hold. Two may ask at once, and the older answer come to be written last: so
 * whoever has written something asks again, until what is said is what stands there.
 *
 * @returns what the portal tells of them; undefined where it tells nothing.
 * @throws AppError Unavailable.
 */
export async function hearDirectory(
  context: KarteContext,
  account: string,
): Promise<MemberAnswer | undefined> {
  for (let asked = 1; ; asked += 1) {
    const told = await context.contracts.member(account);
    if (told === undefined) return undefined;
    if (!(await applyDirectory(context, account, told))) return told;
    if (asked === askedMost) throw new AppError("Unavailable");
  }
}
