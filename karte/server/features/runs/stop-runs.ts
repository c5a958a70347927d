import { sql } from "kysely";
import type { KarteTransaction } from "../../context.ts";
import { runPhaseCode, runStateCode } from "../../database/codes.ts";
import { giveBackQuota } from "../contract/quota.ts";
import { tellRun } from "./run-notice.ts";

/**
 * Stops one run of the transaction's workspace, or all of them: those that wait end at once and give
 * their quota back, those under way are asked to stop. Whoever looks on is told.
 *
 * @returns how many it concerned.
 */
export async function stopRuns(
  tx: KarteTransaction,
  workspaceId: string,
  now: Date,
  runId?: string,
): Promise<number> {
  const waiting = await tx
    .updateTable("karte.run")
    .set({
      state: runStateCode.of("cancelled"),
      phase: runPhaseCode.of("done"),
      problem: "cancelled-in-queue",
      finished_at: now,
      version: sql`version + 1`,
    })
    .$if(runId !== undefined, (query) => query.where("id", "=", runId ?? ""))
    .where("state", "=", runStateCode.of("queued"))
    .returning(["id", "quota_owner", "quota_month"])
    .execute();
  for (const { quota_owner: owner, quota_month: month } of waiting) {
    if (owner && month) await giveBackQuota(tx, owner, month);
  }
  const running = await tx
    .updateTable("karte.run")
    .set({ cancel_asked: true })
    .$if(runId !== undefined, (query) => query.where("id", "=", runId ?? ""))
    .where("state", "=", runStateCode.of("running"))
    .where("cancel_asked", "=", false)
    .returning("id")
    .execute();
  for (const { id } of [...waiting, ...running]) await tellRun(tx, workspaceId, id);
  return waiting.length + running.length;
}
