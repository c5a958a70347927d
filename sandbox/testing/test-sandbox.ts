import { freePort } from "@sekimori/kit-development/testing/free-port";
import { type MovableClock, movableClock } from "@sekimori/kit-server/clock";
import { createLogger, type Logger } from "@sekimori/kit-server/logger";
import type { PostgresPool } from "kysely";
import type { PaymentSettings } from "../payment/settings.ts";
import { createSandbox, type Sandbox } from "../server/sandbox.ts";

export const testPaymentSettings = {
  publishableKey: "pk_test",
  secretKey: "sk_test_0123456789",
  webhookSecret: "whsec_test_0123456789",
  fingerprintKey: "fingerprint_test_0123456789",
  merchantName: "関守テスト <Shop>",
} satisfies PaymentSettings;

export interface TestSandbox {
  readonly sandbox: Sandbox;
  readonly clock: MovableClock;
  readonly origin: string;
  readonly smtpPort: number;
}

interface TestSandboxOptions {
  readonly portalOrigins?: readonly string[];
  readonly payment?: Partial<PaymentSettings>;
  readonly logger?: Logger;
  /** A free port on localhost unless given. */
  readonly origin?: string;
}

const isPortTaken = (error: unknown) =>
  error instanceof Error && "code" in error && error.code === "EADDRINUSE";

/** A sandbox on free ports over a migrated database; the caller stops it. */
export async function startTestSandbox(
  database: { readonly pool: PostgresPool },
  options: TestSandboxOptions = {},
): Promise<TestSandbox> {
  if (options.origin !== undefined) return startAt(options.origin, database, options);
  // Between finding a free port and listening somebody else may have taken it.
  for (let triesLeft = 4; ; triesLeft--) {
    try {
      return await startAt(`http://localhost:${await freePort()}`, database, options);
    } catch (error) {
      if (triesLeft === 0 || !isPortTaken(error)) throw error;
    }
  }
}

async function startAt(
  origin: string,
  database: { readonly pool: PostgresPool },
  options: TestSandboxOptions,
): Promise<TestSandbox> {
  const clock = movableClock();
  const sandbox = await createSandbox({
    database,
    clock,
    origin,
    portalOrigins: options.portalOrigins ?? ["http://localhost:3000"],
    smtpPort: 0,
    logger: options.logger ?? createLogger({ name: "sandbox", level: "silent" }),
    settings: {
      payment: { ...testPaymentSettings, ...options.payment },
      identityClients: [
        {
          clientId: "portal",
          name: "Sekimori",
          clientSecret: "portal-secret-0123456789",
          redirectUris: ["http://localhost:3000/gmoid-callback"],
        },
        {
          clientId: "company",
          name: "Sekimori (company)",
          clientSecret: "company-secret-0123456789",
          redirectUris: ["http://localhost:3000/organization-sign-in"],
          redirectUrisBelow: "http://localhost:3000/organization-sign-in/",
        },
      ],
      demoSignIns: [{ email: "demo@example.com", password: "Demo-Pass-1!" }],
    },
  });
  try {
    const { smtpPort } = await sandbox.start();
    return { sandbox, clock, origin, smtpPort };
  } catch (error) {
    await sandbox.stop();
    throw error;
  }
}
