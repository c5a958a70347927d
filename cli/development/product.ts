import { createHmac } from "node:crypto";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { movableClock } from "@sekimori/kit-server/clock";
import { migrate, openDatabase, startEmbeddedPostgres } from "@sekimori/kit-server/database";
import { startWorker } from "@sekimori/kit-server/jobs";
import { createLifecycle, type Lifecycle } from "@sekimori/kit-server/lifecycle";
import { createLogger, type Logger } from "@sekimori/kit-server/logger";
import { smtpMailer } from "@sekimori/kit-server/mail";
import { parseSettings } from "@sekimori/kit-server/settings";
import { sandboxPaymentGateway } from "@sekimori/portal-server/adapters/sandbox-payment";
import { externalIdRedirectUri } from "@sekimori/portal-server/external-id";
import { portalMigrations } from "@sekimori/portal-server/migrations";
import { createPortal } from "@sekimori/portal-server/portal";
import { seedDemo } from "@sekimori/portal-server/seed";
import { portalSettingsSchema } from "@sekimori/portal-server/settings";
import type { Tables } from "@sekimori/portal-server/tables";
import { sandboxMigrations } from "@sekimori/sandbox/migrations";
import { createSandbox } from "@sekimori/sandbox/server";
import { demoSignIn } from "./demo.ts";
import { keptSecrets } from "./kept-secrets.ts";

export interface ProductOptions {
  readonly root: string;
  /** Where database and secrets live; made when missing. */
  readonly dataFolder: string;
  readonly portalPort: number;
  /** Where browsers reach the portal; its own port on localhost unless something stands before. */
  readonly portalOrigin?: string | undefined;
  readonly sandboxPort: number;
  /** 0 lets the system choose. */
  readonly smtpPort: number;
  /** The built web app; without it only the API is served. */
  readonly webFolder?: string;
  /** Further settings by variable name; they win over the ones made here. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** false for tests, which have nothing to lose to a power cut. */
  readonly durable?: boolean;
  readonly logLevel?: "warn" | "info" | "debug" | "silent";
  readonly pretty?: boolean;
  /** Told before each step that takes a while. */
  readonly progress?: (step: string) => void;
}

export interface Product {
  readonly portalOrigin: string;
  readonly sandboxOrigin: string;
  readonly databaseUrl: string;
  readonly lifecycle: Lifecycle;
}

async function databaseUrl(
  options: ProductOptions,
  lifecycle: Lifecycle,
  logger: Logger,
): Promise<string> {
  const named = (options.environment ?? process.env).DATABASE_URL;
  if (named) return named;
  const server = await lifecycle.start(
    "database server",
    () =>
      startEmbeddedPostgres({
        dataDir: join(options.dataFolder, "postgres"),
        logger,
        durable: options.durable ?? true,
      }),
    (started) => started.stop(),
  );
  return server.url;
}

/**
 * Starts the whole product in this process: PostgreSQL (unless DATABASE_URL names one), sandbox,
 * portal and worker, migrated and seeded, on loopback. What is started is stopped in reverse by
 * `lifecycle.stop()`, also when a later part fails to start.
 */
export async function startProduct(options: ProductOptions): Promise<Product> {
  const progress = options.progress ?? (() => {});
  const logger = createLogger({
    name: "sekimori",
    level: options.logLevel ?? "warn",
    pretty: options.pretty ?? false,
  });
  const lifecycle = createLifecycle({ logger });
  const clock = movableClock();
  const kept = keptSecrets(join(options.dataFolder, "secrets.json"));
  const portalOrigin = options.portalOrigin ?? `http://localhost:${options.portalPort}`;
  const sandboxOrigin = `http://localhost:${options.sandboxPort}`;

  progress("Starting the database");
  const url = await databaseUrl(options, lifecycle, logger);
  const database = await lifecycle.start(
    "database connections",
    () => openDatabase<Tables>({ url, logger, poolSize: 20, schema: "portal" }),
    (opened) => opened.close(),
  );
  await migrate(database, [...portalMigrations, ...sandboxMigrations]);

  progress("Starting sandbox, portal and worker");
  const externalId = {
    clientId: "portal",
    clientSecret: createHmac("sha256", kept.portalSecret).update("external ID").digest("base64url"),
    redirectUris: [externalIdRedirectUri(portalOrigin)],
  };
  const settings = parseSettings(portalSettingsSchema, {
    PORTAL_ORIGIN: portalOrigin,
    PORTAL_SECRET: kept.portalSecret,
    PORTAL_LOOKUP_SECRET: kept.portalLookupSecret,
    PORTAL_DATA_KEYS: kept.portalDataKeys,
    SANDBOX_URL: sandboxOrigin,
    EXTERNAL_ID_ISSUER: `${sandboxOrigin}/identity`,
    EXTERNAL_ID_CLIENT_ID: externalId.clientId,
    EXTERNAL_ID_CLIENT_SECRET: externalId.clientSecret,
    ...(options.environment ?? process.env),
  });
  const sandbox = await createSandbox({
    database,
    clock,
    origin: sandboxOrigin,
    portalOrigins: [portalOrigin],
    smtpPort: options.smtpPort,
    logger,
    settings: {
      payment: {
        publishableKey: kept.paymentPublishableKey,
        secretKey: kept.paymentSecretKey,
        webhookSecret: kept.paymentWebhookSecret,
        webhookUrl: `${portalOrigin}/v1/payment/webhook`,
        fingerprintKey: kept.paymentFingerprintKey,
        merchantName: "Sekimori",
      },
      identityClients: [externalId],
      demoSignIns: [demoSignIn],
      links: [{ name: "Portal", url: portalOrigin }],
    },
  });
  const { smtpPort } = await lifecycle.start(
    "sandbox",
    () => sandbox.start(),
    () => sandbox.stop(),
  );
  const portal = await createPortal({
    settings,
    database,
    clock,
    logger,
    mailer: smtpMailer({ url: `smtp://127.0.0.1:${smtpPort}`, requireTls: false }),
    gateway: sandboxPaymentGateway({
      apiOrigin: sandboxOrigin,
      fieldsUrl: `${sandboxOrigin}/payment/fields`,
      publishableKey: kept.paymentPublishableKey,
      secretKey: kept.paymentSecretKey,
      webhookSecret: kept.paymentWebhookSecret,
    }),
    ...(options.webFolder === undefined ? {} : { webFolder: options.webFolder }),
  });
  await seedDemo(portal);
  await lifecycle.start(
    "portal",
    () => portal.start({ host: "127.0.0.1", port: options.portalPort }),
    () => portal.stop(),
  );
  await lifecycle.start(
    "worker",
    () => startWorker({ database, clock, logger, jobs: portal.jobs, cron: portal.cron }),
    (worker) => worker.stop(),
  );
  return { portalOrigin, sandboxOrigin, databaseUrl: url, lifecycle };
}

/** Forgets everything a development installation has kept. */
export function resetData(dataFolder: string): void {
  rmSync(dataFolder, { recursive: true, force: true });
}
