import { sql } from "kysely";
import type { KarteContext, KarteTransaction } from "../../context.ts";
import { inScope, wholeWorkspace } from "../../database/scope.ts";
import type { HearNews } from "../../ports/portal-news.ts";
import { appendActivity } from "../activity/activity.ts";
import { tellOfClosing } from "../contract/closing-news.ts";
import { forgetContract, hearNow } from "../contract/contract-service.ts";
import { hearLeaving } from "../contract/leaving.ts";
import { hearDirectory, membershipsOf } from "../people/directory-service.ts";
import { dropMember, isLastOwner, lockMembers } from "../people/member-service.ts";
import { revokeMadeBy } from "../tokens/token-service.ts";
import { closeAndDelete, closeIn } from "./closing.ts";

/** The plan counts from now on as the portal has it, also where nobody is signed in. */
async function hearPlan(context: KarteContext, account: string): Promise<void> {
  await hearContractOf(context, account);
  for (const workspaceId of await membershipsOf(context, account)) {
    await inScope(context.db, wholeWorkspace(workspaceId), (tx) => tellOfClosing(context, tx));
  }
}

async function hearContractOf(context: KarteContext, account: string): Promise<void> {
  const { rows } = await sql<{ id: string | null }>`
    select karte.workspace_on_contract(${account}) as id`.execute(context.db);
  const workspaceId = rows[0]?.id;
  if (!workspaceId) {
    // Who owns a workspace on somebody else's contract may leave it without an owner.
    const isMember = (await everyMembershipOf(context, account)).length > 0;
    if (isMember) await hearLeaving(context, account);
    return;
  }
  // First forgotten, so that it is asked for in any case should the portal not answer now.
  await forgetContract(context, workspaceId);
  await hearNow(context, workspaceId, account);
}

/** Those in closed workspaces too. */
async function everyMembershipOf({ db }: KarteContext, account: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from karte.every_membership_of(${account}) id`.execute(db);
  return rows.map(({ id }) => id);
}

export async function hearMember(context: KarteContext, account: string): Promise<void> {
  const { clock, db } = context;
  const told = await hearDirectory(context, account);
  if (told === undefined) return;
  for (const workspaceId of await membershipsOf(context, account)) {
    await inScope(db, wholeWorkspace(workspaceId), (tx) =>
      tx
        .updateTable("karte.member")
        .set({ two_factor: told.twoFactor, two_factor_at: clock.now() })
        .where("account_id", "=", account)
        .execute(),
    );
  }
}

const isOpen = (tx: KarteTransaction) =>
  tx
    .selectFrom("karte.workspace")
    .select("id")
    .where("closed_at", "is", null)
    .executeTakeFirst()
    .then((row) => row !== undefined);

/**
 * Takes somebody out of a workspace for good. One that they alone owned is closed, for nobody is
 * left who may decide about it; one that only lived on their contract waits for another owner's.
 * Once the portal has deleted them, what they alone owned is deleted too, at once: the month that
 * the terms give it began when they asked to leave.
 */
async function leaveFor(
  context: KarteContext,
  workspaceId: string,
  account: string,
  isDeleted: boolean,
) {
  const { clock, db } = context;
  await inScope(db, wholeWorkspace(workspaceId), async (tx) => {
    const members = await lockMembers(tx);
    const gone = members.find(({ id }) => id === account);
    if (gone === undefined) return;
    if (isLastOwner(members, gone)) {
      if (isDeleted) {
        await closeAndDelete(context, tx, account);
        return;
      }
      if (await isOpen(tx)) await closeIn(context, tx, { gone: account });
    }
    await dropMember(tx, account);
    await tellOfClosing(context, tx);
    await appendActivity(tx, {
      at: clock.now(),
      action: "person.left",
      by: null,
      detail: { account, closed: true },
    });
  });
}

async function forgetAccount(
  context: KarteContext,
  account: string,
  isDeleted: boolean,
): Promise<void> {
  const memberships = isDeleted ? everyMembershipOf : membershipsOf;
  for (const workspaceId of await memberships(context, account)) {
    await leaveFor(context, workspaceId, account, isDeleted);
  }
  const { db } = context;
  await db.deleteFrom("karte.place").where("account_id", "=", account).execute();
  await db.deleteFrom("karte.known_account").where("account_id", "=", account).execute();
  // What is left on their contract has the free plan, until another owner takes it over.
  await hearPlan(context, account);
}

/**
 * Whom their organisation keeps out: programs may no longer work in their name; nothing else goes.
 * Who has been let in again before this was heard keeps what they made since.
 */
async function hearAccessEnded(
  context: KarteContext,
  account: string,
  happenedBefore: Date,
): Promise<void> {
  const told = await context.contracts.member(account);
  const madeBefore = told?.accessEnded === false ? happenedBefore : undefined;
  for (const workspaceId of await everyMembershipOf(context, account)) {
    await inScope(context.db, wholeWorkspace(workspaceId), (tx) =>
      revokeMadeBy(context, tx, account, madeBefore),
    );
  }
}

/** What the portal tells of people, as it concerns their workspaces. */
export function hearNews(context: KarteContext): HearNews {
  return async (news, account, happenedBefore) => {
    if (news === "plan-changed") await hearPlan(context, account);
    else if (news === "member-changed") await hearMember(context, account);
    else if (news === "access-ended") {
      await hearAccessEnded(context, account, happenedBefore);
    } else await forgetAccount(context, account, news === "account-deleted");
  };
}
