import { randomBytes } from "node:crypto";
import { addressAs, ensureOwnerRole } from "@sekimori/kit-development/testing/owner-role";
import { openDatabase } from "@sekimori/kit-server/database";
import { createLogger } from "@sekimori/kit-server/logger";
import { sandboxMigrations } from "@sekimori/sandbox/migrations";
import { type StandIn, startStandIn } from "@sekimori/sandbox/stripe";
import { standInKeys } from "@sekimori/sandbox/stripe/keys";
import { startTestSandbox } from "@sekimori/sandbox/testing";
import { Client } from "pg";
import { inject } from "vitest";
import { freshDatabase } from "./databases.ts";
import { Mails } from "./mails.ts";
import { dataKeys, worldSecrets } from "./world.ts";

/** What an installation needs of others, and how it is configured to use them. */
export interface Surroundings {
  readonly standIn: StandIn;
  readonly mails: Mails;
  readonly settings: Readonly<Record<string, string>>;
  readonly portalSecrets: Readonly<Record<string, string>>;
  readonly karteSecrets: Readonly<Record<string, string>>;
  readonly stop: () => Promise<void>;
}

const secret = () => randomBytes(32).toString("base64url");

/** A mail server with mailboxes and a payment company, for an installation at these origins. */
export async function startSurroundings(
  origin: string,
  karteOrigin: string,
): Promise<Surroundings> {
  const books = openDatabase({
    url: await freshDatabase(inject("postgresUrl"), sandboxMigrations),
    logger: createLogger({ name: "sandbox", level: "silent" }),
    poolSize: 5,
  });
  const sandbox = await startTestSandbox(books, { portalOrigins: [origin] });
  const standIn = await startStandIn();
  const SMTP_URL = `smtp://127.0.0.1:${sandbox.smtpPort}`;
  return {
    standIn,
    mails: new Mails(sandbox.origin),
    settings: {
      LOG_LEVEL: "info",
      SEKIMORI_MODE: "development",
      PORTAL_ORIGIN: origin,
      KARTE_ORIGIN: karteOrigin,
      LISTEN_HOST: "127.0.0.1",
      DRAIN_SECONDS: "0",
      LIMIT_FACTOR: "1000",
      TRUSTED_PROXIES: "127.0.0.1,::1",
      PAYMENT_PROVIDER: "stripe",
      PAYMENT_STAND_IN: standIn.origin,
      PAYMENT_PUBLISHABLE_KEY: standInKeys.publishableKey,
    },
    portalSecrets: {
      ...worldSecrets,
      SMTP_URL,
      PAYMENT_SECRET_KEY: standInKeys.secretKey,
      PAYMENT_WEBHOOK_SECRET: standInKeys.webhookSecret,
    },
    karteSecrets: { SMTP_URL, KARTE_SECRET: secret(), KARTE_DATA_KEYS: dataKeys },
    async stop() {
      await standIn.stop();
      await sandbox.sandbox.stop();
      await books.close();
    },
  };
}

/** An empty database on the tests' server, its owner's address and that of the role that serves. */
export async function emptyDatabase(migrations: Parameters<typeof ensureOwnerRole>[1]) {
  const server = inject("postgresUrl");
  const name = `installed_${randomBytes(6).toString("hex")}`;
  const client = new Client({ connectionString: server });
  await client.connect();
  try {
    const owner = await ensureOwnerRole(client, migrations);
    await client.query(`create database ${name} owner ${owner.name}`);
    return {
      owner: addressAs(owner, server, name),
      serving: addressAs(owner.serving, server, name),
      role: owner.serving.name,
    };
  } finally {
    await client.end();
  }
}
