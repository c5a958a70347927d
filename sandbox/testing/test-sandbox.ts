import { once } from "node:events";
import { createServer } from "node:net";
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

/** A port that nothing listened on a moment ago. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  probe.close();
  await once(probe, "close");
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}

/** A sandbox on free ports over a migrated database; the caller stops it. */
export async function startTestSandbox(
  database: { readonly pool: PostgresPool },
  options: TestSandboxOptions = {},
): Promise<TestSandbox> {
  const clock = movableClock();
  const origin = options.origin ?? `http://localhost:${await freePort()}`;
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
          clientSecret: "portal-secret-0123456789",
          redirectUris: ["http://localhost:3000/gmoid-callback"],
        },
      ],
      demoSignIns: [{ email: "demo@example.com", password: "Demo-Pass-1!" }],
    },
  });
  const { smtpPort } = await sandbox.start();
  return { sandbox, clock, origin, smtpPort };
}
