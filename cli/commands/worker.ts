import { systemClock } from "@sekimori/kit-server/clock";
import { startWorker } from "@sekimori/kit-server/jobs";
import { composePortal } from "../processes/compose.ts";

/** `sekimori worker`: mails, sweeps and scheduled work; any number may run beside each other. */
export async function worker(): Promise<void> {
  const { settings, logger, lifecycle, database, portal } = await composePortal(
    "worker",
    process.env,
  );
  lifecycle.stopOnSignal();
  await lifecycle.start(
    "worker",
    () =>
      startWorker({
        database,
        clock: systemClock,
        logger,
        jobs: portal.jobs,
        cron: portal.cron,
        concurrency: settings.workerConcurrency,
      }),
    (started) => started.stop(),
  );
  logger.info("working");
}
