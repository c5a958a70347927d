import { existsSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { createConsole } from "@sekimori/console-server/console";
import { createIntegration } from "@sekimori/console-server/integration";
import { assetPath, version } from "@sekimori/kit-server/installation";
import { createPortalCore } from "@sekimori/portal-server/core";
import { composeProcess } from "../processes/compose.ts";
import { consoleParts } from "../processes/console-parts.ts";
import { readConsoleSettings, readIntegrationSettings } from "../processes/console-settings.ts";
import { integrationParts } from "../processes/integration-parts.ts";
import { startProbes } from "../processes/probes.ts";
import { takenPort } from "../processes/taken-port.ts";

const webFolder = assetPath("web/console");

/** What both consoles are served from. */
const web = () => (existsSync(webFolder) ? { webFolder } : {});

type Composed = Awaited<ReturnType<typeof composeProcess>>;

/** The portal's services, in a process of a console's. */
const coreIn = ({ lifecycle, parts }: Composed) =>
  lifecycle.start(
    "portal",
    () => createPortalCore(parts),
    (made) => made.close(),
  );

interface Serving {
  readonly name: "console" | "integration";
  readonly app: Awaited<ReturnType<typeof createConsole>>;
  readonly port: number;
  readonly setting: string;
  readonly settings: ReturnType<typeof readConsoleSettings>["portal"];
}

async function serve(
  { lifecycle, logger }: Composed,
  { name, app, port, setting, settings: { listenHost: host, drainSeconds } }: Serving,
): Promise<void> {
  await lifecycle.start(
    name,
    () =>
      app.start({ host, port }).catch((error: unknown) => {
        throw takenPort(error, setting) ?? error;
      }),
    async () => {
      // Balancers hear that this process leaves before its socket closes.
      app.leave();
      await pause(drainSeconds * 1_000);
      await app.stop();
    },
  );
  logger.info({ host, port, version }, "listening");
}

/** `sekimori console`: the operator's console; any number may run beside each other. */
export async function runConsole(): Promise<void> {
  const { console: own, portal: settings } = readConsoleSettings(process.env);
  const composed = await composeProcess("console", process.env);
  const { logger, lifecycle, database, metrics, parts } = composed;
  const { migrations, ...fromPortal } = consoleParts(await coreIn(composed));
  const { clock } = parts;
  const shared = { migrations, database, clock, logger, metrics, ...web() };
  const app = await createConsole({ ...fromPortal, ...shared, settings: own });
  await startProbes(lifecycle, { ...settings, database, migrations, metrics, logger });
  const port = own.consolePort;
  await serve(composed, { name: "console", app, port, setting: "CONSOLE_PORT", settings });
}

/** `sekimori integration`: the integrator's console; any number may run beside each other. */
export async function runIntegration(): Promise<void> {
  const { integration: own, portal: settings } = readIntegrationSettings(process.env);
  const composed = await composeProcess("integration", process.env);
  const { logger, lifecycle, database, metrics, parts } = composed;
  const { migrations, ...fromPortal } = integrationParts(await coreIn(composed), own);
  const { clock } = parts;
  const shared = { migrations, database, clock, logger, metrics, ...web() };
  const app = await createIntegration({ ...fromPortal, ...shared, settings: own });
  await startProbes(lifecycle, { ...settings, database, migrations, metrics, logger });
  const port = own.integrationPort;
  await serve(composed, { name: "integration", app, port, setting: "INTEGRATION_PORT", settings });
}
