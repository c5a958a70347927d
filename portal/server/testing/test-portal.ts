import { setTimeout } from "node:timers/promises";
import {
  createTestDatabase,
  failOnUndeclared,
  type TestClient,
  type TestDatabase,
  testClient,
} from "@sekimori/kit-development/testing";
import { type MovableClock, movableClock } from "@sekimori/kit-server/clock";
import { type JobWorker, startWorker } from "@sekimori/kit-server/jobs";
import { createLogger } from "@sekimori/kit-server/logger";
import { createOutbound } from "@sekimori/kit-server/outbound";
import { parseSettings } from "@sekimori/kit-server/settings";
import { sandboxMigrations } from "@sekimori/sandbox/migrations";
import { startTestSandbox, type TestSandbox, testPaymentSettings } from "@sekimori/sandbox/testing";
import { PaymentClient } from "@sekimori/sandbox/testing/payment-client";
import { sandboxPaymentGateway } from "../adapters/sandbox-payment.ts";
import type { Tables } from "../database/generated/tables.ts";
import { portalMigrations } from "../migrations.ts";
import { createPortal, type Portal, type PortalOptions } from "../portal.ts";
import type { PaymentGateway } from "../ports/payment-gateway.ts";
import { portalSettingsSchema } from "../settings.ts";
import { MemoryMailer } from "./memory-mailer.ts";

export const testOrigin = "http://localhost:3000";

export const testEnvironment = {
  PORTAL_ORIGIN: testOrigin,
  PORTAL_SECRET: "a secret for tests, and for nothing else",
  PORTAL_LOOKUP_SECRET: "another secret for tests, and nothing else",
  PORTAL_DATA_KEYS: `test:${Buffer.alloc(32, 7).toString("base64")}`,
  SIGN_INS_PER_NETWORK: "1000000",
};

/** The portal on a database of its own, with a movable clock, a worker and the real sandbox. */
export interface TestPortal extends Portal {
  readonly database: TestDatabase<Tables>;
  readonly clock: MovableClock;
  readonly mails: MemoryMailer;
  readonly company: PaymentClient;
  readonly sandbox: TestSandbox;
  /** A browser of its own, at an address of its own, so that limits by network do not meet. */
  browser(address?: string): TestClient;
  /** Waits until the worker has done every job that is due; what failed waits for its next try. */
  jobsDone(): Promise<void>;
  close(): Promise<void>;
}

let addresses = 0;

function nextAddress(): string {
  addresses += 1;
  return `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`;
}

export interface TestPortalOptions extends Partial<PortalOptions> {
  /** Whether the portal's own cron runs when the clock is moved: not where a test does its work. */
  readonly scheduled?: boolean;
}

/** Starts all of it; the caller closes it. */
export async function startTestPortal(
  changes: Readonly<Record<string, string>> = {},
  { scheduled = true, ...options }: TestPortalOptions = {},
  /** Puts something between the portal and the payment company. */
  disturb: (gateway: PaymentGateway) => PaymentGateway = (gateway) => gateway,
): Promise<TestPortal> {
  const database = await createTestDatabase<Tables>(
    [...portalMigrations, ...sandboxMigrations],
    "portal",
  );
  const sandbox = await startTestSandbox(database, { portalOrigins: [testOrigin] });
  const clock = movableClock();
  const logger = createLogger({ name: "test", level: "silent" });
  const mails = new MemoryMailer();
  const portal = await createPortal({
    settings: parseSettings(portalSettingsSchema, {
      ...testEnvironment,
      EXTERNAL_ID_ISSUER: `${sandbox.origin}/identity`,
      EXTERNAL_ID_CLIENT_ID: "portal",
      EXTERNAL_ID_CLIENT_SECRET: "portal-secret-0123456789",
      ...changes,
    }),
    database,
    clock,
    logger,
    mailer: mails,
    gateway: disturb(
      sandboxPaymentGateway({
        apiOrigin: sandbox.origin,
        fieldsUrl: `${sandbox.origin}/payment/fields`,
        publishableKey: testPaymentSettings.publishableKey,
        secretKey: testPaymentSettings.secretKey,
        webhookSecret: testPaymentSettings.webhookSecret,
      }),
    ),
    outbound: createOutbound({ production: false, loopback: [sandbox.origin] }),
    ...options,
  });
  const worker: JobWorker = await startWorker({
    database,
    jobs: portal.jobs,
    cron: scheduled ? portal.cron : [],
    clock,
    logger,
  });
  await portal.app.ready();
  return {
    ...portal,
    database,
    clock,
    mails,
    sandbox,
    company: new PaymentClient(sandbox.origin),
    browser: (address) => testClient(portal.app, address ?? nextAddress()),
    async jobsDone() {
      const due =
        "select from graphile_worker.jobs where run_at <= now() and attempts < max_attempts";
      while ((await database.pool.query(due)).rowCount !== 0) await setTimeout(20);
    },
    async close() {
      await worker.stop();
      await portal.stop();
      await sandbox.sandbox.stop();
      await database.close();
      failOnUndeclared(portal.app);
    },
  };
}
