import { freePort } from "@sekimori/kit-development/testing/free-port";
import { servingOf } from "@sekimori/kit-development/testing/owner-role";
import { grantUse, migrate, openDatabase } from "@sekimori/kit-server/database";
import { createLogger } from "@sekimori/kit-server/logger";
import { portalFence, portalMigrations } from "@sekimori/portal-server/migrations";
import { sandboxMigrations } from "@sekimori/sandbox/migrations";
import { startTestSandbox, testPaymentSettings } from "@sekimori/sandbox/testing";
import { startBalancer } from "./balancer.ts";
import { freshDatabase } from "./databases.ts";
import { type RunningProcess, runProcess } from "./running-process.ts";

/** All processes on one database share their keys; production takes none of one repeated byte. */
export const dataKeys = `k1:${Buffer.from(Array.from({ length: 32 }, (_, index) => (index * 37) & 255)).toString("base64")}`;

export interface WorldOptions {
  /** A PostgreSQL server for the outside world, and for the product unless it has its own. */
  readonly serverUrl: string;
  /** A database of the product's own, not yet migrated; one on `serverUrl` unless given. */
  readonly databaseUrl?: string;
  /** Host and port of a second server, which the processes are told of. */
  readonly standby?: string;
  readonly portals?: number;
  readonly workers?: number;
  /** Whether the balancer asks processes for their readiness; needed where one is replaced. */
  readonly asksReadiness?: boolean;
  /** Further settings; they win over the ones made here. */
  readonly environment?: Readonly<Record<string, string>>;
  /** What stands between the product and its database: settings that lead there, given its address. */
  readonly between?: (servingUrl: string) => Promise<Readonly<Record<string, string>>>;
  /** Where the product finds the mail server, given the sandbox's own; for faults in between. */
  readonly smtpPort?: (sandboxPort: number) => Promise<number>;
  /** Where the product finds the payment company, given the sandbox's origin. */
  readonly paymentOrigin?: (sandboxOrigin: string) => Promise<string>;
}

/** One process of the product that can die and be started again at the same place. */
export interface Place {
  readonly command: "portal" | "worker";
  /** Where a portal listens. */
  readonly port: number;
  /** Where its figures are read. */
  readonly probePort: number;
  /** The process that is there now. */
  process: RunningProcess;
  /** Starts a new process after the former one has ended. */
  restart(): Promise<void>;
}

/**
 * The product as an operator runs it: separate `sekimori portal` and `sekimori worker` processes
 * on one database behind a balancer. The outside world (mailbox, payment company) keeps its books
 * in a database of its own, so that no fault of ours touches what it knows.
 */
export interface World {
  /** The balancer's: where people go. */
  readonly origin: string;
  readonly sandboxOrigin: string;
  /** As the owner of the tables, for looking at what was written. */
  readonly databaseUrl: string;
  /** As the processes connect. */
  readonly servingUrl: string;
  /** What each process is told. */
  readonly settings: Readonly<Record<string, string>>;
  readonly portals: readonly Place[];
  readonly workers: readonly Place[];
  stop(): Promise<void>;
}

/** Settings that the tests know too; they sign and seal nothing outside a test's database. */
export const worldSecrets = {
  PORTAL_SECRET: "a secret for tests, and for nothing else",
  PORTAL_LOOKUP_SECRET: "another secret for tests, and nothing else",
  PORTAL_DATA_KEYS: dataKeys,
} as const;

const silent = createLogger({ name: "sandbox", level: "silent" });

/** What a process of the product is told about its surroundings. */
export function productSettings(places: {
  readonly servingUrl: string;
  readonly origin: string;
  readonly smtpPort: number;
  readonly paymentOrigin: string;
  readonly sandboxOrigin: string;
}): Record<string, string> {
  return {
    ...worldSecrets,
    SEKIMORI_MODE: "development",
    DATABASE_URL: places.servingUrl,
    PORTAL_ORIGIN: places.origin,
    SMTP_URL: `smtp://127.0.0.1:${places.smtpPort}`,
    PAYMENT_PROVIDER: "sandbox",
    PAYMENT_API_ORIGIN: places.paymentOrigin,
    PAYMENT_FIELDS_URL: `${places.sandboxOrigin}/payment/fields`,
    PAYMENT_PUBLISHABLE_KEY: testPaymentSettings.publishableKey,
    PAYMENT_SECRET_KEY: testPaymentSettings.secretKey,
    PAYMENT_WEBHOOK_SECRET: testPaymentSettings.webhookSecret,
    // The balancer is our proxy: its X-Forwarded-For gives every person a network of their own.
    TRUSTED_PROXIES: "127.0.0.1,::1",
    LISTEN_HOST: "127.0.0.1",
    LOG_LEVEL: "info",
    DRAIN_SECONDS: "0",
  };
}

async function startPlace(
  command: Place["command"],
  environment: Readonly<Record<string, string>>,
): Promise<Place> {
  const port = await freePort();
  const probePort = await freePort();
  const run = () =>
    runProcess(command, {
      ...environment,
      LISTEN_PORT: String(port),
      PROBE_PORT: String(probePort),
    });
  const place: Place = {
    command,
    port,
    probePort,
    process: await run(),
    async restart() {
      place.process = await run();
    },
  };
  return place;
}

/**
 * Migrates a database and grants what its processes use to their role.
 *
 * @returns their address, which names both servers where there are two.
 */
async function servingUrlOf(databaseUrl: string, standby: string | undefined): Promise<string> {
  const owner = openDatabase({ url: databaseUrl, logger: silent, poolSize: 2 });
  try {
    await migrate(owner, portalMigrations);
    const url = new URL(databaseUrl);
    const role = servingOf(url.username);
    await grantUse(owner, { ...portalFence, role });
    url.username = role;
    if (standby === undefined) return url.href;
    url.searchParams.set("target_session_attrs", "read-write");
    return url.href.replace(`@${url.host}/`, `@${url.host},${standby}/`);
  } finally {
    await owner.close();
  }
}

/** Starts all of it; the caller stops it. */
export async function startWorld(options: WorldOptions): Promise<World> {
  const databaseUrl =
    options.databaseUrl ?? (await freshDatabase(options.serverUrl, portalMigrations));
  const servingUrl = await servingUrlOf(databaseUrl, options.standby);
  const books = openDatabase({
    url: await freshDatabase(options.serverUrl, sandboxMigrations),
    logger: silent,
    poolSize: 10,
  });
  const balancerPort = await freePort();
  const origin = `http://localhost:${balancerPort}`;
  const sandbox = await startTestSandbox(books, {
    portalOrigins: [origin],
    payment: { webhookUrl: `${origin}/v1/payment/webhook` },
  });
  const smtpPort = (await options.smtpPort?.(sandbox.smtpPort)) ?? sandbox.smtpPort;
  const paymentOrigin = (await options.paymentOrigin?.(sandbox.origin)) ?? sandbox.origin;
  const environment = {
    ...productSettings({
      servingUrl,
      origin,
      smtpPort,
      paymentOrigin,
      sandboxOrigin: sandbox.origin,
    }),
    ...(await options.between?.(servingUrl)),
    ...options.environment,
  };
  const starting = [
    ...Array.from({ length: options.portals ?? 1 }, () => startPlace("portal", environment)),
    ...Array.from({ length: options.workers ?? 1 }, () => startPlace("worker", environment)),
  ];
  const outcomes = await Promise.allSettled(starting);
  const places = outcomes.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  const failed = outcomes.find((one) => one.status === "rejected");
  if (failed) {
    // Nobody else can end what has started.
    await Promise.all(places.map(({ process }) => process.kill()));
    await sandbox.sandbox.stop();
    await books.close();
    throw failed.reason;
  }
  const portals = places.filter(({ command }) => command === "portal");
  const balancer = await startBalancer(
    balancerPort,
    () => portals.map(({ port }) => port),
    options.asksReadiness ?? false,
  );
  return {
    origin,
    sandboxOrigin: sandbox.origin,
    databaseUrl,
    servingUrl,
    settings: environment,
    portals,
    workers: places.filter(({ command }) => command === "worker"),
    async stop() {
      await balancer.stop();
      await Promise.all(places.map(({ process }) => process.terminate()));
      await sandbox.sandbox.stop();
      await books.close();
    },
  };
}
