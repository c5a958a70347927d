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

async function restrict(
  tx: KarteTransaction,
  workspaceId: string,
  account: string,
  names: readonly string[] | null,
): Promise<void> {
  await tx.deleteFrom("karte.member_group").where("account_id", "=", account).execute();
  for (const group of await groupsNamed(tx, names ?? [])) {
    await tx
      .insertInto("karte.member_group")
      .values({ workspace_id: workspaceId, account_id: account, group_id: group })
      .execute();
  }
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

async function setIn(
  context: KarteContext,
  workspaceId: string,
  person: KnownPerson,
  word: DirectoryWord | null,
): Promise<void> {
  const { clock, db, sealer } = context;
  await inScope(db, wholeWorkspace(workspaceId), async (tx) => {
    await lockPeople(tx);
    const members = await lockMembers(tx);
    const there = members.find(({ id }) => id === person.id);
    const workspace = await tx
      .selectFrom("karte.workspace")
      .select("contract_owner")
      .where("closed_at", "is", null)
      .executeTakeFirst();
    // Who is there by a person's word, or owns the workspace, is nothing of the directory's.
    if (there && (!there.isByDirectory || there.role === "owner")) return;
    const isItsOwn =
      word !== null &&
      workspace?.contract_owner === word.holder &&
      givesRoles(members, word.holder);
    const given = isItsOwn ? givenBy(word) : undefined;
    const now = clock.now();
    if (given === undefined) {
      if (!there) return;
      await dropMember(tx, person.id);
      const detail = { account: person.id, directory: true };
      await appendActivity(tx, { at: now, action: "person.removed", by: null, detail });
      return;
    }
    const { role, domainGroups } = given;
    const restricted = domainGroups !== null;
    if (there) {
      if (await isSame(tx, person.id, given)) return;
      await tx
        .updateTable("karte.member")
        .set({ role: roleCode.of(role), restricted })
        .where("account_id", "=", person.id)
        .execute();
    } else {
      await mustHaveRoom(tx, 1, now, person.id);
      await isFirstVisit(tx, person.id, now);
      const personal = sealPerson(sealer, workspaceId, person);
      await addMember(tx, { workspaceId, role, restricted, now, personal, person });
      await tx
        .updateTable("karte.member")
        .set({ by_directory: true })
        .where("account_id", "=", person.id)
        .execute();
    }
    await restrict(tx, workspaceId, person.id, domainGroups);
    const action = there ? ("person.changed" as const) : ("person.joined" as const);
    const detail = { account: person.id, role, directory: true };
    await appendActivity(tx, { at: now, action, by: null, detail });
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

/**
 * Gives somebody the role that their groups stand for, in the workspace that lives on their organisation's
 * contract, and takes away what another word gave before. Never an ownership, and nothing in a workspace
 * whose contract's holder is no owner of it.
 */
export async function applyDirectory(
  context: KarteContext,
  account: string,
  told: MemberAnswer,
  memberships: readonly string[],
): Promise<void> {
  const { directory } = told;
  const person = personFrom(account, told);
  // An older portal says nothing of directories.
  if (directory === undefined || !person) return;
  const target = directory && (await workspaceOf(context, directory.holder));
  for (const workspaceId of memberships) {
    if (workspaceId !== target) await setIn(context, workspaceId, person, null);
  }
  if (!target) return;
  try {
    await setIn(context, target, person, directory);
  } catch (error) {
    // Tried again with whatever the portal tells next, when there may be room.
    if (!(error instanceof AppError && error.type === "PlanLimit")) throw error;
    context.logger.info({ account, workspace: target }, "no room for a member by directory");
  }
}
