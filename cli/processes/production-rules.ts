import { BlockList, isIP } from "node:net";
import { verifiedConnections } from "@sekimori/kit-server/database";
import type { Keyring } from "@sekimori/kit-server/sealing";
import { trustsTooMany } from "@sekimori/kit-server/trusted-peers";
import { type AbroadSettings, unnamedCompaniesAbroad } from "./companies-abroad.ts";

/** What the rules look at; the settings of a process have more. */
export interface RuledSettings extends AbroadSettings {
  readonly sekimoriMode: "production" | "staging" | "development";
  readonly portalOrigin: string;
  readonly databaseUrl: { reveal(): string };
  readonly databaseDirectUrl?: { reveal(): string } | undefined;
  readonly databaseReadUrl?: { reveal(): string } | undefined;
  readonly portalSecret: { reveal(): string };
  readonly portalLookupSecret: { reveal(): string };
  readonly portalPasswordPepper?: { reveal(): string } | undefined;
  readonly portalDataKeys: { reveal(): Keyring };
  readonly limitFactor: number;
  readonly trustedProxies: readonly string[];
  readonly karteOrigin?: string | undefined;
  readonly externalIdIssuer?: string | undefined;
  readonly breachedPasswords: "off" | "server" | "folder";
  readonly breachedPasswordsSource: string;
  readonly paymentApiOrigin?: string | undefined;
  readonly paymentFieldsUrl?: string | undefined;
  readonly paymentPublishableKey: string;
  readonly paymentSecretKey: { reveal(): string };
  readonly captchaSiteKey?: string | undefined;
  readonly captchaSecretKey?: { reveal(): string } | undefined;
  readonly outboundLoopback: readonly string[];
  readonly sandboxUrl?: string | undefined;
  readonly nodeTlsRejectUnauthorized?: string | undefined;
  readonly otelExporterOtlpEndpoint?: string | undefined;
  readonly otelExporterOtlpHeaders?: unknown;
}

/** A setting and what it must be. */
type Problem = readonly [key: string, message: string];

/** A secret made by a generator has many different characters; a typed one repeats itself. */
const leastDifferent = 12;
const typed = /secret|password|change.?me|example|sekimori|qwerty|1234567|abcdef/i;

const isWeak = (secret: string) => new Set(secret).size < leastDifferent || typed.test(secret);
const isPlain = (key: Buffer) => new Set(key).size < 8;

/** How payment companies mark their keys, and the keys that captcha companies publish for tests. */
const testKey = /^(pk|sk|rk|whsec)_test_|^6LeIxAcTAAAAA|^[123]x0{20}/;
const liveKey = /^(pk|sk|rk)_live_/;

const loopback = new BlockList();
loopback.addSubnet("127.0.0.0", 8, "ipv4");
loopback.addAddress("::1", "ipv6");

/** Whether PostgreSQL is on this machine: by a socket, or at a loopback address. */
function isHere(host: string): boolean {
  const plain = host.replace(/^\[|\]$/g, "");
  if (plain.startsWith("/") || plain === "localhost") return true;
  const family = isIP(plain);
  return family !== 0 && loopback.check(plain, family === 6 ? "ipv6" : "ipv4");
}

/** Whether PostgreSQL is on this machine, or every connection to it is encrypted and checked. */
const isPrivateDatabase = (url: string): boolean =>
  verifiedConnections(url).every(({ host, isVerified }) => isHere(host) || isVerified);

/** Databases that others on the way could read along, or stand in for. */
export const uncheckedDatabases = (
  addresses: Readonly<Record<string, { reveal(): string } | undefined>>,
): Problem[] =>
  Object.entries(addresses)
    .filter(([, address]) => address !== undefined && !isPrivateDatabase(address.reveal()))
    .map(([key]) => [key, "must end with ?sslmode=verify-full in production"]);

/** Secrets that a person made up, or that stand in two places. */
export function unsafeSecrets(
  secrets: Readonly<Record<string, { reveal(): string } | undefined>>,
): Problem[] {
  const problems: Problem[] = [];
  const seen = new Set<string>();
  for (const [key, value] of Object.entries(secrets)) {
    const secret = value?.reveal();
    if (secret === undefined) continue;
    if (isWeak(secret)) {
      problems.push([key, "must be made by a generator (openssl rand -base64 32)"]);
    }
    if (seen.has(secret)) problems.push([key, "must not be the same as another secret"]);
    seen.add(secret);
  }
  return problems;
}

/** Keys of personal data that no generator made, or that stand there twice. */
export function unsafeKeys(key: string, keyring: Keyring): Problem[] {
  const problems: Problem[] = [];
  const keys = [...keyring.keys.values()].map((one) => one.export());
  if (keys.some(isPlain)) problems.push([key, "must hold random keys (openssl rand -base64 32)"]);
  if (new Set(keys.map((one) => one.toString("hex"))).size < keys.length) {
    problems.push([key, "must not hold one key under two names"]);
  }
  return problems;
}

/** Proxies whose word on addresses would be everybody's word. */
export function unsafeProxies(proxies: readonly string[]): Problem[] {
  return proxies.some(trustsTooMany)
    ? [["trustedProxies", "must name your own proxies, not everybody"]]
    : [];
}

/** Node.js's own switch: with it no certificate is checked, the database's neither. */
export function uncheckedTls(value: string | undefined): Problem[] {
  return value === "0"
    ? [["nodeTlsRejectUnauthorized", "must not be 0: no certificate would be checked"]]
    : [];
}

/** Partners' make-believe: theirs to allow where an installation is for trying out, nowhere else. */
function unsafePartners(settings: RuledSettings): Problem[] {
  const problems: Problem[] = [];
  const isStaging = settings.sekimoriMode === "staging";
  const keys: Readonly<Record<string, string | undefined>> = {
    paymentPublishableKey: settings.paymentPublishableKey,
    paymentSecretKey: settings.paymentSecretKey.reveal(),
    captchaSiteKey: settings.captchaSiteKey,
    captchaSecretKey: settings.captchaSecretKey?.reveal(),
  };
  for (const [key, value] of Object.entries(keys)) {
    if (value === undefined) continue;
    if (isStaging && liveKey.test(value)) {
      problems.push([key, "must be a test key in staging: no real card may be charged there"]);
    }
    if (!isStaging && testKey.test(value)) {
      problems.push([key, "must not be a test key in production (SEKIMORI_MODE=staging takes it)"]);
    }
  }
  if (isStaging) return problems;
  problems.push(...unnamedCompaniesAbroad(settings));
  if (settings.paymentProvider === "sandbox") {
    problems.push(["paymentProvider", "must not be the sandbox in production"]);
  }
  if (settings.sandboxUrl !== undefined) {
    problems.push(["sandboxUrl", "must not be set in production"]);
  }
  return problems;
}

/** One origin is one cookie jar: either application's pages could act in the other's name. */
export const sameOrigin = "must not be the origin of PORTAL_ORIGIN";

/**
 * What production and staging refuse to start with, as pairs of setting and sentence. Looked at is
 * what takes effect: the connection as the driver reads it, not how it is spelled.
 */
export function unsafeSettings(settings: RuledSettings): Problem[] {
  if (settings.sekimoriMode === "development") return [];
  const problems = unsafePartners(settings);
  const refuse = (key: string, message: string) => problems.push([key, message]);
  problems.push(
    ...unsafeSecrets({
      portalSecret: settings.portalSecret,
      portalLookupSecret: settings.portalLookupSecret,
      portalPasswordPepper: settings.portalPasswordPepper,
    }),
    ...unsafeKeys("portalDataKeys", settings.portalDataKeys.reveal()),
    ...unsafeProxies(settings.trustedProxies),
    ...uncheckedTls(settings.nodeTlsRejectUnauthorized),
    ...unsafeTelemetry(settings),
    ...uncheckedDatabases({
      databaseUrl: settings.databaseUrl,
      databaseDirectUrl: settings.databaseDirectUrl,
      databaseReadUrl: settings.databaseReadUrl,
    }),
  );
  if (settings.limitFactor !== 1) refuse("limitFactor", "must not be set in production");
  const partners: Readonly<Record<string, string | undefined>> = {
    portalOrigin: settings.portalOrigin,
    karteOrigin: settings.karteOrigin,
    externalIdIssuer: settings.externalIdIssuer,
    breachedPasswordsSource:
      settings.breachedPasswords === "server" ? settings.breachedPasswordsSource : undefined,
    paymentApiOrigin: settings.paymentApiOrigin,
    paymentFieldsUrl: settings.paymentFieldsUrl,
    sandboxUrl: settings.sandboxUrl,
  };
  for (const [key, value] of Object.entries(partners)) {
    if (value !== undefined && !value.startsWith("https:")) {
      refuse(key, "must begin with https:// in production");
    }
  }
  if (settings.outboundLoopback.length > 0) {
    refuse("outboundLoopback", "must not be set in production");
  }
  return problems;
}

/** What the receiver of traces knows us by goes over a network encrypted, or not at all. */
export function unsafeTelemetry(settings: {
  readonly otelExporterOtlpEndpoint?: string | undefined;
  readonly otelExporterOtlpHeaders?: unknown;
}): Problem[] {
  const { otelExporterOtlpEndpoint: endpoint, otelExporterOtlpHeaders: headers } = settings;
  if (endpoint === undefined || headers === undefined || !endpoint.startsWith("http:")) return [];
  if (URL.canParse(endpoint) && isHere(new URL(endpoint).hostname)) return [];
  const message = "must begin with https:// where OTEL_EXPORTER_OTLP_HEADERS is set";
  return [["otelExporterOtlpEndpoint", message]];
}
