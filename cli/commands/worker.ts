import { systemClock } from "@sekimori/kit-server/clock";
import { version } from "@sekimori/kit-server/installation";
import { startWorker } from "@sekimori/kit-server/jobs";
import { createPortalCore } from "@sekimori/portal-server/core";
import { portalMigrations } from "@sekimori/portal-server/migrations";
import { composeProcess } from "../processes/compose.ts";
import { startProbes } from "../processes/probes.ts";

/** `sekimori worker`: mails, sweeps and scheduled work; any number may run beside each other. */
export async function worker(): Promise<void> {
  const { settings, logger, lifecycle, database, metrics, parts } = await composeProcess(
    "worker",
    process.env,
  );
  const clock = systemClock;
  const core = await lifecycle.start(
    "portal",
    () => createPortalCore(parts),
    (made) => made.close(),
  );
  await startProbes(lifecycle, {
    ...settings,
    database,
    migrations: portalMigrations,
    metrics,
    logger,
  });
  await lifecycle.start(
    "audit sequencer",
    () => core.startSequencer(),
    (sequencer) => sequencer.stop(),
  );
  await lifecycle.start(
    "worker",
    () =>
      startWorker({
        database,
        clock,
        logger,
        metrics,
        jobs: core.jobs,
        cron: core.cron,
        concurrency: settings.workerConcurrency,
      }),
    (started) => started.stop(),
  );
  logger.info({ version }, "working");
}
