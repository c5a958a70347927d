import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  parseSettings,
  Secret,
  SettingsError,
  shapeOf,
  variableName,
} from "@sekimori/kit-server/settings";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { consoleProcessSchema, integrationProcessSchema } from "./console-settings.ts";
import { karteProcessSchema } from "./karte-settings.ts";
import { knownVariables, nearMisses, refuseUnknownVariables } from "./known-settings.ts";
import { processSettingsSchema } from "./settings.ts";

// Every setting there is, given in every way there is. What a process needs for one of them to be
// right stands here; what has a default is tried with that.

const keys = `k1:${Buffer.alloc(32, 7).toString("base64")}`;
const long = "long enough for a secret, and nothing else";
const pem = (kind: string) => `-----BEGIN ${kind}-----\nMAo=\n-----END ${kind}-----`;
const samples: Readonly<Record<string, string>> = {
  captchaSecretKey: "key",
  captchaSiteKey: "key",
  consoleClientSecret: long,
  consoleOrigin: "https://console.example",
  databaseDirectUrl: "postgres://localhost/portal",
  databaseReadUrl: "postgres://localhost/portal",
  databaseUrl: "postgres://localhost/portal",
  domainNameServers: "192.0.2.1",
  externalIdClientId: "us",
  externalIdClientSecret: long,
  externalIdIssuer: "https://company.example",
  externalIdNameEn: "Company ID",
  externalIdNameJa: "会社ID",
  integrationClientSecret: long,
  integrationOrigin: "https://integration.example",
  karteClientSecret: long,
  karteDataKeys: keys,
  karteDatabaseDirectUrl: "postgres://localhost/karte",
  karteDatabaseReadUrl: "postgres://localhost/karte",
  karteDatabaseUrl: "postgres://localhost/karte",
  karteOrigin: "https://karte.example",
  karteSecret: long,
  nodeTlsRejectUnauthorized: "1",
  otelExporterOtlpEndpoint: "http://127.0.0.1:4318",
  otelExporterOtlpHeaders: "authorization=Bearer x",
  otelTracesSamplerArg: "0.5",
  outboundLoopback: "http://localhost:1",
  outboundNetworks: "10.1.0.0/16",
  passkeyRelatedOrigins: "https://portal.example.jp",
  passkeyRpId: "portal.example",
  paymentApiOrigin: "https://pay.example",
  paymentFieldsUrl: "https://pay.example/fields",
  paymentProvider: "stripe",
  paymentPublishableKey: "pk",
  paymentSecretKey: "sk",
  paymentStandIn: "https://pay.example",
  paymentWebhookSecret: "whsec",
  portalDataKeys: keys,
  portalLookupSecret: long,
  portalOrigin: "https://portal.example",
  portalPasswordPepper: long,
  portalSecret: long,
  probePort: "9000",
  s3AccessKeyId: "id",
  s3Endpoint: "https://s3.example",
  s3SecretAccessKey: "key",
  sandboxUrl: "https://sandbox.example",
  scanAboutUrl: "https://portal.example/about",
  certificateLogUrl: "https://log.example/?q={domain}",
  scanOptOut: "a.example",
  smtpUrl: "smtps://mail.example",
  tlsCertificate: pem("CERTIFICATE"),
  tlsKey: pem("PRIVATE KEY"),
  trustedProxies: "10.0.0.1",
};

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "sekimori-settings-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const every = [
  ...new Map<string, z.ZodType>([
    ...Object.entries<z.ZodType>(processSettingsSchema.shape),
    ...Object.entries<z.ZodType>(karteProcessSchema.shape),
    ...Object.entries<z.ZodType>(consoleProcessSchema.shape),
    ...Object.entries<z.ZodType>(integrationProcessSchema.shape),
  ]),
];

describe.each(every)("%s", (key, declared) => {
  const name = variableName(key);
  const value = samples[key] ?? shapeOf(declared).byDefault ?? "";
  const schema = z.object({ [key]: declared });
  const read = (env: Record<string, string>) => {
    const parsed = parseSettings(schema, env)[key];
    return parsed instanceof Secret ? parsed.reveal() : parsed;
  };
  const problems = (env: Record<string, string>) => {
    try {
      read(env);
    } catch (error) {
      if (error instanceof SettingsError) return error.problems;
      throw error;
    }
    return [];
  };

  test("is read from its variable, from a file and from a credential, and from one of them only", async () => {
    expect(value, "write a sample for it above").not.toBe("");
    const credentials = join(folder, key);
    await mkdir(credentials);
    const file = join(folder, `${key}.file`);
    await writeFile(file, `${value}\n`);
    await writeFile(join(credentials, name), `${value}\n`);
    const ways = [
      { [name]: value },
      { [`${name}_FILE`]: file },
      { CREDENTIALS_DIRECTORY: credentials },
    ] as const;
    const [direct] = ways;
    const expected = read(direct);
    expect(expected).toBeDefined();
    for (const way of ways) expect(read({ ...way })).toEqual(expected);
    for (const [one, other] of [
      [ways[0], ways[1]],
      [ways[0], ways[2]],
      [ways[1], ways[2]],
    ] as const) {
      expect(problems({ ...one, ...other })).toEqual([
        expect.stringMatching(new RegExp(`^${name}.* are both set; keep one of them\\.$`)),
      ]);
    }
    // An empty variable is none.
    expect(read({ ...ways[1], [name]: "" })).toEqual(expected);
  });

  test("says that its file is missing or empty", async () => {
    const empty = join(folder, `${key}.empty`);
    await writeFile(empty, "\n");
    const credentials = join(folder, `${key}.credentials`);
    await mkdir(credentials);
    await writeFile(join(credentials, name), "");
    expect(problems({ [`${name}_FILE`]: join(folder, "none") })).toEqual([
      `The file that ${name}_FILE names cannot be read (ENOENT).`,
    ]);
    expect(problems({ [`${name}_FILE`]: empty })).toEqual([
      `The file that ${name}_FILE names is empty; remove it or write the value into it.`,
    ]);
    expect(problems({ CREDENTIALS_DIRECTORY: credentials })).toEqual([
      `$CREDENTIALS_DIRECTORY/${name} is empty; remove it or write the value into it.`,
    ]);
  });

  test("is no other setting's file", () => {
    expect(knownVariables.has(`${name}_FILE`)).toBe(false);
  });
});

describe("a variable that nothing reads", () => {
  test.each([
    ["SEKIMORI_MODUS", "SEKIMORI_MODUS is no setting. Did you mean SEKIMORI_MODE?"],
    ["SEKIMORI_MDOE_FILE", "SEKIMORI_MDOE_FILE is no setting. Did you mean SEKIMORI_MODE?"],
    ["SEKIMORI_COLOUR", "SEKIMORI_COLOUR is no setting."],
  ])("%s is refused", (name, sentence) => {
    expect(() => refuseUnknownVariables({ [name]: "x" })).toThrow(new SettingsError([sentence]));
  });

  test("of another name is told where it is a slip away from a setting", async () => {
    const credentials = await mkdtemp(join(folder, "credentials-"));
    await writeFile(join(credentials, "PORTAL_PASSWORD_PEPER"), long);
    const environment = {
      CREDENTIALS_DIRECTORY: credentials,
      TRUSTED_PROXY: "10.0.0.1",
      CAPTCHA_SECRET_KEYS_FILE: "/x",
      HOME: "/root",
      LANG: "C",
      PATH: "/bin",
      LOGNAME: "sekimori",
    };
    expect(nearMisses(environment).sort()).toEqual([
      "CAPTCHA_SECRET_KEYS_FILE is no setting, and nothing reads it. Did you mean CAPTCHA_SECRET_KEY?",
      "PORTAL_PASSWORD_PEPER is no setting, and nothing reads it. Did you mean PORTAL_PASSWORD_PEPPER?",
      "TRUSTED_PROXY is no setting, and nothing reads it. Did you mean TRUSTED_PROXIES?",
    ]);
    expect(() => refuseUnknownVariables({ SEKIMORI_MODE: "staging", PATH: "/bin" })).not.toThrow();
  });
});
