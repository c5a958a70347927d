import { integer, origin, parseSettings, secret, webAddress } from "@sekimori/kit-server/settings";
import { portalSettingsSchema } from "@sekimori/portal-server/settings";
import { z } from "zod";

const pem = (kind: string) =>
  z.string().regex(new RegExp(`-----BEGIN [A-Z ]*${kind}-----`), `must be a ${kind} in PEM`);

/** Whether PostgreSQL is on this machine, or every connection to it is encrypted and checked. */
function isPrivate(databaseUrl: string): boolean {
  const { hostname, searchParams } = new URL(databaseUrl);
  const isHere = ["", "localhost", "127.0.0.1", "[::1]"].includes(hostname);
  return isHere || searchParams.get("sslmode") === "verify-full";
}

/**
 * What a separate process needs beside the portal's own settings. In production mode nothing of
 * the sandbox is accepted and every origin is https.
 */
export const processSettingsSchema = portalSettingsSchema
  .extend({
    sekimoriMode: z.enum(["production", "development"]).default("production"),
    databaseUrl: secret(z.string().regex(/^postgres(ql)?:\/\//, "must begin with postgres://")),
    /** Connections this process opens at most. */
    databasePool: integer({ min: 2, max: 200 }).prefault("20"),
    smtpUrl: secret(z.string().regex(/^smtps?:\/\//, "must begin with smtp:// or smtps://")),
    listenHost: z.string().default("127.0.0.1"),
    listenPort: integer({ min: 1, max: 65_535 }).prefault("3000"),
    /** How long a portal serves on after SIGTERM while /readyz already says 503. */
    drainSeconds: integer({ min: 0, max: 25 }).prefault("5"),
    logLevel: z.enum(["fatal", "error", "warn", "info", "debug"]).default("info"),
    /** Certificate chain and key, PEM: the portal speaks TLS itself. Otherwise a proxy does. */
    tlsCertificate: secret(pem("CERTIFICATE")).optional(),
    tlsKey: secret(pem("PRIVATE KEY")).optional(),
    workerConcurrency: integer({ min: 1, max: 64 }).prefault("4"),

    paymentProvider: z.enum(["sandbox"]),
    paymentApiOrigin: origin(),
    paymentFieldsUrl: webAddress(),
    paymentPublishableKey: z.string().min(1),
    paymentSecretKey: secret(z.string().min(1)),
    paymentWebhookSecret: secret(z.string().min(1)),
  })
  .superRefine((settings, context) => {
    const refuse = (key: string, message: string) =>
      context.addIssue({ code: "custom", path: [key], message });
    if ((settings.tlsCertificate === undefined) !== (settings.tlsKey === undefined)) {
      refuse("tlsKey", "must be set together with TLS_CERTIFICATE");
    }
    if (settings.sekimoriMode !== "production") return;
    if (!settings.portalOrigin.startsWith("https:")) {
      refuse("portalOrigin", "must begin with https:// in production");
    }
    if (settings.paymentProvider === "sandbox") {
      refuse("paymentProvider", "must not be the sandbox in production");
    }
    if (!isPrivate(settings.databaseUrl.reveal())) {
      refuse("databaseUrl", "must end with ?sslmode=verify-full in production");
    }
    if (settings.sandboxUrl !== undefined) {
      refuse("sandboxUrl", "must not be set in production");
    }
  });

export type ProcessSettings = Readonly<z.output<typeof processSettingsSchema>>;

/** The environment with what production does unless it is told otherwise. */
export function withDefaults(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  if (environment.SEKIMORI_MODE === "development") return environment;
  return { ...environment, BREACHED_PASSWORDS: environment.BREACHED_PASSWORDS || "server" };
}

/** @throws SettingsError naming every setting that is missing or wrong */
export function readProcessSettings(environment: NodeJS.ProcessEnv): ProcessSettings {
  return parseSettings(processSettingsSchema, withDefaults(environment));
}
