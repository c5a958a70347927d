import { existsSync } from "node:fs";
import { flushCompileCache } from "node:module";
import { setTimeout as pause } from "node:timers/promises";
import { assetPath, version } from "@sekimori/kit-server/installation";
import { portalMigrations } from "@sekimori/portal-server/migrations";
import { createPortal } from "@sekimori/portal-server/portal";
import { composeProcess } from "../processes/compose.ts";
import { startProbes } from "../processes/probes.ts";
import { takenPort } from "../processes/taken-port.ts";

const webFolder = assetPath("web/portal");

/** `sekimori portal`: one HTTP process; any number may run beside each other. */
export async function portal(): Promise<void> {
  const { settings, logger, lifecycle, database, metrics, parts } = await composeProcess(
    "portal",
    process.env,
  );
  const { tlsCertificate, tlsKey } = settings;
  const portal = await createPortal({
    ...parts,
    ...(tlsCertificate && tlsKey
      ? { tls: { certificate: tlsCertificate.reveal(), key: tlsKey.reveal() } }
      : {}),
    ...(existsSync(webFolder) ? { webFolder } : {}),
  });
  const { listenHost: host, listenPort: port, drainSeconds } = settings;
  await startProbes(lifecycle, {
    ...settings,
    database,
    migrations: portalMigrations,
    metrics,
    logger,
  });
  await lifecycle.start(
    "audit sequencer",
    () => portal.startSequencer(),
    (sequencer) => sequencer.stop(),
  );
  await lifecycle.start(
    "portal",
    () =>
      portal.start({ host, port }).catch((error: unknown) => {
        throw takenPort(error, "LISTEN_PORT") ?? error;
      }),
    async () => {
      // A connection that waits to be accepted when the socket closes is reset: first everybody
      // who asks for readiness must have heard that this process leaves.
      portal.leave();
      await pause(drainSeconds * 1_000);
      await portal.stop();
    },
  );
  logger.info({ host, port, version }, "listening");
  // Not at the end: a process that is killed would leave nothing for the next.
  flushCompileCache();
}
