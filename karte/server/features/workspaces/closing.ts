import { closedWorkspaceDays } from "@sekimori/karte-contract/constants";
import { dayMs } from "@sekimori/kit-contract/tokyo";
import { AppError, invalidField } from "@sekimori/kit-server/errors";
import { attemptEach, type PurgeRule } from "@sekimori/kit-server/jobs";
import { sql } from "kysely";
import type { KarteContext, KarteTransaction } from "../../context.ts";
import { roleCode, scheduleCode } from "../../database/codes.ts";
import { inScope, wholeWorkspace } from "../../database/scope.ts";
import { appendActivity } from "../activity/activity.ts";
import { removeContents } from "../files/file-service.ts";
import { mailMembers } from "../principals/member-mails.ts";
import { type KnownPerson, nameOf, openPerson } from "../principals/person.ts";
import type { Member } from "../principals/principals.ts";
import { stopRuns } from "../runs/stop-runs.ts";
import { closedMail } from "./closed-mail.ts";
import { workspaceMail } from "./workspace-mails.ts";

/** When the data of a workspace that was closed then is deleted. */
const deletedAt = (closedAt: Date) => new Date(closedAt.getTime() + closedWorkspaceDays * dayMs);

/** Shuts the workspace that the transaction is in; undefined when it was shut already. */
async function shut(tx: KarteTransaction, now: Date) {
  const workspace = await tx
    .updateTable("karte.workspace")
    .set({ closed_at: now })
    .where("closed_at", "is", null)
    .returning(["id", "name"])
    .executeTakeFirst();
  if (workspace === undefined) return undefined;
  await stopRuns(tx, workspace.id, now);
  await tx
    .updateTable("karte.domain")
    .set({ next_run_at: sql`'infinity'` })
    .where("schedule", "<>", scheduleCode.of("none"))
    .execute();
  await tx.deleteFrom("karte.invitation").execute();
  await tx.deleteFrom("karte.offer").execute();
  return workspace;
}

/** Who may open the workspace that the transaction is in again, by id; a suspended owner may not. */
async function owners(
  { sealer }: Pick<KarteContext, "sealer">,
  tx: KarteTransaction,
): Promise<ReadonlyMap<string, string>> {
  const rows = await tx
    .selectFrom("karte.member")
    .select(["workspace_id", "account_id", "personal"])
    .where("role", "=", roleCode.of("owner"))
    .where("suspended_at", "is", null)
    .orderBy("joined_at")
    .execute();
  return new Map(rows.map((row) => [row.account_id, openPerson(sealer, row).name]));
}

/** Who closes a workspace, and from where. */
export interface ClosedBy {
  readonly person: KnownPerson;
  readonly ipAddress: string;
}

/**
 * Closes the workspace that the transaction is in: nobody can enter it, nothing runs in it, its
 * invitations and offers are void, and its members are told until when it can be opened again, and
 * by whom. One that has lost its last owner is opened again by nobody, and they are not written to.
 *
 * @param by who closes it, or the last owner's account.
 * @throws AppError NotAMember when it is closed already.
 */
export async function closeIn(
  context: KarteContext,
  tx: KarteTransaction,
  by: ClosedBy | { readonly gone: string },
): Promise<Date> {
  const now = context.clock.now();
  const workspace = await shut(tx, now);
  if (workspace === undefined) throw new AppError("NotAMember");
  const { name } = workspace;
  const until = deletedAt(now);
  const gone = "gone" in by ? by.gone : null;
  const mayReopen = await owners(context, tx);
  const closing = {
    workspace: name,
    by: "gone" in by ? null : by.person.name,
    gone: gone === null ? null : await nameOf(tx, context.sealer, gone),
    until,
    owners: gone === null ? [...mayReopen.values()] : [],
  };
  await mailMembers(
    context,
    tx,
    ({ id }) => id !== gone,
    (person, locale, id) =>
      closedMail(
        context.settings,
        { person, locale, mayReopen: gone === null && mayReopen.has(id) },
        closing,
      ),
  );
  await appendActivity(tx, {
    at: now,
    action: "workspace.closed",
    by: "gone" in by ? null : { id: by.person.id, ipAddress: by.ipAddress },
    detail: { name },
  });
  return until;
}

/**
 * Deletes the workspace that the transaction is in, as its last owner's account is deleted, open or
 * closed. Its other members are told, also those to whom a later day was named when it was closed.
 */
export async function closeAndDelete(
  context: KarteContext,
  tx: KarteTransaction,
  gone: string,
): Promise<void> {
  const { id, name } = await tx
    .selectFrom("karte.workspace")
    .select(["id", "name"])
    .executeTakeFirstOrThrow();
  await shut(tx, context.clock.now());
  const by = await nameOf(tx, context.sealer, gone);
  await mailMembers(
    context,
    tx,
    (member) => member.id !== gone,
    (person, locale) =>
      workspaceMail(context.settings, "deleted", { person, locale, workspace: name, by }),
  );
  await deleteIn(context, tx, id);
}

/** Closes it for everybody. @param name typed once more, so that it is not the wrong one. */
export async function closeNow(context: KarteContext, member: Member, name: string): Promise<Date> {
  if (name.trim() !== member.name.trim()) throw invalidField("name", "invalid");
  return inScope(context.db, member.scope, (tx) => closeIn(context, tx, member));
}

interface Closed {
  readonly workspace_id: string;
  readonly name: string;
  readonly closed_at: Date;
}

/** What somebody owned and could open again. */
export async function closedOf({ clock, db }: KarteContext, accountId: string) {
  const { rows } = await sql<Closed>`select * from karte.closed_of(${accountId})`.execute(db);
  return rows
    .filter((row) => deletedAt(row.closed_at) > clock.now())
    .map((row) => ({
      id: row.workspace_id,
      name: row.name,
      closedAt: row.closed_at.toISOString(),
      deletedAt: deletedAt(row.closed_at).toISOString(),
    }));
}

/** Opens it again; its schedules go on within a day. @throws AppError NotFound. */
export async function reopenNow(
  context: KarteContext,
  person: KnownPerson,
  workspaceId: string,
  ipAddress: string,
): Promise<void> {
  const closed = await closedOf(context, person.id);
  if (!closed.some(({ id }) => id === workspaceId)) throw new AppError("NotFound");
  const { clock, db } = context;
  await inScope(db, wholeWorkspace(workspaceId), async (tx) => {
    const now = clock.now();
    const row = await tx
      .updateTable("karte.workspace")
      .set({ closed_at: null })
      .where("closed_at", "is not", null)
      .returning("name")
      .executeTakeFirst();
    if (row === undefined) throw new AppError("NotFound");
    await tx
      .updateTable("karte.domain")
      .set({ next_run_at: sql`${now}::timestamptz + random() * interval '1 day'` })
      .where("schedule", "<>", scheduleCode.of("none"))
      .execute();
    await appendActivity(tx, {
      at: now,
      action: "workspace.reopened",
      by: { id: person.id, ipAddress },
      detail: { name: row.name },
    });
  });
}

/**
 * Deletes the closed workspace that the transaction is in, with its files, wherever they are kept.
 * Those go first: a file of which nobody knows any more could never be removed.
 */
async function deleteIn(
  context: Pick<KarteContext, "files">,
  tx: KarteTransaction,
  workspaceId: string,
): Promise<void> {
  await removeContents(context, tx, workspaceId);
  await sql`select karte.purge_here()`.execute(tx);
}

const batch = 100;

/** Deletes what was closed long enough ago. */
export function closedWorkspaces(context: KarteContext): PurgeRule {
  const { db } = context;
  return {
    name: "karte.workspace",
    async remove(now) {
      const before = new Date(now.getTime() - closedWorkspaceDays * dayMs);
      for (let removed = 0; ; ) {
        const { rows } = await sql<{ id: string }>`
          select id from karte.closed_before(${before}, ${batch}) id`.execute(db);
        await attemptEach(rows, ({ id }) =>
          inScope(db, wholeWorkspace(id), (tx) => deleteIn(context, tx, id)),
        );
        removed += rows.length;
        if (rows.length < batch) return removed;
      }
    },
  };
}
