import { setTimeout as pause } from "node:timers/promises";
import { karteMigrations } from "@sekimori/karte-server/migrations";
import { systemClock } from "@sekimori/kit-server/clock";
import { version } from "@sekimori/kit-server/installation";
import { startWorker } from "@sekimori/kit-server/jobs";
import { composeKarte } from "../processes/compose-karte.ts";
import { startProbes } from "../processes/probes.ts";
import { takenPort } from "../processes/taken-port.ts";

/**
 * `sekimori karte`: the management application; any number may run beside each other.
 *
 * @param only `worker` takes runs and mails and answers nobody; `web` answers and takes none
 */
export async function karte(only: "all" | "web" | "worker"): Promise<void> {
  const { settings, logger, lifecycle, database, metrics, karte, hindrance } = await composeKarte(
    process.env,
  );
  const { listenHost: host, listenPort: port, drainSeconds } = settings;
  await startProbes(lifecycle, {
    ...settings,
    database,
    migrations: karteMigrations,
    metrics,
    logger,
    // A worker signs nobody in.
    ...(only === "worker" ? {} : { hindrance }),
  });
  await lifecycle.start(
    "activity sequencer",
    () => karte.startSequencer(),
    (sequencer) => sequencer.stop(),
  );
  if (only !== "web") {
    await lifecycle.start(
      "worker",
      () =>
        startWorker({
          database,
          clock: systemClock,
          logger,
          metrics,
          jobs: karte.jobs,
          cron: karte.cron,
          concurrency: settings.runConcurrency,
        }),
      (worker) => worker.stop(),
    );
  }
  if (only !== "worker") {
    await lifecycle.start(
      "karte",
      () =>
        karte.start({ host, port }).catch((error: unknown) => {
          throw takenPort(error, "LISTEN_PORT") ?? error;
        }),
      async () => {
        // Balancers hear that this process leaves before its socket closes.
        karte.leave();
        await pause(drainSeconds * 1_000);
        await karte.stop();
      },
    );
    logger.info({ host, port, version }, "listening");
  }
}
