import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { systemClock as engineClock } from "@sekimori/diagnosis/clock";
import { loadData } from "@sekimori/diagnosis/data";
import { Network } from "@sekimori/diagnosis/network";
import { databaseFiles } from "@sekimori/karte-server/adapters/database-files";
import { engineExaminer } from "@sekimori/karte-server/adapters/engine-examiner";
import { portalConnection } from "@sekimori/karte-server/adapters/portal";
import { s3Files } from "@sekimori/karte-server/adapters/s3-files";
import { createSharedLoad } from "@sekimori/karte-server/adapters/shared-load";
import { createKarte } from "@sekimori/karte-server/karte";
import { karteSettingsSchema } from "@sekimori/karte-server/settings";
import type { Tables } from "@sekimori/karte-server/tables";
import { systemClock } from "@sekimori/kit-server/clock";
import { type Database, openDatabase } from "@sekimori/kit-server/database";
import { createLifecycle } from "@sekimori/kit-server/lifecycle";
import { createLogger } from "@sekimori/kit-server/logger";
import { smtpMailer } from "@sekimori/kit-server/mail";
import { createMetrics } from "@sekimori/kit-server/metrics";
import { createOutbound } from "@sekimori/kit-server/outbound";
import { integer, list, parseSettings, secret } from "@sekimori/kit-server/settings";
import { z } from "zod";
import {
  isPrivateDatabase,
  uncheckedTls,
  unsafeKeys,
  unsafeProxies,
  unsafeSecrets,
} from "./production-rules.ts";
import { processSettingsSchema } from "./settings.ts";

const {
  smtpUrl,
  listenHost,
  drainSeconds,
  logLevel,
  metricsReaders,
  probeHost,
  probePort,
  nodeTlsRejectUnauthorized,
} = processSettingsSchema.shape;

/** Where `npm run build` puts karte's web app. */
export const karteWebFolder = fileURLToPath(new URL("../../karte/web/dist", import.meta.url));

/** What a process of karte needs beside karte's own settings. */
export const karteProcessSchema = karteSettingsSchema
  .extend({
    smtpUrl,
    listenHost,
    drainSeconds,
    logLevel,
    metricsReaders,
    probeHost,
    probePort,
    nodeTlsRejectUnauthorized,
    /** As a role that owns nothing: row level security does not bind the owner of the tables. */
    karteDatabaseUrl: secret(
      z.string().regex(/^postgres(ql)?:\/\//, "must begin with postgres://"),
    ),
    databasePool: integer({ min: 2, max: 200 }).prefault("20"),
    listenPort: integer({ min: 1, max: 65_535 }).prefault("3001"),
    /** Private networks of the operator's on which webhooks may be called. */
    outboundNetworks: list().prefault(""),
    /** Domains whose owners do not want to be examined; beats every customer's request. */
    scanOptOut: list().prefault(""),
  })
  .superRefine((settings, context) => {
    const refuse = (key: string, message: string) =>
      context.addIssue({ code: "custom", path: [key], message });
    for (const key of ["s3AccessKeyId", "s3SecretAccessKey"] as const) {
      if (settings.s3Endpoint !== undefined && settings[key] === undefined) {
        refuse(key, "is required with S3_ENDPOINT");
      }
    }
    if (settings.sekimoriMode === "development") return;
    if (settings.s3Endpoint?.startsWith("http:")) {
      refuse("s3Endpoint", "must begin with https:// in production");
    }
    for (const key of ["karteOrigin", "portalOrigin"] as const) {
      if (!settings[key].startsWith("https:"))
        refuse(key, "must begin with https:// in production");
    }
    for (const [key, message] of [
      ...unsafeSecrets({
        karteSecret: settings.karteSecret,
        karteClientSecret: settings.karteClientSecret,
      }),
      ...unsafeKeys("karteDataKeys", settings.karteDataKeys.reveal()),
      ...unsafeProxies(settings.trustedProxies),
      ...uncheckedTls(settings.nodeTlsRejectUnauthorized),
    ]) {
      refuse(key, message);
    }
    if (!isPrivateDatabase(settings.karteDatabaseUrl.reveal())) {
      refuse("karteDatabaseUrl", "must end with ?sslmode=verify-full in production");
    }
  });

/** Files stand in the database unless an object store is named. */
function fileStore(settings: z.output<typeof karteProcessSchema>, db: Database<Tables>["db"]) {
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
  const settings = parseSettings(karteProcessSchema, environment);
  const logger = createLogger({ name: "karte", level: settings.logLevel });
  const lifecycle = createLifecycle({ logger });
  const isProduction = settings.sekimoriMode !== "development";
  const database = await lifecycle.start(
    "database connections",
    () =>
      openDatabase<Tables>({
        url: settings.karteDatabaseUrl.reveal(),
        logger,
        poolSize: settings.databasePool,
        schema: "karte",
        plans: "each",
      }),
    (opened) => opened.close(),
  );
  const { signIns, contracts, register } = portalConnection({
    settings,
    database,
    clock: systemClock,
    logger,
  });
  const sharedLoad = await lifecycle.start(
    "shared load",
    async () => createSharedLoad(database.pool),
    (load) => load.close(),
  );
  const network = new Network({
    sharedLoad,
    production: isProduction,
    clock: engineClock,
    optOut: settings.scanOptOut,
  });
  const metrics = createMetrics();
  const karte = await createKarte({
    settings,
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
    contracts,
    signIns,
    files: fileStore(settings, database.db),
    outbound: createOutbound({
      production: isProduction,
      privateNetworks: settings.outboundNetworks,
    }),
    registerSignIns: register,
    ...(existsSync(webFolder) ? { webFolder } : {}),
  });
  return { settings, logger, lifecycle, database, metrics, karte };
}
