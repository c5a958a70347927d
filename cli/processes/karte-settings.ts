import { karteSettingsSchema } from "@sekimori/karte-server/settings";
import {
  type Environment,
  integer,
  list,
  parseSettings,
  secret,
} from "@sekimori/kit-server/settings";
import type { z } from "zod";
import { databaseAddress } from "./database-address.ts";
import {
  sameOrigin,
  uncheckedDatabases,
  uncheckedTls,
  unsafeKeys,
  unsafeProxies,
  unsafeSecrets,
  unsafeTelemetry,
} from "./production-rules.ts";
import { processSettingsSchema } from "./settings.ts";

const {
  smtpUrl,
  listenHost,
  drainSeconds,
  logLevel,
  metricsReaders,
  probeHost,
  probePort,
  nodeTlsRejectUnauthorized,
  otelExporterOtlpEndpoint,
  otelExporterOtlpHeaders,
  otelTracesSamplerArg,
} = processSettingsSchema.shape;

/** What a process of karte needs beside karte's own settings. */
export const karteProcessSchema = karteSettingsSchema
  .extend({
    smtpUrl,
    listenHost,
    drainSeconds,
    logLevel,
    metricsReaders,
    probeHost,
    probePort,
    nodeTlsRejectUnauthorized,
    otelExporterOtlpEndpoint,
    otelExporterOtlpHeaders,
    otelTracesSamplerArg,
    /** As a role that owns nothing: row level security does not bind the owner of the tables. */
    karteDatabaseUrl: secret(databaseAddress),
    /** The same database past a pooler in transaction mode, where `KARTE_DATABASE_URL` leads through one. */
    karteDatabaseDirectUrl: secret(databaseAddress).optional(),
    /** A server that follows the one of `KARTE_DATABASE_URL`, for lists and searches that may be slightly old; see operations.md. */
    karteDatabaseReadUrl: secret(databaseAddress).optional(),
    /** Connections this process opens at most. */
    databasePool: integer({ min: 2, max: 200 }).prefault("20"),
    /** Port on which the process answers. */
    listenPort: integer({ min: 1, max: 65_535 }).prefault("3001"),
    /** Private networks of the operator's on which webhooks may be called. */
    outboundNetworks: list().prefault(""),
    /** Domains whose owners do not want to be examined; beats every customer's request. */
    scanOptOut: list().prefault(""),
  })
  .superRefine((settings, context) => {
    const refuse = (key: string, message: string) =>
      context.addIssue({ code: "custom", path: [key], message });
    for (const key of ["s3AccessKeyId", "s3SecretAccessKey"] as const) {
      if (settings.s3Endpoint !== undefined && settings[key] === undefined) {
        refuse(key, "is required with S3_ENDPOINT");
      }
    }
    if (settings.karteOrigin === settings.portalOrigin) refuse("karteOrigin", sameOrigin);
    if (settings.sekimoriMode === "development") return;
    if (settings.s3Endpoint?.startsWith("http:")) {
      refuse("s3Endpoint", "must begin with https:// in production");
    }
    for (const key of ["karteOrigin", "portalOrigin"] as const) {
      if (!settings[key].startsWith("https:"))
        refuse(key, "must begin with https:// in production");
    }
    for (const [key, message] of [
      ...unsafeSecrets({
        karteSecret: settings.karteSecret,
        karteClientSecret: settings.karteClientSecret,
      }),
      ...unsafeKeys("karteDataKeys", settings.karteDataKeys.reveal()),
      ...unsafeProxies(settings.trustedProxies),
      ...uncheckedTls(settings.nodeTlsRejectUnauthorized),
      ...unsafeTelemetry(settings),
      ...uncheckedDatabases({
        karteDatabaseUrl: settings.karteDatabaseUrl,
        karteDatabaseDirectUrl: settings.karteDatabaseDirectUrl,
        karteDatabaseReadUrl: settings.karteDatabaseReadUrl,
      }),
    ]) {
      refuse(key, message);
    }
  });

export type KarteProcessSettings = Readonly<z.output<typeof karteProcessSchema>>;

/** @throws SettingsError naming every setting that is missing or wrong */
export function readKarteSettings(environment: Environment): KarteProcessSettings {
  return parseSettings(karteProcessSchema, environment, { asksCompany: true });
}
