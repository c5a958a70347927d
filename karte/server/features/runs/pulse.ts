import type { RunPhase } from "@sekimori/karte-contract/words";
import { sql } from "kysely";
import type { KarteContext } from "../../context.ts";
import { runPhaseCode, runStateCode } from "../../database/codes.ts";
import { inScope, wholeWorkspace } from "../../database/scope.ts";
import { tellRun } from "./run-notice.ts";

/** Twice a second at most: enough for a bar that moves, and a cancelled run stops within a second. */
const everyMs = 500;

export interface Pulse {
  phase(phase: RunPhase): void;
  progress(done: number, total: number): void;
  /** Somebody asked for the run to end. */
  isCancelled(): boolean;
  /** Another process has taken the run up: nothing of it may be written any more. */
  isLost(): boolean;
  /** Writes nothing after it has resolved. */
  stop(): Promise<void>;
}

/** The sign of life of a run that is under way, with how far it is; hears whether it shall end. */
export function createPulse(
  { db, logger }: KarteContext,
  run: { readonly runId: string; readonly workspaceId: string },
  process: string,
  stop: AbortController,
): Pulse {
  let phase: RunPhase = "waiting";
  let done = 0;
  let total = 0;
  let told = "";
  let isCancelled = false;
  let isLost = false;

  const beat = async (): Promise<void> => {
    const now = `${phase} ${done} ${total}`;
    const isNews = now !== told;
    const row = await inScope(db, wholeWorkspace(run.workspaceId), async (tx) => {
      const updated = await tx
        .updateTable("karte.run")
        .set({
          heartbeat_at: new Date(),
          phase: runPhaseCode.of(phase),
          done,
          total,
          version: isNews ? sql`version + 1` : sql`version`,
        })
        .where("id", "=", run.runId)
        .where("worker", "=", process)
        .where("state", "=", runStateCode.of("running"))
        .returning("cancel_asked")
        .executeTakeFirst();
      if (isNews && updated) await tellRun(tx, run.workspaceId, run.runId);
      return updated;
    });
    told = now;
    if (row === undefined) isLost = true;
    else if (row.cancel_asked) isCancelled = true;
    if (isLost || isCancelled) stop.abort();
  };

  let beating = Promise.resolve();
  let isBusy = false;
  const timer = setInterval(() => {
    // A database that is slow or away must not pile up beats.
    if (isBusy) return;
    isBusy = true;
    beating = beat()
      .catch((error: unknown) => logger.warn({ err: error }, "a run's sign of life was not kept"))
      .finally(() => {
        isBusy = false;
      });
  }, everyMs);

  return {
    phase: (next) => {
      phase = next;
    },
    progress: (nextDone, nextTotal) => {
      done = nextDone;
      total = nextTotal;
    },
    isCancelled: () => isCancelled,
    isLost: () => isLost,
    async stop() {
      clearInterval(timer);
      await beating;
    },
  };
}
