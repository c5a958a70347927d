import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { shapeOf, variableName } from "@sekimori/kit-server/settings";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { integrationProcessSchema } from "../../cli/processes/console-settings.ts";
import { karteProcessSchema } from "../../cli/processes/karte-settings.ts";
import { knownVariables } from "../../cli/processes/known-settings.ts";
import { processSettingsSchema } from "../../cli/processes/settings.ts";
import product from "../../package.json" with { type: "json" };

const folder = join(import.meta.dirname, "../../deploy/compose");
const read = (name: string) => readFileSync(join(folder, name), "utf8");

const serviceSchema = z.looseObject({
  image: z.string(),
  command: z.array(z.string()).default([]),
  environment: z.record(z.string(), z.union([z.string(), z.number()])).default({}),
  env_file: z.array(z.string()).default([]),
  secrets: z.array(z.string()).default([]),
  networks: z.union([z.array(z.string()), z.record(z.string(), z.unknown())]).default([]),
  volumes: z.array(z.string()).default([]),
  healthcheck: z.looseObject({ test: z.array(z.string()) }).optional(),
  read_only: z.boolean().optional(),
  cap_drop: z.array(z.string()).optional(),
  security_opt: z.array(z.string()).optional(),
  stop_grace_period: z.string().optional(),
});
const compose = z
  .looseObject({
    services: z.record(z.string(), serviceSchema),
    secrets: z.record(z.string(), z.object({ file: z.string() })),
    networks: z.record(z.string(), z.unknown()),
    volumes: z.record(z.string(), z.unknown()),
  })
  .parse(parse(read("compose.yaml"), { merge: true }));
const services = Object.entries(compose.services).map(([name, service]) => ({ name, ...service }));
const ours = services.filter(({ image }) => image.includes("sekimori"));
const [settingsFile = ""] = [...new Set(ours.flatMap(({ env_file }) => env_file))];
const written = [...read(settingsFile).matchAll(/^([A-Z_]+)=/gm)].map(([, name = ""]) => name);

/** All that the integrator's console is told: what the portal's processes are, and its own. */
const integrationSettings = {
  shape: { ...processSettingsSchema.shape, ...integrationProcessSchema.shape },
};

/** What is read beside settings: by the reader of settings, and by Node. */
const beside = ["CREDENTIALS_DIRECTORY", "NODE_EXTRA_CA_CERTS"];

test("every variable and every secret of our processes is a setting", () => {
  expect(ours.map(({ name }) => name)).toEqual([
    ...["migrate", "migrate-karte", "portal", "worker", "integration", "karte"],
  ]);
  const owners = ["DATABASE_OWNER_URL", "KARTE_DATABASE_OWNER_URL"];
  for (const { name, environment, secrets } of ours) {
    const unknown = [...Object.keys(environment), ...written, ...secrets].filter(
      (one) => !knownVariables.has(one) && ![...beside, ...owners].includes(one),
    );
    expect([name, unknown]).toEqual([name, []]);
  }
});

test.each([
  ["portal", processSettingsSchema],
  ["worker", processSettingsSchema],
  ["karte", karteProcessSchema],
  ["integration", integrationSettings],
] as const)(
  "%s is given each setting that production asks for, secrets as files",
  (name, { shape }) => {
    const service = compose.services[name];
    const given = [...Object.keys(service?.environment ?? {}), ...written];
    const settings = Object.entries(shape).map(([key, schema]) => ({
      name: variableName(key),
      ...shapeOf(schema as z.ZodType),
    }));
    const missing = settings
      .filter(({ isSecret, isRequired, isSample }) => !isSecret && (isRequired || isSample))
      .filter((one) => !given.includes(one.name));
    expect(missing.map((one) => one.name)).toEqual([]);
    const secrets = settings.filter(({ isSecret }) => isSecret);
    expect([...(service?.secrets ?? [])].sort()).toEqual(
      secrets
        .filter(({ isRequired }) => isRequired)
        .map((one) => one.name)
        .sort(),
    );
    expect(given.filter((one) => secrets.some((secret) => secret.name === one))).toEqual([]);
  },
);

test("nobody who serves has the address of the owner of the tables", () => {
  const holders = services.filter(({ secrets }) => secrets.some((one) => one.includes("OWNER")));
  expect(holders.map(({ name }) => name)).toEqual(["migrate", "migrate-karte"]);
});

test("each process is read-only, without a right, asked for its health, and named once", () => {
  for (const { name, ...service } of services) {
    expect([name, service.read_only, service.cap_drop]).toEqual([name, true, ["ALL"]]);
    expect([name, service.security_opt]).toEqual([name, ["no-new-privileges:true"]]);
    const serves = service.command[0] !== "migrate";
    expect([name, service.healthcheck !== undefined]).toEqual([name, serves]);
  }
  for (const { command, healthcheck, ...service } of ours.filter((one) => one.healthcheck)) {
    expect(healthcheck?.test).toEqual(["CMD", "sekimori", "health", ...command]);
    expect(service.stop_grace_period).toMatch(/^(45|120)s$/);
  }
  expect(new Set(ours.map(({ image }) => image)).size).toBe(1);
  expect(ours[0]?.image).toContain(`/sekimori:${product.version}}`);
});

test("what is named is there: secrets, networks, volumes and files", () => {
  const used = (pick: (service: (typeof services)[number]) => readonly string[]) =>
    [...new Set(services.flatMap(pick))].sort();
  expect(used(({ secrets }) => secrets)).toEqual(Object.keys(compose.secrets).sort());
  expect(
    used(({ networks }) => (Array.isArray(networks) ? networks : Object.keys(networks))),
  ).toEqual(Object.keys(compose.networks).sort());
  const [files, volumes] = [true, false].map((isFile) =>
    used((service) =>
      service.volumes
        .map((one) => one.split(":")[0] ?? "")
        .filter((source) => source.startsWith("./") === isFile),
    ),
  );
  expect(volumes).toEqual(Object.keys(compose.volumes).sort());
  expect(
    files?.filter((path) => !path.startsWith("./secrets/") && !existsSync(join(folder, path))),
  ).toEqual([]);
  for (const [name, { file }] of Object.entries(compose.secrets)) {
    expect(file).toBe(`./secrets/${name}`);
  }
});

test("secrets are made by the script, or named as those that others give", () => {
  const script = read("make-secrets.sh");
  const byOthers = [
    "INTEGRATION_CLIENT_SECRET",
    "KARTE_CLIENT_SECRET",
    "PAYMENT_SECRET_KEY",
    "PAYMENT_WEBHOOK_SECRET",
    "SMTP_URL",
  ];
  const made = Object.keys(compose.secrets).filter((name) => !byOthers.includes(name));
  for (const name of made) expect(script).toMatch(new RegExp(`\\b${name}\\b`));
  const guide = readFileSync(join(folder, "../../docs/operate/operations.md"), "utf8");
  for (const name of byOthers) expect(guide).toContain(`secrets/${name}`);
  expect(statSync(join(folder, "make-secrets.sh")).mode & 0o111).toBe(0o111);
});

test("its proxy is the one that is tried elsewhere, with its names filled in", () => {
  const example = readFileSync(join(folder, "../caddy/Caddyfile"), "utf8");
  const filled = example
    .replaceAll("portal.example", "{$PORTAL_HOST}")
    .replaceAll("karte.example", "{$KARTE_HOST}")
    .replace("127.0.0.1:3000", "portal:3000")
    .replace("127.0.0.1:3001", "karte:3001");
  expect(read("Caddyfile")).toBe(`${filled}\nimport sites/*.caddy\n`);
});

test("the console for integrators starts by its profile, behind a site that is karte's but for its name", () => {
  expect(compose.services.integration).toMatchObject({ profiles: ["integration"] });
  const [, site] = read("sites/integration.caddy.example").split("https://{$INTEGRATION_HOST}");
  const [, karte = ""] = read("Caddyfile").split("https://{$KARTE_HOST}");
  const [block] = karte.split("\nimport ");
  const withoutStream = block
    ?.replace(/\t\t# A scan's progress[^\n]*\n\t\tflush_interval -1\n/, "")
    .replace("karte:3001", "integration:3005");
  expect(site).toBe(withoutStream);
  expect(readFileSync(join(folder, "../../docs/operate/operations.md"), "utf8")).toContain(
    "cp sites/integration.caddy.example sites/integration.caddy",
  );
});
