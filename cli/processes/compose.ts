import { systemClock } from "@sekimori/kit-server/clock";
import { openServingDatabase } from "@sekimori/kit-server/database";
import { createLifecycle } from "@sekimori/kit-server/lifecycle";
import { createLogger } from "@sekimori/kit-server/logger";
import { smtpMailer } from "@sekimori/kit-server/mail";
import { createMetrics } from "@sekimori/kit-server/metrics";
import { createOutbound } from "@sekimori/kit-server/outbound";
import { announceProcess } from "@sekimori/kit-server/processes";
import type { PortalCoreOptions } from "@sekimori/portal-server/core";
import { portalFence, portalMigrations } from "@sekimori/portal-server/migrations";
import type { Tables } from "@sekimori/portal-server/tables";
import { nearMisses } from "./known-settings.ts";
import { choosePaymentGateway } from "./payment-settings.ts";
import { readProcessSettings } from "./settings.ts";
import { tellLastFigures, tellTelemetry } from "./telemetry.ts";

/**
 * Puts together what a portal and a worker process have in common, from the environment;
 * `lifecycle` stops what was started.
 *
 * @throws SettingsError naming every setting that is missing or wrong
 */
export async function composeProcess(name: string, environment: NodeJS.ProcessEnv) {
  const settings = readProcessSettings(environment);
  const logger = createLogger({ name, level: settings.logLevel });
  for (const sentence of nearMisses(environment)) logger.warn(sentence);
  const lifecycle = createLifecycle({ logger });
  lifecycle.stopOnSignal();
  const metrics = createMetrics();
  const telemetry = await tellTelemetry(name, settings, { lifecycle, logger, metrics });
  const database = await lifecycle.start(
    "database connections",
    () =>
      openServingDatabase<Tables>({
        fence: portalFence,
        url: settings.databaseUrl.reveal(),
        directUrl: settings.databaseDirectUrl?.reveal(),
        // Others answer nobody, or not what may be old.
        readUrl: name === "portal" ? settings.databaseReadUrl?.reveal() : undefined,
        logger,
        poolSize: settings.databasePool,
        schema: "portal",
      }),
    (opened) => opened.close(),
  );
  await tellLastFigures(lifecycle, telemetry);
  await database.refusePooler();
  await database.refuseUnfenced();
  await database.refuseTakenAway(portalMigrations);
  // A command is over before it matters.
  if (name !== "operator") {
    await lifecycle.start(
      "announcement",
      () => announceProcess({ db: database.db, logger }, name, settings.portalDataKeys.reveal()),
      (announced) => announced.stop(),
    );
  }
  const parts: PortalCoreOptions = {
    settings,
    database,
    clock: systemClock,
    logger,
    metrics,
    mailer: smtpMailer({
      url: settings.smtpUrl.reveal(),
      requireTls: settings.sekimoriMode !== "development",
    }),
    gateway: await choosePaymentGateway(settings, database),
    outbound: createOutbound({
      production: settings.sekimoriMode !== "development",
      loopback: settings.outboundLoopback,
      privateNetworks: settings.outboundNetworks,
    }),
  };
  return { settings, logger, lifecycle, database, metrics, parts };
}
