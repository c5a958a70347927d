import { createHmac } from "node:crypto";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { World } from "@sekimori/diagnosis/fixtures/world";
import { apiBase } from "@sekimori/kit-contract/api-base";
import { startEmbeddedPostgres } from "@sekimori/kit-development/postgres";
import { prepareServingRole } from "@sekimori/kit-development/serving-role";
import { movableClock } from "@sekimori/kit-server/clock";
import { migrate, openDatabase, openServingDatabase } from "@sekimori/kit-server/database";
import { startWorker } from "@sekimori/kit-server/jobs";
import { createLifecycle, type Lifecycle } from "@sekimori/kit-server/lifecycle";
import { createLogger, type Logger } from "@sekimori/kit-server/logger";
import { smtpMailer } from "@sekimori/kit-server/mail";
import { createOutbound } from "@sekimori/kit-server/outbound";
import { list, parseSettings } from "@sekimori/kit-server/settings";
import {
  externalIdRedirectUri,
  organisationSignInUri,
  organisationSignOutUri,
} from "@sekimori/portal-server/external-id";
import { portalFence, portalMigrations } from "@sekimori/portal-server/migrations";
import { createPortal } from "@sekimori/portal-server/portal";
import { seedDemo } from "@sekimori/portal-server/seed";
import { type PortalSettings, portalSettingsSchema } from "@sekimori/portal-server/settings";
import type { Tables } from "@sekimori/portal-server/tables";
import { sandboxMigrations } from "@sekimori/sandbox/migrations";
import { createSandbox } from "@sekimori/sandbox/server";
import { databaseUrlFile } from "../processes/operator-database.ts";
import { startConsole, startIntegration } from "./console-in-product.ts";
import { demoSignIn } from "./demo.ts";
import { developmentSecrets } from "./development-secrets.ts";
import { startKarte } from "./karte-in-product.ts";
import { paymentInProduct } from "./payment-in-product.ts";

export interface ProductOptions {
  readonly root: string;
  /** Where database and secrets live; made when missing. */
  readonly dataFolder: string;
  readonly portalPort: number;
  /** Where browsers reach the portal; its own port on localhost unless something stands before. */
  readonly portalOrigin?: string | undefined;
  readonly karteOrigin?: string | undefined;
  readonly sandboxPort: number;
  /** 0 lets the system choose. */
  readonly smtpPort: number;
  /** The built web app; without it only the API is served. */
  readonly webFolder?: string;
  /** Where karte listens; without it the frame shows whatever KARTE_ORIGIN names. */
  readonly kartePort?: number;
  /** Where the operator's console listens; without it there is none. */
  readonly consolePort?: number;
  readonly consoleOrigin?: string | undefined;
  /** Where the integrator's console listens; without it there is none. */
  readonly integrationPort?: number;
  readonly integrationOrigin?: string | undefined;
  /** The built web app of both consoles. */
  readonly consoleWebFolder?: string;
  /** Runs the sample company's servers, the only ones that karte then reaches, and gives the demo organisation its past. */
  readonly sampleCompany?: boolean;
  /** Karte's built web app. */
  readonly karteWebFolder?: string;
  /** Further settings by variable name; they win over the ones made here. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** false for tests, which have nothing to lose to a power cut. */
  readonly durable?: boolean;
  readonly logLevel?: "warn" | "info" | "debug" | "silent";
  readonly pretty?: boolean;
  /** Ends what is started, also while it is starting; one of its own unless given. */
  readonly lifecycle?: Lifecycle;
  /** Told before each step that takes a while. */
  readonly progress?: (step: string) => void;
}

export interface Product {
  readonly portalOrigin: string;
  /** Undefined where karte was not asked for. */
  readonly karteOrigin: string | undefined;
  /** Undefined where the console was not asked for. */
  readonly consoleOrigin: string | undefined;
  readonly integrationOrigin: string | undefined;
  readonly sandboxOrigin: string;
  /** As the owner of all of it. */
  readonly databaseUrl: string;
  /** As portal and worker connect. */
  readonly servingUrl: string;
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

/** Applications on this machine that are told when a session of theirs ends. */
function localOrigins(
  { karteOrigin }: PortalSettings,
  consoles: readonly (string | undefined)[],
  { environment }: ProductOptions,
): string[] {
  const named = (environment ?? process.env).OUTBOUND_LOOPBACK ?? "";
  const ours = [karteOrigin, ...consoles].filter((origin) => origin !== undefined);
  return [...ours, ...list().parse(named)];
}

/** The sample company's servers; read only where they are wanted. */
async function runCompany(lifecycle: Lifecycle, progress: (step: string) => void) {
  const began = Date.now();
  const company = await lifecycle.start(
    "sample company",
    async () => (await import("@sekimori/sandbox/company")).startCompany(),
    (started) => started.stop(),
  );
  progress(`Started the sample company's servers (${seconds(Date.now() - began)})`);
  return company;
}

/** The sample company's domains can be verified for an organisation, too. */
const resolverOf = ({ network: { resolver } }: World) => `${resolver.address}:${resolver.port}`;

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

const toldOf = (progress: (step: string) => void) => (ms: number) =>
  progress(`Loaded three months of the sample company (${seconds(ms)})`);

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
  const lifecycle = options.lifecycle ?? createLifecycle({ logger });
  const clock = movableClock();
  const kept = developmentSecrets(join(options.dataFolder, "secrets.json"));
  const portalOrigin = options.portalOrigin ?? `http://localhost:${options.portalPort}`;
  const sandboxOrigin = `http://localhost:${options.sandboxPort}`;
  const karteOrigin =
    options.kartePort === undefined
      ? undefined
      : (options.karteOrigin ?? `http://localhost:${options.kartePort}`);

  const consoleOrigin =
    options.consolePort === undefined
      ? undefined
      : (options.consoleOrigin ?? `http://localhost:${options.consolePort}`);

  const integrationOrigin =
    options.integrationPort === undefined
      ? undefined
      : (options.integrationOrigin ?? `http://localhost:${options.integrationPort}`);

  progress("Starting the database");
  const url = await databaseUrl(options, lifecycle, logger);
  const owner = await lifecycle.start(
    "database connections of the sandbox",
    async () => openDatabase<Tables>({ url, logger, poolSize: 20, schema: "portal" }),
    (opened) => opened.close(),
  );
  await migrate(owner, [...portalMigrations, ...sandboxMigrations]);
  const servingUrl = await prepareServingRole(owner, url, {
    ...portalFence,
    // One database server may hold several installations.
    role: `${decodeURIComponent(new URL(url).pathname.slice(1))}_portal`,
    password: createHmac("sha256", kept.portalSecret).update("database role").digest("base64url"),
  });
  const database = await lifecycle.start(
    "database connections",
    async () =>
      openServingDatabase<Tables>({
        url: servingUrl,
        fence: portalFence,
        logger,
        poolSize: 20,
        schema: "portal",
      }),
    (opened) => opened.close(),
  );
  // For operators' commands on this installation, who cannot know the password; it is in here.
  const urlFile = databaseUrlFile(options.dataFolder);
  writeFileSync(urlFile, url, { mode: 0o600 });
  await lifecycle.start(
    "database address",
    async () => urlFile,
    async (file) => rmSync(file, { force: true }),
  );

  const company = options.sampleCompany ? await runCompany(lifecycle, progress) : undefined;

  progress("Starting sandbox, portal and worker");
  const externalId = {
    clientId: "portal",
    name: "Sekimori",
    clientSecret: createHmac("sha256", kept.portalSecret).update("external ID").digest("base64url"),
    redirectUris: [externalIdRedirectUri(portalOrigin)],
  };
  // For organisations of the demonstration, whose owners set single sign-on up with it.
  const companyProvider = {
    clientId: "company",
    name: "Sekimori",
    clientSecret: "sandbox-company-secret",
    redirectUris: [organisationSignInUri(portalOrigin)],
    redirectUrisBelow: `${organisationSignInUri(portalOrigin)}/`,
    postLogoutRedirectUrisBelow: `${organisationSignOutUri(portalOrigin)}/`,
  };
  const settings = parseSettings(portalSettingsSchema, {
    SEKIMORI_MODE: "development",
    PORTAL_ORIGIN: portalOrigin,
    PORTAL_SECRET: kept.portalSecret,
    PORTAL_LOOKUP_SECRET: kept.portalLookupSecret,
    PORTAL_DATA_KEYS: kept.portalDataKeys,
    SANDBOX_URL: sandboxOrigin,
    ...(company === undefined ? {} : { DOMAIN_NAME_SERVERS: resolverOf(company) }),
    EXTERNAL_ID_ISSUER: `${sandboxOrigin}/identity`,
    EXTERNAL_ID_CLIENT_ID: externalId.clientId,
    EXTERNAL_ID_CLIENT_SECRET: externalId.clientSecret,
    ...(karteOrigin === undefined ? {} : { KARTE_ORIGIN: karteOrigin }),
    ...(options.environment ?? process.env),
  });
  const sandbox = await createSandbox({
    database: owner,
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
        webhookUrl: `${portalOrigin}${apiBase}/payment/webhook`,
        fingerprintKey: kept.paymentFingerprintKey,
        merchantName: "Sekimori",
      },
      identityClients: [externalId, companyProvider],
      demoSignIns: [demoSignIn],
      links: [{ name: "Portal", url: portalOrigin }],
      company,
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
    gateway: await paymentInProduct(
      options.environment ?? process.env,
      {
        apiOrigin: sandboxOrigin,
        fieldsUrl: `${sandboxOrigin}/payment/fields`,
        publishableKey: kept.paymentPublishableKey,
        secretKey: kept.paymentSecretKey,
        webhookSecret: kept.paymentWebhookSecret,
      },
      database,
    ),
    outbound: createOutbound({
      production: false,
      loopback: [
        sandboxOrigin,
        ...localOrigins(settings, [consoleOrigin, integrationOrigin], options),
      ],
    }),
    ...(options.webFolder === undefined ? {} : { webFolder: options.webFolder }),
  });
  await lifecycle.start(
    "audit sequencer",
    () => portal.startSequencer(),
    (sequencer) => sequencer.stop(),
  );
  const people = await seedDemo(portal);
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
  if (options.kartePort !== undefined && karteOrigin !== undefined) {
    progress("Starting karte");
    await startKarte({
      port: options.kartePort,
      origin: karteOrigin,
      portalOrigin,
      secret: kept.portalSecret,
      ownerUrl: url,
      portal,
      smtpPort,
      clock,
      logger,
      lifecycle,
      ...(options.karteWebFolder === undefined ? {} : { webFolder: options.karteWebFolder }),
      ...(company === undefined
        ? {}
        : { sample: { fixtures: company.network, people, told: toldOf(progress) } }),
    });
  }
  const forConsoles = {
    portalOrigin,
    secret: kept.portalSecret,
    portal,
    database,
    people,
    clock,
    logger,
    lifecycle,
    environment: options.environment ?? process.env,
    ...(options.consoleWebFolder === undefined ? {} : { webFolder: options.consoleWebFolder }),
  };
  if (options.consolePort !== undefined && consoleOrigin !== undefined) {
    progress("Starting the console");
    await startConsole({ ...forConsoles, port: options.consolePort, origin: consoleOrigin });
  }
  if (options.integrationPort !== undefined && integrationOrigin !== undefined) {
    progress("Starting the integrator's console");
    const at = { port: options.integrationPort, origin: integrationOrigin };
    await startIntegration({ ...forConsoles, ...at });
  }
  return {
    portalOrigin,
    karteOrigin,
    consoleOrigin,
    integrationOrigin,
    sandboxOrigin,
    databaseUrl: url,
    servingUrl,
    lifecycle,
  };
}

/** Forgets everything a development installation has kept. */
export function resetData(dataFolder: string): void {
  rmSync(dataFolder, { recursive: true, force: true });
}
