import { existsSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { createConsole } from "@sekimori/console-server/console";
import { assetPath, version } from "@sekimori/kit-server/installation";
import { createPortalCore } from "@sekimori/portal-server/core";
import { composeProcess } from "../processes/compose.ts";
import { consoleParts } from "../processes/console-parts.ts";
import { readConsoleSettings } from "../processes/console-settings.ts";
import { startProbes } from "../processes/probes.ts";
import { takenPort } from "../processes/taken-port.ts";

const webFolder = assetPath("web/console");

/** `sekimori console`: the operator's console; any number may run beside each other. */
export async function runConsole(): Promise<void> {
  const { console: own, portal: settings } = readConsoleSettings(process.env);
  const { logger, lifecycle, database, metrics, parts } = await composeProcess(
    "console",
    process.env,
  );
  const core = await lifecycle.start(
    "portal",
    () => createPortalCore(parts),
    (made) => made.close(),
  );
  const { migrations, ...fromPortal } = consoleParts(core);
  const app = await createConsole({
    ...fromPortal,
    migrations,
    settings: own,
    database,
    clock: parts.clock,
    logger,
    metrics,
    ...(existsSync(webFolder) ? { webFolder } : {}),
  });
  await startProbes(lifecycle, { ...settings, database, migrations, metrics, logger });
  const { listenHost: host, drainSeconds } = settings;
  await lifecycle.start(
    "console",
    () =>
      app.start({ host, port: own.consolePort }).catch((error: unknown) => {
        throw takenPort(error, "CONSOLE_PORT") ?? error;
      }),
    async () => {
      // Balancers hear that this process leaves before its socket closes.
      app.leave();
      await pause(drainSeconds * 1_000);
      await app.stop();
    },
  );
  logger.info({ host, port: own.consolePort, version }, "listening");
}
