import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { shapeOf, variableName } from "@sekimori/kit-server/settings";
import type { z } from "zod";
import {
  consoleProcessSchema,
  integrationProcessSchema,
} from "../../../cli/processes/console-settings.ts";
import { karteProcessSchema } from "../../../cli/processes/karte-settings.ts";
import { processSettingsSchema } from "../../../cli/processes/settings.ts";

// `npm run settings` writes the chart's copy of the alert rules, and the schema of its values: the names of settings come from their
// declarations, so that Helm refuses one that is misspelled before anything of it is applied.

const declared = Object.entries({
  ...processSettingsSchema.shape,
  ...karteProcessSchema.shape,
  ...consoleProcessSchema.shape,
  ...integrationProcessSchema.shape,
}).map(([key, schema]) => ({ name: variableName(key), ...shapeOf(schema as z.ZodType) }));

/** What the chart itself decides, and what is read only to be refused. */
const decided: ReadonlySet<string> = new Set([
  "CONSOLE_PORT",
  "DATABASE_DIRECT_URL",
  "INTEGRATION_PORT",
  "KARTE_DATABASE_DIRECT_URL",
  "LISTEN_HOST",
  "LISTEN_PORT",
  "NODE_TLS_REJECT_UNAUTHORIZED",
  "PROBE_HOST",
  "PROBE_PORT",
  "TLS_CERTIFICATE",
  "TLS_KEY",
]);

const names = (isSecret: boolean) =>
  declared
    .filter((one) => one.isSecret === isSecret && !(isSecret && one.isRequired))
    .map(({ name }) => name)
    .filter((name) => !decided.has(name))
    .sort();

const object = (properties: Readonly<Record<string, unknown>>) => ({
  type: "object",
  additionalProperties: false,
  properties,
});
const anything = { type: "object" };
const text = { type: "string" };
const yesOrNo = { type: "boolean" };
const count = { type: "integer", minimum: 1 };
const texts = { type: "array", items: text };

const settings = object(
  Object.fromEntries(names(false).map((name) => [name, { type: ["string", "number", "boolean"] }])),
);

const processValues = (
  scaledBy: "cpu" | "jobsEach",
  more: Readonly<Record<string, unknown>> = {},
) =>
  object({
    ...more,
    replicas: { ...count, minimum: 0 },
    settings,
    optionalSecrets: { type: "array", items: { enum: names(true) } },
    resources: anything,
    autoscaling: object({ enabled: yesOrNo, min: count, max: count, [scaledBy]: count }),
    disruptionBudget: anything,
  });

/** What the chart's values may be. */
export const valuesSchema = (): object => ({
  $schema: "http://json-schema.org/draft-07/schema#",
  ...object({
    global: anything,
    image: object({
      repository: { ...text, minLength: 1 },
      digest: { ...text, pattern: "^(sha256:[0-9a-f]{64})?$" },
      tag: text,
      pullPolicy: { enum: ["Always", "IfNotPresent", "Never"] },
      pullSecrets: { type: "array", items: anything },
    }),
    existingSecret: { ...text, minLength: 1 },
    existingOwnerSecret: { ...text, minLength: 1 },
    database: object({
      role: { ...text, minLength: 1 },
      karteRole: { ...text, minLength: 1 },
      pooler: yesOrNo,
      ca: object({ existingConfigMap: text, key: text }),
      networks: texts,
      ports: { type: "array", items: count, minItems: 1 },
    }),
    settings,
    portal: processValues("cpu", { tlsSecret: text }),
    worker: processValues("jobsEach"),
    karte: processValues("cpu"),
    karteWorker: processValues("jobsEach"),
    console: processValues("cpu", { enabled: yesOrNo }),
    integration: processValues("cpu", { enabled: yesOrNo }),
    ingress: object({
      enabled: yesOrNo,
      className: text,
      annotations: anything,
      portalTlsSecret: text,
      karteTlsSecret: text,
      consoleTlsSecret: text,
      integrationTlsSecret: text,
    }),
    networkPolicy: object({
      enabled: yesOrNo,
      ingressFrom: { type: "array", items: anything },
      metricsFrom: { type: "array", items: anything },
      mailPorts: { type: "array", items: count },
    }),
    monitoring: object({ serviceMonitor: yesOrNo, rules: yesOrNo, ruleLabels: anything }),
    migration: object({ deadlineSeconds: count, resources: anything }),
  }),
});

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const deploy = fileURLToPath(new URL("../../../deploy", import.meta.url));
  const schema = JSON.stringify(valuesSchema(), undefined, 2);
  writeFileSync(`${deploy}/chart/values.schema.json`, `${schema}\n`);
  // A chart reads no file outside of it.
  mkdirSync(`${deploy}/chart/files`, { recursive: true });
  copyFileSync(
    `${deploy}/prometheus/sekimori.rules.yml`,
    `${deploy}/chart/files/sekimori.rules.yml`,
  );
}
