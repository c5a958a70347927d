import { parseSettings, SettingsError, shapeOf, variableName } from "@sekimori/kit-server/settings";
import { expect, test } from "vitest";
import type { z } from "zod";
import { companyEnvironment } from "../testing/company-environment.ts";
import { unnamedCompaniesAbroad } from "./companies-abroad.ts";
import {
  consoleProcessSchema,
  integrationProcessSchema,
  readConsoleSettings,
  readIntegrationSettings,
} from "./console-settings.ts";
import { karteProcessSchema, readKarteSettings } from "./karte-settings.ts";
import { processSettingsSchema, readProcessSettings } from "./settings.ts";

// As a generator makes them.
const secret = (letter: string) => `${letter}kZ7pQ2vX9mT4wB8nR1cF6hJ3dL5gY0u`;
const key = (fill: number) =>
  Buffer.from(Array.from({ length: 32 }, (_, index) => (index * 37 + fill) & 255)).toString(
    "base64",
  );
const environment = {
  ...companyEnvironment,
  DATABASE_URL: "postgres://portal@127.0.0.1/sekimori",
  SMTP_URL: "smtps://mail.example",
  PORTAL_ORIGIN: "https://portal.example",
  PORTAL_SECRET: secret("a"),
  PORTAL_LOOKUP_SECRET: secret("b"),
  PORTAL_DATA_KEYS: `k1:${key(1)}`,
  PAYMENT_PROVIDER: "stripe",
  // The form of keys for real money, and nobody's.
  PAYMENT_PUBLISHABLE_KEY: `pk_live_${"0aB1".repeat(6)}`,
  PAYMENT_SECRET_KEY: `sk_live_${"0aB1".repeat(6)}`,
  PAYMENT_WEBHOOK_SECRET: `whsec_${"0aB1".repeat(6)}`,
  COMPANIES_ABROAD_JA: "Stripe, Inc.（米国）",
  COMPANIES_ABROAD_EN: "Stripe, Inc. (United States).",
};

/** Where an installation is tried out with make-believe partners. */
const tryingOut = {
  ...environment,
  SEKIMORI_MODE: "staging",
  PAYMENT_PROVIDER: "sandbox",
  PAYMENT_API_ORIGIN: "https://api.payment.example",
  PAYMENT_FIELDS_URL: "https://fields.payment.example/",
  PAYMENT_PUBLISHABLE_KEY: "pk",
  PAYMENT_SECRET_KEY: "sk",
  PAYMENT_WEBHOOK_SECRET: "whs",
};

/** What a process says of its settings when it refuses them. */
function complaints(
  changes: Readonly<Record<string, string>>,
  base: Readonly<Record<string, string>> = environment,
): string {
  try {
    readProcessSettings({ ...base, ...changes });
    return "";
  } catch (error) {
    return String(error);
  }
}

test("passkeys belong to the portal's host or to a parent of it that can be registered", () => {
  expect(complaints({ PASSKEY_RP_ID: "portal.example" })).toBe("");
  expect(complaints({ PASSKEY_RP_ID: "other.example" })).toContain(
    "PASSKEY_RP_ID must be the host of PORTAL_ORIGIN (portal.example) or a parent of it",
  );
  expect(complaints({ PASSKEY_RP_ID: "example" })).toContain(
    "PASSKEY_RP_ID must be portal.example:",
  );
});

test("the settings of a careful operator start production", () => {
  expect(readProcessSettings(environment).sekimoriMode).toBe("production");
});

const database = "postgres://portal@database.example/sekimori";

test.each([
  "postgres://portal@127.0.0.1/sekimori",
  "postgres://portal@localhost/sekimori",
  "postgres://portal@[::1]/sekimori",
  "postgres://portal@127.8.8.8:6432/sekimori",
  "postgres://portal@database.example/sekimori?host=/run/postgresql",
  `${database}?sslmode=verify-full`,
])("production takes the database %s", (DATABASE_URL) => {
  expect(complaints({ DATABASE_URL })).toBe("");
});

// Row 33 of the assurance plan.
const unsafe: readonly (readonly [string, string])[] = [
  ["DATABASE_URL", database],
  ["DATABASE_URL", `${database}?sslmode=require`],
  ["DATABASE_URL", `${database}?sslmode=prefer`],
  ["DATABASE_URL", `${database}?sslmode=disable`],
  ["DATABASE_URL", `${database}?sslmode=no-verify`],
  ["DATABASE_URL", `${database}?sslmode=verify-ca&uselibpqcompat=true`],
  ["DATABASE_URL", `${database}?sslmode=verify-full&sslmode=disable`],
  ["DATABASE_URL", `${database}?sslmode=disable&sslmode=verify-full`],
  ["DATABASE_URL", `${database}?sslmode=verify-full&sslmode=no-verify`],
  ["DATABASE_URL", `${database}?ssl=true`],
  ["DATABASE_URL", "postgres://portal@127.0.0.1/sekimori?host=database.example"],
  ["DATABASE_URL", "postgres://portal@localhost/sekimori?host=10.0.0.7&sslmode=require"],
  ["DATABASE_URL", "postgresql://portal@10.0.0.7/sekimori"],
  ["DATABASE_URL", "postgres://portal@127.0.0.1.nip.example/sekimori"],
  ["DATABASE_DIRECT_URL", database],
  ["DATABASE_READ_URL", database],
  ["PORTAL_SECRET", "s".repeat(40)],
  ["PORTAL_SECRET", "changeme-changeme-changeme-changeme!"],
  ["PORTAL_SECRET", "MyVeryLongSecretForTheNewPortal2026!"],
  ["PORTAL_LOOKUP_SECRET", secret("a")],
  ["PORTAL_PASSWORD_PEPPER", secret("b")],
  ["PORTAL_PASSWORD_PEPPER", "12345678901234567890123456789012"],
  ["PORTAL_DATA_KEYS", `k1:${Buffer.alloc(32).toString("base64")}`],
  ["PORTAL_DATA_KEYS", `k1:${Buffer.alloc(32, 7).toString("base64")}`],
  ["PORTAL_DATA_KEYS", `k2:${key(1)},k1:${Buffer.alloc(32).toString("base64")}`],
  ["PORTAL_DATA_KEYS", `k2:${key(1)},k1:${key(1)}`],
  ["LIMIT_FACTOR", "2"],
  ["LIMIT_FACTOR", "1000000"],
  ["TRUSTED_PROXIES", "0.0.0.0/0"],
  ["TRUSTED_PROXIES", "10.0.0.1,::/0"],
  ["TRUSTED_PROXIES", "0.0.0.0/1,128.0.0.0/1"],
  ["TRUSTED_PROXIES", "true"],
  ["TRUSTED_PROXIES", "::/8"],
  // All of IPv4 as a corner of IPv6, or a half of it.
  ["TRUSTED_PROXIES", "::ffff:0:0/96"],
  ["TRUSTED_PROXIES", "::ffff:128.0.0.0/97"],
  ["TRUSTED_PROXIES", "0:0:0:0:0:ffff::/95"],
  ["TRUSTED_PROXIES", "::/64"],
  ["TRUSTED_PROXIES", "10.0.0.1/"],
  ["TRUSTED_PROXIES", "0.0.0.0/128.0.0.0"],
  ["METRICS_READERS", "10.0.0.1/none"],
  ["NODE_TLS_REJECT_UNAUTHORIZED", "0"],
  ["PORTAL_ORIGIN", "http://portal.example"],
  ["KARTE_ORIGIN", "http://karte.example"],
  ["KARTE_ORIGIN", "https://portal.example"],
  ["EXTERNAL_ID_ISSUER", "http://identity.example"],
  ["PAYMENT_API_ORIGIN", "http://localhost:3002"],
  ["PAYMENT_FIELDS_URL", "http://fields.payment.example/"],
  ["BREACHED_PASSWORDS_SOURCE", "http://ranges.example/"],
  ["SANDBOX_URL", "https://sandbox.example"],
  ["PAYMENT_PROVIDER", "sandbox"],
  ["PAYMENT_STAND_IN", "https://stand-in.example"],
  ["PAYMENT_STAND_IN", "http://localhost:3003"],
  ["PAYMENT_SECRET_KEY", "sk_test_51Mx"],
  ["PAYMENT_SECRET_KEY", "rk_test_51Mx"],
  ["PAYMENT_PUBLISHABLE_KEY", "pk_test_51Mx"],
  ["CAPTCHA_SITE_KEY", "6LeIxAcTAAAAAJcZVRqyHh71UMIEGNQ_MXjiZKhI"],
  ["CAPTCHA_SECRET_KEY", "1x0000000000000000000000000000000AA"],
  ["OUTBOUND_LOOPBACK", "http://localhost:3001"],
  ["COMPANIES_ABROAD_JA", "ありません。"],
  ["COMPANIES_ABROAD_JA", "ありません"],
  ["COMPANIES_ABROAD_EN", "none."],
  ["COMPANIES_ABROAD_EN", "None."],
];

const karteEnvironment = {
  ...companyEnvironment,
  CONTACT_ADDRESS: "support@trial.example",
  KARTE_DATABASE_URL: "postgres://karte@127.0.0.1/karte",
  SMTP_URL: "smtps://mail.example",
  KARTE_ORIGIN: "https://karte.example",
  PORTAL_ORIGIN: "https://portal.example",
  KARTE_CLIENT_SECRET: secret("c"),
  KARTE_SECRET: secret("d"),
  KARTE_DATA_KEYS: `k1:${key(3)}`,
};

const make = {
  portal: (given: Record<string, string>) => readProcessSettings(given),
  karte: (given: Record<string, string>) => readKarteSettings(given),
};
const samplesOf = (schema: z.ZodObject) =>
  Object.entries(schema.shape)
    .filter(([, declared]) => shapeOf(declared as z.ZodType).isSample)
    .map(([key]) => variableName(key));

test.each([
  ...samplesOf(processSettingsSchema).map((name) => ["portal", name] as const),
  ...samplesOf(karteProcessSchema).map((name) => ["karte", name] as const),
])("%s asks for %s in production, where its default is the sample company's", (process, name) => {
  const given: Record<string, string> = {
    ...(process === "portal" ? environment : karteEnvironment),
  };
  expect(() => make[process](given)).not.toThrow();
  delete given[name];
  const sentence = `${name} must be set in production: unset it is the sample company's.`;
  expect(() => make[process](given)).toThrow(new SettingsError([sentence]));
});

test("no text of a made-up company is a default that production would keep silently", () => {
  const shapes = {
    ...processSettingsSchema.shape,
    ...karteProcessSchema.shape,
    ...consoleProcessSchema.shape,
    ...integrationProcessSchema.shape,
  };
  const kept = Object.entries<z.ZodType>(shapes).flatMap(([key, declared]) => {
    const { byDefault, isSample } = shapeOf(declared);
    return byDefault === undefined || isSample ? [] : [[key, byDefault] as const];
  });
  // Another text with a default is either the sample company's or added here, with a reason.
  const clients = ["karteClientId", "consoleClientId", "integrationClientId"];
  const neutral = ["serviceName", ...clients, "s3Region", "s3Bucket"];
  const nobodys = ["listenHost", "probeHost", "companiesAbroadJa", "companiesAbroadEn"];
  const technical =
    /^[\d., :/]+$|^(off|none|floor|info|production|false|passkey)$|^https:\/\/api\.pwnedpasswords/;
  const unexplained = kept.filter(
    ([key, text]) => ![...neutral, ...nobodys].includes(key) && !technical.test(text),
  );
  expect(unexplained).toEqual([]);
});

test("karte's settings of a careful operator start", () => {
  expect(parseSettings(karteProcessSchema, karteEnvironment).sekimoriMode).toBe("production");
});

test.each(
  ["production", "staging"].flatMap((mode) =>
    [
      ["KARTE_DATABASE_URL", database],
      ["KARTE_DATABASE_DIRECT_URL", database],
      ["KARTE_DATABASE_READ_URL", database],
      ["KARTE_SECRET", "s".repeat(40)],
      ["KARTE_CLIENT_SECRET", secret("d")],
      ["KARTE_DATA_KEYS", `k1:${Buffer.alloc(32).toString("base64")}`],
      ["TRUSTED_PROXIES", "0.0.0.0/0"],
      ["TRUSTED_PROXIES", "::ffff:0:0/96"],
      ["NODE_TLS_REJECT_UNAUTHORIZED", "0"],
      ["KARTE_ORIGIN", "http://karte.example"],
      ["PORTAL_ORIGIN", "http://portal.example"],
      ["KARTE_ORIGIN", "https://portal.example"],
    ].map(([name = "", value = ""]) => [mode, name, value] as const),
  ),
)("karte does not start in %s with %s=%s", (mode, name, value) => {
  expect(() =>
    parseSettings(karteProcessSchema, { ...karteEnvironment, SEKIMORI_MODE: mode, [name]: value }),
  ).toThrow(/ must /);
});

const consoleEnvironment = {
  ...environment,
  KARTE_ORIGIN: "https://karte.example",
  CONSOLE_ORIGIN: "https://console.example",
  CONSOLE_CLIENT_SECRET: secret("e"),
  CONSOLE_ALLOWED_NETWORKS: "10.8.0.0/16",
};

test("the console's settings of a careful operator start, beside the portal's", () => {
  const settings = readConsoleSettings(consoleEnvironment);
  expect(settings.console).toMatchObject({ consoleSignIn: "passkey", consolePort: 3004 });
  expect(settings.portal.portalOrigin).toBe("https://portal.example");
});

test.each(
  ["production", "staging"].flatMap((mode) =>
    [
      ["CONSOLE_ORIGIN", "http://console.example"],
      ["CONSOLE_ORIGIN", "https://portal.example"],
      ["CONSOLE_ORIGIN", "https://karte.example"],
      ["CONSOLE_SIGN_IN", "any"],
      ["CONSOLE_ALLOWED_NETWORKS", ""],
      ["CONSOLE_ALLOWED_NETWORKS", "127.0.0.0/8, ::1"],
      ["CONSOLE_CLIENT_SECRET", "s".repeat(40)],
    ].map(([name = "", value = ""]) => [mode, name, value] as const),
  ),
)("the console does not start in %s with %s=%s", (mode, name, value) => {
  const settings = { ...consoleEnvironment, SEKIMORI_MODE: mode, [name]: value };
  expect(() => readConsoleSettings(settings)).toThrow(new RegExp(`^${name} must `, "m"));
});

test("the console says what is missing of the portal's settings and of its own at once", () => {
  const { CONSOLE_ORIGIN: _, PORTAL_SECRET: __, ...rest } = consoleEnvironment;
  expect(() => readConsoleSettings(rest)).toThrow(/PORTAL_SECRET[\s\S]*CONSOLE_ORIGIN/);
});

const integrationEnvironment = {
  ...consoleEnvironment,
  INTEGRATION_ORIGIN: "https://integration.example",
  INTEGRATION_CLIENT_SECRET: secret("f"),
  INTEGRATION_ALLOWED_NETWORKS: "10.8.0.0/16",
};

test("the settings of the integrator's console of a careful operator start", () => {
  const { integration } = readIntegrationSettings(integrationEnvironment);
  expect(integration).toMatchObject({ integrationSignIn: "passkey", integrationPort: 3005 });
});

test.each(
  ["production", "staging"].flatMap((mode) =>
    [
      ["INTEGRATION_ORIGIN", "http://integration.example"],
      ["INTEGRATION_ORIGIN", "https://portal.example"],
      ["INTEGRATION_ORIGIN", "https://karte.example"],
      ["INTEGRATION_ORIGIN", "https://console.example"],
      ["INTEGRATION_SIGN_IN", "any"],
      ["INTEGRATION_ALLOWED_NETWORKS", "127.0.0.0/8, ::1"],
      ["INTEGRATION_CLIENT_SECRET", "s".repeat(40)],
    ].map(([name = "", value = ""]) => [mode, name, value] as const),
  ),
)("the integrator's console does not start in %s with %s=%s", (mode, name, value) => {
  const settings = { ...integrationEnvironment, SEKIMORI_MODE: mode, [name]: value };
  expect(() => readIntegrationSettings(settings)).toThrow(new RegExp(`^${name} must `, "m"));
});

test("at least thirty unsafe spellings are tried", () => expect(unsafe.length).toBeGreaterThan(29));

test.each(unsafe)("production does not start with %s=%s", (name, value) => {
  expect(complaints({ [name]: value })).toMatch(
    new RegExp(`^(SettingsError: )?${name} must `, "m"),
  );
});

test.each([
  [{}, "must name Stripe (PAYMENT_PROVIDER), each"],
  [{ CAPTCHA: "recaptcha" }, "must name Stripe (PAYMENT_PROVIDER) and Google (CAPTCHA), each"],
  [{ CAPTCHA: "turnstile" }, "must name Stripe (PAYMENT_PROVIDER) and Cloudflare (CAPTCHA), each"],
  [{ CAPTCHA: "altcha" }, "must name Stripe (PAYMENT_PROVIDER), each"],
])("with %o both lists of companies abroad are asked for by name", (changes, message) => {
  const { COMPANIES_ABROAD_JA: _ja, COMPANIES_ABROAD_EN: _en, ...unset } = environment;
  const said = complaints(changes, unset);
  expect(said).toContain(`COMPANIES_ABROAD_JA ${message}`);
  expect(said).toContain(`COMPANIES_ABROAD_EN ${message}`);
});

test("a range server of breached passwords and an external ID ask for no such list", () => {
  const unlisted = { ...tryingOut, BREACHED_PASSWORDS: "server" };
  const external = { EXTERNAL_ID_ISSUER: "https://identity.example" };
  expect(unnamedCompaniesAbroad(readProcessSettings({ ...unlisted, ...external }))).toEqual([]);
});

/** What staging takes although production does not: partners that are not in earnest. */
const tried = new Set([
  "SANDBOX_URL",
  "PAYMENT_PROVIDER",
  "PAYMENT_SECRET_KEY",
  "PAYMENT_PUBLISHABLE_KEY",
]);
const isPartner = (name: string) => tried.has(name) || /^(CAPTCHA|COMPANIES_ABROAD)_/.test(name);

test.each(unsafe.filter(([name]) => !isPartner(name)))(
  "staging does not start with %s=%s either",
  (name, value) => {
    expect(complaints({ [name]: value }, tryingOut)).toMatch(
      new RegExp(`^(SettingsError: )?${name} must `, "m"),
    );
  },
);

test.each(unsafe.filter(([name]) => isPartner(name)))(
  "staging starts with %s=%s",
  (name, value) => {
    const staging = { ...tryingOut, [name]: value };
    expect(readProcessSettings(staging).sekimoriMode).toBe("staging");
  },
);

test.each(["PAYMENT_SECRET_KEY", "PAYMENT_PUBLISHABLE_KEY"])("staging takes no live %s", (name) => {
  const value = name === "PAYMENT_SECRET_KEY" ? "sk_live_51Mx" : "pk_live_51Mx";
  expect(complaints({ [name]: value }, tryingOut)).toContain(`${name} must be a test`);
});

test("the same settings start where it is no production", () => {
  const development = { ...tryingOut, SEKIMORI_MODE: "development", LIMIT_FACTOR: "2" };
  expect(readProcessSettings(development).limitFactor).toBe(2);
});

test.each([
  [{}, "server"],
  [{ BREACHED_PASSWORDS: "" }, "server"],
  [{ BREACHED_PASSWORDS: "folder" }, "folder"],
  [{ BREACHED_PASSWORDS: "off" }, "off"],
  [{ SEKIMORI_MODE: "development" }, "off"],
])("with %o breached passwords are looked up by: %s", (given, expected) => {
  expect(readProcessSettings({ ...tryingOut, ...given }).breachedPasswords).toBe(expected);
});

const testKeys = {
  PAYMENT_PUBLISHABLE_KEY: `pk_test_${"0aB1".repeat(6)}`,
  PAYMENT_SECRET_KEY: `sk_test_${"0aB1".repeat(6)}`,
};
const stripeKeys = ["PAYMENT_PUBLISHABLE_KEY", "PAYMENT_SECRET_KEY"] as const;

test.each(["staging", "development"])("%s takes Stripe's test keys, and a stand-in", (mode) => {
  const changes = { SEKIMORI_MODE: mode, ...testKeys, PAYMENT_STAND_IN: "http://localhost:3003" };
  expect(complaints(changes)).toBe("");
});

test.each(
  ["staging", "development"].flatMap((mode) => stripeKeys.map((name) => [mode, name] as const)),
)("%s takes no %s for real money", (mode, name) => {
  const changes = { SEKIMORI_MODE: mode, ...testKeys, [name]: environment[name] };
  expect(complaints(changes)).toContain(`${name} must be a test key`);
});

test.each([
  ["PAYMENT_PUBLISHABLE_KEY", environment.PAYMENT_SECRET_KEY],
  ["PAYMENT_SECRET_KEY", environment.PAYMENT_PUBLISHABLE_KEY],
  ["PAYMENT_SECRET_KEY", "sk_live_"],
  ["PAYMENT_SECRET_KEY", "a key"],
  ["PAYMENT_WEBHOOK_SECRET", environment.PAYMENT_SECRET_KEY],
  ["PAYMENT_WEBHOOK_SECRET", "whsec_"],
])("%s is not taken as %s", (name, value) => {
  expect(complaints({ [name]: value })).toContain(`${name} must be a key as Stripe gives them out`);
});

test.each(["PAYMENT_API_ORIGIN", "PAYMENT_FIELDS_URL"])("the sandbox needs %s", (name) => {
  expect(complaints({ [name]: "" }, tryingOut)).toContain(`${name} is required`);
});
