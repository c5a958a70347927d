import type { Act } from "@sekimori/karte-contract/rights";
import { type BulkProblem, bulkProblems } from "@sekimori/karte-contract/words";
import { AppError } from "@sekimori/kit-server/errors";
import type { Job, JobRun } from "@sekimori/kit-server/jobs";
import type { KarteContext, KarteTransaction } from "../../context.ts";
import { inScope, type Scope } from "../../database/scope.ts";
import { membershipsOf } from "../principals/principals.ts";
import { rightFor } from "./bulk-acts.ts";
import { type BulkJob, goOnWithBulk } from "./bulk-jobs.ts";
import { lockBulk, logBulk, logUndone, nextPortion, previousPortion } from "./bulk-portion.ts";

const problemOf = (error: AppError): BulkProblem =>
  bulkProblems.find((one) => one === error.type) ?? "fault";

/** Who asked may have been lowered, suspended or removed since: then no further portion is done. */
async function mustStillBeAllowed(
  tx: KarteTransaction,
  workspaceId: string,
  accountId: string,
  act: Act,
): Promise<void> {
  const memberships = await membershipsOf(tx, accountId);
  const here = memberships.find((one) => one.workspaceId === workspaceId);
  if (here === undefined || !here.acts.includes(act)) {
    throw new AppError("NotAllowed", { data: { act } });
  }
}

/** One portion forward or back. @returns whether there is another. */
async function step(
  context: KarteContext,
  tx: KarteTransaction,
  { workspace, bulk: id, account, ipAddress }: BulkJob,
): Promise<boolean> {
  const bulk = await lockBulk(tx, id);
  if (bulk === undefined) return false;
  const actor = { workspaceId: workspace, person: { id: account } };
  const by = { id: account, ipAddress };
  if (bulk.state === "undoing") {
    await mustStillBeAllowed(tx, workspace, account, "manage-domains");
    const { isLast } = await previousPortion(context, tx, actor, id, bulk);
    if (isLast) await logUndone(tx, context, id, bulk, by);
    return !isLast;
  }
  // Ended already, by a run of this job before its process died.
  if (bulk.state !== "waiting" && bulk.state !== "working") return false;
  await mustStillBeAllowed(tx, workspace, account, rightFor(bulk.act));
  const { isLast, done } = await nextPortion(context, tx, actor, id, bulk);
  if (isLast) await logBulk(tx, context, id, { ...bulk, done }, by);
  return !isLast;
}

/** Ends an act that cannot go on; what it did stays, is in the log, and can be undone. */
async function giveUp(
  context: KarteContext,
  scope: Scope,
  { bulk: id, account, ipAddress }: BulkJob,
  problem: BulkProblem,
): Promise<void> {
  await inScope(context.db, scope, async (tx) => {
    const bulk = await lockBulk(tx, id);
    if (bulk === undefined || bulk.state === "done" || bulk.state === "failed") return;
    await tx
      .updateTable("karte.bulk_act")
      .set({ state: "failed", problem })
      .where("id", "=", id)
      .execute();
    if (bulk.state !== "undoing") await logBulk(tx, context, id, bulk, { id: account, ipAddress });
  });
}

async function goOn(context: KarteContext, job: BulkJob, run: JobRun): Promise<void> {
  const scope: Scope = {
    workspaceId: job.workspace,
    groups: null,
    ...(job.token !== undefined && { token: job.token }),
  };
  try {
    while (await inScope(context.db, scope, (tx) => step(context, tx, job))) {
      run.signal.throwIfAborted();
    }
  } catch (error) {
    if (error instanceof AppError) return giveUp(context, scope, job, problemOf(error));
    if (run.attempt >= run.maxAttempts) await giveUp(context, scope, job, "fault");
    throw error;
  }
}

/** The job that does large acts on many domains, and undoes them. */
export const bulkJob = (context: KarteContext): Job =>
  goOnWithBulk.handledBy((job, run) => goOn(context, job, run));
