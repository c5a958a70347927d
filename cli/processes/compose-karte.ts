import { existsSync } from "node:fs";
import { jsonCertificateLog } from "@sekimori/diagnosis/certificate-log";
import { systemClock as engineClock } from "@sekimori/diagnosis/clock";
import { loadData } from "@sekimori/diagnosis/data";
import { Network } from "@sekimori/diagnosis/network";
import { databaseFiles } from "@sekimori/karte-server/adapters/database-files";
import { engineExaminer } from "@sekimori/karte-server/adapters/engine-examiner";
import { engineNameFinder } from "@sekimori/karte-server/adapters/engine-name-finder";
import { portalConnection } from "@sekimori/karte-server/adapters/portal";
import { portalMaintenance } from "@sekimori/karte-server/adapters/portal-maintenance";
import { s3Files } from "@sekimori/karte-server/adapters/s3-files";
import { createSharedLoad } from "@sekimori/karte-server/adapters/shared-load";
import { createKarte } from "@sekimori/karte-server/karte";
import { karteFence, karteMigrations } from "@sekimori/karte-server/migrations";
import type { Tables } from "@sekimori/karte-server/tables";
import { systemClock } from "@sekimori/kit-server/clock";
import { type Database, openServingDatabase } from "@sekimori/kit-server/database";
import { assetPath } from "@sekimori/kit-server/installation";
import { createLifecycle } from "@sekimori/kit-server/lifecycle";
import { createLogger } from "@sekimori/kit-server/logger";
import { smtpMailer } from "@sekimori/kit-server/mail";
import { watchMaintenance } from "@sekimori/kit-server/maintenance";
import { createMetrics } from "@sekimori/kit-server/metrics";
import { createOutbound } from "@sekimori/kit-server/outbound";
import { announceProcess } from "@sekimori/kit-server/processes";
import { type KarteProcessSettings, readKarteSettings } from "./karte-settings.ts";
import { nearMisses } from "./known-settings.ts";
import { signInHindrance } from "./sign-in-readiness.ts";
import { tellLastFigures, tellTelemetry } from "./telemetry.ts";

/** Where `npm run build` puts karte's web app. */
export const karteWebFolder = assetPath("web/karte");

/** Files stand in the database unless an object store is named. */
function fileStore(settings: KarteProcessSettings, db: Database<Tables>["db"]) {
  const { s3Endpoint, s3AccessKeyId, s3SecretAccessKey } = settings;
  if (s3Endpoint === undefined || !s3AccessKeyId || !s3SecretAccessKey) return databaseFiles(db);
  return s3Files({
    endpoint: s3Endpoint,
    region: settings.s3Region,
    bucket: settings.s3Bucket,
    accessKeyId: s3AccessKeyId,
    secretAccessKey: s3SecretAccessKey.reveal(),
  });
}

/**
 * Puts together what a process of karte consists of, from its environment. Nothing listens and no
 * job runs until the caller starts it; `lifecycle` stops what was started.
 *
 * @param webFolder the built web app; without it only the API is served
 * @throws SettingsError naming every setting that is missing or wrong
 */
export async function composeKarte(environment: NodeJS.ProcessEnv, webFolder = karteWebFolder) {
  const settings = readKarteSettings(environment);
  const logger = createLogger({ name: "karte", level: settings.logLevel });
  for (const sentence of nearMisses(environment)) logger.warn(sentence);
  const lifecycle = createLifecycle({ logger });
  lifecycle.stopOnSignal();
  const metrics = createMetrics();
  const telemetry = await tellTelemetry("karte", settings, { lifecycle, logger, metrics });
  const isProduction = settings.sekimoriMode !== "development";
  const database = await lifecycle.start(
    "database connections",
    () =>
      openServingDatabase<Tables>({
        fence: karteFence,
        url: settings.karteDatabaseUrl.reveal(),
        directUrl: settings.karteDatabaseDirectUrl?.reveal(),
        readUrl: settings.karteDatabaseReadUrl?.reveal(),
        logger,
        poolSize: settings.databasePool,
        schema: "karte",
        plans: "each",
      }),
    (opened) => opened.close(),
  );
  await tellLastFigures(lifecycle, telemetry);
  await database.refusePooler();
  await database.refuseUnfenced();
  await database.refuseTakenAway(karteMigrations);
  await lifecycle.start(
    "announcement",
    () => announceProcess({ db: database.db, logger }, "karte", settings.karteDataKeys.reveal()),
    (announced) => announced.stop(),
  );
  const { signIns, contracts, register, trial } = portalConnection({
    settings,
    database,
    clock: systemClock,
    logger,
  });
  const sharedLoad = await lifecycle.start(
    "shared load",
    async () => createSharedLoad(database.sessions),
    (load) => load.close(),
  );
  const network = new Network({
    sharedLoad,
    production: isProduction,
    clock: engineClock,
    optOut: settings.scanOptOut,
  });
  const hindrance = signInHindrance(trial, { clock: systemClock, logger });
  const maintenance = await lifecycle.start(
    "maintenance",
    () =>
      watchMaintenance({
        read: () => portalMaintenance(settings.portalOrigin),
        clock: systemClock,
        logger,
        metrics,
      }),
    async (watch) => watch.stop(),
  );
  const karte = await createKarte({
    settings,
    maintenance,
    metrics,
    database,
    clock: systemClock,
    logger,
    mailer: smtpMailer({ url: settings.smtpUrl.reveal(), requireTls: isProduction }),
    examiner: engineExaminer({
      network,
      data: loadData(),
      aboutUrl: settings.scanAboutUrl ?? null,
    }),
    nameFinder: engineNameFinder({
      network,
      certificateLog: settings.certificateLogUrl
        ? jsonCertificateLog(settings.certificateLogUrl)
        : undefined,
      aboutUrl: settings.scanAboutUrl ?? null,
      pauseMs: 50,
    }),
    contracts,
    signIns,
    files: fileStore(settings, database.db),
    outbound: createOutbound({
      production: isProduction,
      privateNetworks: settings.outboundNetworks,
    }),
    registerSignIns: register,
    hindrance,
    ...(existsSync(webFolder) ? { webFolder } : {}),
  });
  return { settings, logger, lifecycle, database, metrics, karte, hindrance };
}
