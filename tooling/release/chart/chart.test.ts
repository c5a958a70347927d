import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { shapeOf, variableName } from "@sekimori/kit-server/settings";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import {
  consoleProcessSchema,
  integrationProcessSchema,
} from "../../../cli/processes/console-settings.ts";
import { karteProcessSchema } from "../../../cli/processes/karte-settings.ts";
import { knownVariables } from "../../../cli/processes/known-settings.ts";
import { processSettingsSchema } from "../../../cli/processes/settings.ts";
import product from "../../../package.json" with { type: "json" };
import { valuesSchema } from "./values-schema.ts";

const root = join(import.meta.dirname, "../../..");
const chart = join(root, "deploy/chart");
const read = (name: string) => readFileSync(join(chart, name), "utf8");
const templates = globSync("templates/*", { cwd: chart })
  .sort()
  .map((name) => ({ name, text: read(name) }));
const values: unknown = parse(read("values.yaml"));

const [, table = ""] =
  /define "sekimori\.processes" -\}\}\n([\s\S]*?)\{\{- end \}\}/.exec(
    read("templates/_processes.tpl"),
  ) ?? [];
const processes = z
  .record(
    z.string(),
    z.looseObject({
      args: z.array(z.string()),
      graceSeconds: z.number(),
      secrets: z.array(z.string()),
      directSecret: z.string(),
      queueSecret: z.string().optional(),
      origin: z.string().optional(),
      port: z.number().optional(),
      portSetting: z.string().default("LISTEN_PORT"),
    }),
  )
  .parse(parse(table));

/** What is read beside settings, and what hooks alone read. */
const beside = new Set([
  "CREDENTIALS_DIRECTORY",
  "NODE_EXTRA_CA_CERTS",
  "DATABASE_OWNER_URL",
  "KARTE_DATABASE_OWNER_URL",
]);

test("every name of a variable or a secret in the templates is a setting", () => {
  const named = templates.flatMap(({ name, text }) =>
    [...text.matchAll(/\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b/g)].map(([variable]) => ({
      name,
      variable,
    })),
  );
  expect(named.length).toBeGreaterThan(30);
  const unknown = named.filter(
    ({ variable }) => !knownVariables.has(variable) && !beside.has(variable),
  );
  expect(unknown).toEqual([]);
});

const ofConsole = { ...processSettingsSchema.shape, ...consoleProcessSchema.shape };
const ofIntegration = { ...processSettingsSchema.shape, ...integrationProcessSchema.shape };

test.each([
  ["portal", processSettingsSchema.shape],
  ["worker", processSettingsSchema.shape],
  ["karte", karteProcessSchema.shape],
  ["karteWorker", karteProcessSchema.shape],
  ["console", ofConsole],
  ["integration", ofIntegration],
] as const)("%s mounts each secret that it must have, and no other", (name, shape) => {
  const required = Object.entries(shape)
    .map(([key, schema]) => ({ name: variableName(key), ...shapeOf(schema as z.ZodType) }))
    .filter(({ isSecret, isRequired }) => isSecret && isRequired);
  expect([...(processes[name]?.secrets ?? [])].sort()).toEqual(
    [...new Set(required.map((one) => one.name))].sort(),
  );
  const { directSecret = "", queueSecret } = processes[name] ?? {};
  expect(Object.keys(shape).map(variableName)).toContain(directSecret);
  if (queueSecret !== undefined) expect(processes[name]?.secrets).toContain(queueSecret);
  // It answers where the table says, by the setting of this process that decides it.
  const { port, portSetting = "" } = processes[name] ?? {};
  const own = Object.keys(shape).find((key) => variableName(key) === portSetting);
  if (port === undefined) return;
  const declared = (shape as Readonly<Record<string, z.ZodType>>)[own ?? ""];
  expect(shapeOf(declared as z.ZodType).byDefault).toBe(String(port));
});

test("every process that serves has a deployment, with values of its own", () => {
  const program = readFileSync(join(root, "cli/program.ts"), "utf8");
  const serving = [...program.matchAll(/\.command\("(\w+)"\)\s*\.description\(\s*"run one /g)].map(
    ([, command]) => command,
  );
  expect(serving.length).toBeGreaterThan(3);
  const started = Object.values(processes).map(({ args }) => args[0]);
  expect([...new Set(started)].sort()).toEqual(serving.sort());
  for (const name of Object.keys(processes)) expect(values).toHaveProperty(name);
  // Requests, and jobs, that are under way.
  const graces = Object.entries(processes).map(([name, { graceSeconds }]) => [name, graceSeconds]);
  expect(Object.fromEntries(graces)).toEqual({
    ...{ portal: 45, karte: 45, console: 45, integration: 45 },
    ...{ worker: 120, karteWorker: 120 },
  });
});

test("every value that a template reads stands in values.yaml", () => {
  const used = templates.flatMap(({ text }) =>
    [...text.matchAll(/\.Values((?:\.\w+)+)/g)].map(([, path = ""]) => path.slice(1)),
  );
  expect(used).toEqual(expect.arrayContaining(["existingSecret", "existingOwnerSecret"]));
  const ingresses = Object.entries(processes)
    .filter(([, { origin }]) => origin !== undefined)
    .map(([name]) => `ingress.${name}TlsSecret`);
  for (const path of [...used, ...ingresses]) {
    // What may be set stands in the schema alone.
    if (!path.startsWith("settings.")) expect(values).toHaveProperty(path);
  }
});

test("its schema is what “npm run settings” writes, with every setting that is not secret", () => {
  const schema = valuesSchema();
  expect(JSON.parse(read("values.schema.json"))).toEqual(schema);
  expect(schema).toHaveProperty(["properties", "settings", "properties", "PORTAL_ORIGIN"]);
  for (const name of ["PORTAL_SECRET", "LISTEN_PORT", "PORTAL_ORIGN"]) {
    expect(schema).not.toHaveProperty(["properties", "settings", "properties", name]);
  }
});

test("it brings the alert rules that stand beside it, for jobs that its own monitor names so", () => {
  const rules = readFileSync(join(root, "deploy/prometheus/sekimori.rules.yml"), "utf8");
  expect(read("files/sekimori.rules.yml")).toBe(rules);
  expect(rules).toContain('job=~"sekimori.*"');
  expect(read("templates/service-monitor.yaml")).toContain("replacement: sekimori-$1");
  expect(read("templates/_processes.tpl")).toContain("app.kubernetes.io/component: ");
});

test("a pod is nobody's, reads only, and holds no right; hooks leave nothing behind", () => {
  const parts = read("templates/_processes.tpl");
  for (const line of [
    "runAsNonRoot: true",
    "runAsUser: 10001",
    "type: RuntimeDefault",
    "allowPrivilegeEscalation: false",
    "readOnlyRootFilesystem: true",
    "drop: [ALL]",
    "automountServiceAccountToken: false",
  ]) {
    expect(parts).toContain(line);
  }
  for (const name of ["templates/hooks.yaml", "templates/deployments.yaml"]) {
    expect(read(name)).toContain('include "sekimori.pod"');
    expect(read(name)).toContain('include "sekimori.container"');
    expect(read(name)).toContain('include "sekimori.authority"');
  }
  expect(read("templates/hooks.yaml")).toContain(
    "helm.sh/hook-delete-policy: before-hook-creation,hook-succeeded",
  );
});

test("it has the version of the product", () => {
  const { version, appVersion } = parse(read("Chart.yaml")) as Record<string, string>;
  expect([version, appVersion]).toEqual([product.version, product.version]);
});
