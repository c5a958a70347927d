import { isPrivateNetwork } from "@sekimori/kit-server/outbound";
import {
  type Environment,
  fraction,
  integer,
  list,
  networks,
  parseSettings,
  secret,
} from "@sekimori/kit-server/settings";
import { portalSettingsSchema } from "@sekimori/portal-server/settings";
import { z } from "zod";
import { databaseAddress } from "./database-address.ts";
import { passkeyDomainProblem } from "./passkey-domain.ts";
import { paymentProblems, paymentSettingsShape } from "./payment-settings.ts";
import { sameOrigin, unsafeSettings } from "./production-rules.ts";
import { areHeaders } from "./telemetry-headers.ts";

const pem = (kind: string) =>
  z.string().regex(new RegExp(`-----BEGIN [A-Z ]*${kind}-----`), `must be a ${kind} in PEM`);

/**
 * What a separate process needs beside the portal's own settings.
 */
export const processSettingsSchema = portalSettingsSchema
  .extend({
    /** The portal's database, as the role its processes use; several servers as `one:5432,two:5432`; see operations.md. */
    databaseUrl: secret(databaseAddress),
    /** The same database past a pooler in transaction mode, where `DATABASE_URL` leads through one; see operations.md. */
    databaseDirectUrl: secret(databaseAddress).optional(),
    /** A server that follows the one of `DATABASE_URL`, for lists that may be slightly old; see operations.md. */
    databaseReadUrl: secret(databaseAddress).optional(),
    /** Connections this process opens at most, beside up to four for everyday statements. */
    databasePool: integer({ min: 2, max: 200 }).prefault("20"),
    /** The mail server: `smtps://…`, or `smtp://…`, which production only uses with STARTTLS. */
    smtpUrl: secret(z.string().regex(/^smtps?:\/\//, "must begin with smtp:// or smtps://")),
    /** Address on which the process answers. */
    listenHost: z.string().default("127.0.0.1"),
    /** Port on which the process answers. */
    listenPort: integer({ min: 1, max: 65_535 }).prefault("3000"),
    /** How long a portal serves on after SIGTERM while /readyz already says 503. */
    drainSeconds: integer({ min: 0, max: 25 }).prefault("5"),
    /** The least important lines that are logged: `fatal`, `error`, `warn`, `info` or `debug`. */
    logLevel: z.enum(["fatal", "error", "warn", "info", "debug"]).default("info"),
    /** Certificate chain and key, PEM: the portal speaks TLS itself. Otherwise a proxy does. */
    tlsCertificate: secret(pem("CERTIFICATE")).optional(),
    /** The private key of `TLS_CERTIFICATE`, PEM. */
    tlsKey: secret(pem("PRIVATE KEY")).optional(),
    /** Private networks on which registered applications may be called, such as 10.1.0.0/16. */
    outboundNetworks: list()
      .refine(
        (networks) => networks.every(isPrivateNetwork),
        "must be a list of private networks such as 10.1.0.0/16",
      )
      .prefault(""),
    /** Origins on this machine that may be called; for development. */
    outboundLoopback: list().prefault(""),
    /** Addresses or networks that may read /metrics. */
    metricsReaders: networks().prefault("127.0.0.1, ::1"),
    /** Where a process answers /metrics, /healthz and /readyz; nowhere unless a port is set. */
    probeHost: z.string().default("127.0.0.1"),
    /** Port of /metrics, /healthz and /readyz; nowhere unless set. */
    probePort: integer({ min: 1, max: 65_535 }).optional(),
    /** Base address of an OpenTelemetry receiver (OTLP over HTTP), such as http://127.0.0.1:4318: traces and figures go there; nowhere unless set. */
    otelExporterOtlpEndpoint: z
      .string()
      .regex(/^https?:\/\/\S+$/, "must begin with http:// or https://")
      .optional(),
    /** What the receiver of OTEL_EXPORTER_OTLP_ENDPOINT knows its senders by, as `name=value,name=value`. */
    otelExporterOtlpHeaders: secret(
      z
        .string()
        .refine(areHeaders, "must be name=value,name=value, with % ; , and = in values encoded"),
    ).optional(),
    /** Share of the requests and jobs whose trace is kept, from 0 to 1. */
    otelTracesSamplerArg: fraction().prefault("0.01"),
    /** Jobs that one worker process has under way at a time. */
    workerConcurrency: integer({ min: 1, max: 64 }).prefault("4"),
    /** Read by Node.js itself; known here only to be refused. */
    nodeTlsRejectUnauthorized: z.string().optional(),
    ...paymentSettingsShape,
  })
  .superRefine((settings, context) => {
    const refuse = (key: string, message: string) =>
      context.addIssue({ code: "custom", path: [key], message });
    if ((settings.tlsCertificate === undefined) !== (settings.tlsKey === undefined)) {
      refuse("tlsKey", "must be set together with TLS_CERTIFICATE");
    }
    if (settings.karteOrigin === settings.portalOrigin) refuse("karteOrigin", sameOrigin);
    const { portalOrigin, passkeyRpId } = settings;
    const domainProblem =
      passkeyRpId === undefined ? undefined : passkeyDomainProblem(portalOrigin, passkeyRpId);
    if (domainProblem !== undefined) refuse("passkeyRpId", domainProblem);
    for (const [key, message] of [...paymentProblems(settings), ...unsafeSettings(settings)]) {
      refuse(key, message);
    }
  });

export type ProcessSettings = Readonly<z.output<typeof processSettingsSchema>>;

/** What production does unless it is set otherwise. */
export function productionDefaults(given: Environment): Environment {
  return given.SEKIMORI_MODE === "development" ? {} : { BREACHED_PASSWORDS: "server" };
}

/** @throws SettingsError naming every setting that is missing or wrong */
export function readProcessSettings(environment: NodeJS.ProcessEnv): ProcessSettings {
  return parseSettings(processSettingsSchema, environment, {
    fill: productionDefaults,
    asksCompany: true,
  });
}
