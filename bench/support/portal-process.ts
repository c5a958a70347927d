import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { RunningProduct } from "@sekimori/e2e/running-product";
import { freePort } from "@sekimori/kit-development/testing/free-port";
import { z } from "zod";

const pathOf = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));
const runtime = pathOf("../../node_modules/.bin/node");
const command = pathOf("../../cli/bin.mjs");

const secretsSchema = z.object({
  portalSecret: z.string(),
  portalLookupSecret: z.string(),
  portalDataKeys: z.string(),
  paymentPublishableKey: z.string(),
  paymentSecretKey: z.string(),
  paymentWebhookSecret: z.string(),
});

/** One `sekimori portal`, as an operator starts it, on the database of a running product. */
export interface PortalProcess {
  readonly origin: string;
  /** From the command to the first answer, which came from the database. */
  readonly millisecondsToAnswer: number;
  /** Resident memory in MiB, as the kernel counts it. */
  residentMiB(): number;
  stop(): Promise<void>;
}

async function answered(origin: string, child: ChildProcess): Promise<void> {
  while (child.exitCode === null) {
    const answer = await fetch(`${origin}/readyz`).catch(() => undefined);
    if (answer?.ok) return;
    await pause(5);
  }
  throw new Error("The portal process ended before it answered.");
}

/** One machine stands for all clients: each names a network of its own, and no limit is reached. */
export const liftedLimits = {
  TRUSTED_PROXIES: "127.0.0.1,::1",
  SIGN_INS_PER_NETWORK: "10000000",
  SIGN_INS_PER_ACCOUNT: "10000000",
  LIMIT_FACTOR: "100000",
} as const;

/** What a process on the database of a running product is told. */
export type PortalEnvironment = Readonly<
  Record<"PORTAL_SECRET" | "PORTAL_LOOKUP_SECRET" | "PORTAL_DATA_KEYS", string> &
    Record<string, string>
>;

/** @param dataFolder where the product keeps its secrets, which are the process's too. */
export function portalEnvironment(product: RunningProduct, dataFolder: string): PortalEnvironment {
  const secrets = secretsSchema.parse(
    JSON.parse(readFileSync(join(dataFolder, "secrets.json"), "utf8")),
  );
  return {
    NODE_ENV: "production",
    SEKIMORI_MODE: "development",
    DATABASE_URL: product.servingUrl,
    PORTAL_ORIGIN: product.portalOrigin,
    LISTEN_HOST: "127.0.0.1",
    DRAIN_SECONDS: "0",
    ...liftedLimits,
    PORTAL_SECRET: secrets.portalSecret,
    PORTAL_LOOKUP_SECRET: secrets.portalLookupSecret,
    PORTAL_DATA_KEYS: secrets.portalDataKeys,
    // It answers HTTP only: no mail leaves from here.
    SMTP_URL: "smtp://127.0.0.1:1",
    PAYMENT_PROVIDER: "sandbox",
    PAYMENT_API_ORIGIN: product.sandboxOrigin,
    PAYMENT_FIELDS_URL: `${product.sandboxOrigin}/payment/fields`,
    PAYMENT_PUBLISHABLE_KEY: secrets.paymentPublishableKey,
    PAYMENT_SECRET_KEY: secrets.paymentSecretKey,
    PAYMENT_WEBHOOK_SECRET: secrets.paymentWebhookSecret,
  };
}

/** @param more settings beside those that the product's own processes have. */
export async function startPortalProcess(
  product: RunningProduct,
  dataFolder: string,
  more: Readonly<Record<string, string>> = {},
): Promise<PortalProcess> {
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const began = performance.now();
  const child = spawn(runtime, [command, "portal"], {
    stdio: ["ignore", "ignore", "inherit"],
    env: {
      ...process.env,
      ...portalEnvironment(product, dataFolder),
      PORTAL_ORIGIN: origin,
      LISTEN_PORT: String(port),
      ...more,
    },
  });
  const exited = once(child, "exit");
  await answered(origin, child);
  return {
    origin,
    millisecondsToAnswer: performance.now() - began,
    residentMiB() {
      const status = readFileSync(`/proc/${child.pid}/status`, "utf8");
      return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) / 1024;
    },
    async stop() {
      child.kill("SIGTERM");
      await exited;
    },
  };
}
