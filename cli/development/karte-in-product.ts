import { createHmac } from "node:crypto";
import { systemClock as engineClock } from "@sekimori/diagnosis/clock";
import { loadData } from "@sekimori/diagnosis/data";
import type { FixtureNetwork } from "@sekimori/diagnosis/fixture-network";
import { Network } from "@sekimori/diagnosis/network";
import { databaseFiles } from "@sekimori/karte-server/adapters/database-files";
import { engineExaminer } from "@sekimori/karte-server/adapters/engine-examiner";
import { engineNameFinder } from "@sekimori/karte-server/adapters/engine-name-finder";
import { karteRegistration, portalConnection } from "@sekimori/karte-server/adapters/portal";
import { portalMaintenance } from "@sekimori/karte-server/adapters/portal-maintenance";
import { createSharedLoad } from "@sekimori/karte-server/adapters/shared-load";
import { createKarte } from "@sekimori/karte-server/karte";
import { karteFence, karteMigrations } from "@sekimori/karte-server/migrations";
import { seedSampleWorkspace } from "@sekimori/karte-server/sample-workspace";
import { karteSettingsSchema } from "@sekimori/karte-server/settings";
import type { Tables } from "@sekimori/karte-server/tables";
import { prepareServingRole } from "@sekimori/kit-development/serving-role";
import type { Clock } from "@sekimori/kit-server/clock";
import {
  type Database,
  migrate,
  openDatabase,
  openServingDatabase,
} from "@sekimori/kit-server/database";
import { startWorker } from "@sekimori/kit-server/jobs";
import type { Lifecycle } from "@sekimori/kit-server/lifecycle";
import type { Logger } from "@sekimori/kit-server/logger";
import { smtpMailer } from "@sekimori/kit-server/mail";
import { watchMaintenance } from "@sekimori/kit-server/maintenance";
import { createMetrics } from "@sekimori/kit-server/metrics";
import { createOutbound } from "@sekimori/kit-server/outbound";
import { list, parseSettings } from "@sekimori/kit-server/settings";
import { registerClient } from "@sekimori/portal-server/openid-clients";
import type { Portal } from "@sekimori/portal-server/portal";
import type { SeededPeople } from "@sekimori/portal-server/seed";
import { sampleWorkspace } from "./sample-company.ts";

export interface KarteInProduct {
  readonly port: number;
  readonly origin: string;
  readonly portalOrigin: string;
  /** Where all other secrets of this installation come from. */
  readonly secret: string;
  /** Of the portal's database, as its owner: karte gets a database of its own beside it. */
  readonly ownerUrl: string;
  /** Where the portal is registered for its applications. */
  readonly portal: Portal;
  readonly smtpPort: number;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly lifecycle: Lifecycle;
  /** The sample company: its servers, beside which nothing is reached, and its workspace. */
  readonly sample?: {
    readonly fixtures: FixtureNetwork;
    readonly people: SeededPeople;
    /** Told how many milliseconds its past took to load; only when it was loaded. */
    readonly told: (ms: number) => void;
  };
  readonly webFolder?: string;
}

/**
 * Karte's database, and its role on the server. Named after the portal's database, for one database
 * server may hold several installations.
 */
const nameBeside = (portalUrl: string): string =>
  `${decodeURIComponent(new URL(portalUrl).pathname.slice(1))}_karte`;

/**
 * Karte has a database of its own, so that the two applications share no table, job or mail. Made
 * when it is missing.
 */
async function ensureDatabase({ pool }: Database<unknown>, name: string): Promise<void> {
  const { rows } = await pool.query<{ create: string }>(
    `select format('create database %I', $1::text) as create
     where not exists (select from pg_database where datname = $1)`,
    [name],
  );
  for (const { create } of rows) await pool.query(create);
}

/** Karte's database beside the portal's, as its owner. */
export function karteDatabaseOf(portalUrl: string): string {
  const changed = new URL(portalUrl);
  changed.pathname = `/${encodeURIComponent(nameBeside(portalUrl))}`;
  return changed.href;
}

/** Starts karte in this process: database, role, registration at the portal, server and worker. */
export async function startKarte(options: KarteInProduct): Promise<void> {
  const { origin, portalOrigin, ownerUrl, clock, logger, lifecycle, portal } = options;
  const derived = (purpose: string) =>
    createHmac("sha256", options.secret).update(`karte ${purpose}`).digest();
  const role = nameBeside(ownerUrl);
  const password = derived("database role").toString("base64url");

  const founding = openDatabase({ url: ownerUrl, logger, poolSize: 1 });
  try {
    await ensureDatabase(founding, role);
  } finally {
    await founding.close();
  }
  const owner = openDatabase({ url: karteDatabaseOf(ownerUrl), logger, poolSize: 2 });
  let servingUrl: string;
  try {
    await migrate(owner, karteMigrations);
    const grant = { ...karteFence, role, password };
    servingUrl = await prepareServingRole(owner, karteDatabaseOf(ownerUrl), grant);
  } finally {
    await owner.close();
  }
  const opened = await lifecycle.start(
    "karte's database connections",
    () =>
      openServingDatabase<Tables>({
        url: servingUrl,
        fence: karteFence,
        logger,
        poolSize: 20,
        schema: "karte",
        plans: "each",
      }),
    (connections) => connections.close(),
  );
  const clientSecret = derived("client").toString("base64url");
  const settings = parseSettings(karteSettingsSchema, {
    ...process.env,
    SEKIMORI_MODE: portal.context.settings.sekimoriMode,
    KARTE_ORIGIN: origin,
    PORTAL_ORIGIN: portalOrigin,
    KARTE_CLIENT_ID: "karte",
    KARTE_CLIENT_SECRET: clientSecret,
    KARTE_SECRET: derived("secret").toString("base64url"),
    KARTE_DATA_KEYS: `dev1:${derived("data").toString("base64")}`,
  });
  await registerClient(
    portal.context,
    { clientId: settings.karteClientId, ...karteRegistration(settings) },
    clientSecret,
  );
  const { signIns, contracts, register } = portalConnection({
    settings,
    database: opened,
    clock,
    logger,
  });
  const sharedLoad = await lifecycle.start(
    "karte's shared load",
    async () => createSharedLoad(opened.sessions),
    (load) => load.close(),
  );
  const network = new Network({
    sharedLoad,
    production: false,
    clock: engineClock,
    optOut: [],
    ...(options.sample ? { fixtures: options.sample.fixtures, ipv6: true } : {}),
  });
  const metrics = createMetrics();
  const maintenance = await lifecycle.start(
    "karte's maintenance",
    () => watchMaintenance({ read: () => portalMaintenance(portalOrigin), clock, logger, metrics }),
    async (watch) => watch.stop(),
  );
  const karte = await createKarte({
    settings,
    maintenance,
    metrics,
    database: opened,
    clock,
    logger,
    mailer: smtpMailer({ url: `smtp://127.0.0.1:${options.smtpPort}`, requireTls: false }),
    examiner: engineExaminer({ network, data: loadData(), aboutUrl: null }),
    nameFinder: engineNameFinder({
      network,
      certificateLog: undefined,
      aboutUrl: null,
      pauseMs: 0,
    }),
    contracts,
    signIns,
    files: databaseFiles(opened.db),
    outbound: createOutbound({
      production: false,
      loopback: list().parse(process.env.OUTBOUND_LOOPBACK ?? ""),
    }),
    registerSignIns: register,
    ...(options.webFolder === undefined ? {} : { webFolder: options.webFolder }),
  });
  if (options.sample) {
    const began = Date.now();
    const { people, told } = options.sample;
    const read = () => sampleWorkspace(people, portalOrigin, clock.now());
    if (await seedSampleWorkspace(karte.context, read)) told(Date.now() - began);
  }
  await lifecycle.start(
    "karte's activity sequencer",
    () => karte.startSequencer(),
    (sequencer) => sequencer.stop(),
  );
  await lifecycle.start(
    "karte",
    () => karte.start({ host: "127.0.0.1", port: options.port }),
    () => karte.stop(),
  );
  await lifecycle.start(
    "karte's worker",
    () =>
      startWorker({
        database: opened,
        clock,
        logger,
        jobs: karte.jobs,
        cron: karte.cron,
        concurrency: settings.runConcurrency,
      }),
    (worker) => worker.stop(),
  );
}
