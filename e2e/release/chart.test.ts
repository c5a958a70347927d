import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { z } from "zod";
import { report } from "../faults/support/figures.ts";
import { helm as findHelm, pythonPeers } from "./peers.ts";

// Rows “chart” and “compose”: as programs of others read them.

const deploy = fileURLToPath(new URL("../../deploy", import.meta.url));
const kubernetes = "1.33.0";
const helm = findHelm();
const python = pythonPeers();
if (helm === undefined) console.log("The chart is not tried: Helm cannot be had (Go is needed).");
if (python === undefined)
  console.log("Nobody else reads the chart: Python's packages cannot be had.");
const helmTest = test.skipIf(helm === undefined);
const peersTest = test.skipIf(helm === undefined || python === undefined);
const composeTest = test.skipIf(python === undefined);

const folder = mkdtempSync(join(tmpdir(), "sekimori-chart-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The least that an operator says. */
const least = {
  image: {
    repository: "registry.example/sekimori",
    digest: `sha256:${"0123456789abcdef".repeat(4)}`,
  },
  settings: { PORTAL_ORIGIN: "https://portal.example", KARTE_ORIGIN: "https://karte.example" },
};
/** Everything that can be asked for. */
const everything = {
  ...least,
  settings: {
    ...least.settings,
    CONSOLE_ORIGIN: "https://console.example",
    INTEGRATION_ORIGIN: "https://integration.example",
    CAPTCHA_WORK: 4,
  },
  database: {
    ...{ pooler: true, networks: ["10.3.0.0/24"], ports: [5432, 6432] },
    ca: { existingConfigMap: "database-authority" },
  },
  portal: { tlsSecret: "portal-tls", optionalSecrets: ["CAPTCHA_SECRET_KEY"] },
  console: { enabled: true, autoscaling: { enabled: true } },
  integration: { enabled: true },
  worker: { autoscaling: { enabled: true } },
  karteWorker: { autoscaling: { enabled: true } },
  ingress: {
    ...{ enabled: true, className: "nginx", portalTlsSecret: "one", karteTlsSecret: "two" },
    consoleTlsSecret: "three",
    integrationTlsSecret: "four",
  },
  networkPolicy: { metricsFrom: [{ namespaceSelector: { matchLabels: { name: "monitoring" } } }] },
  monitoring: { serviceMonitor: true, rules: true, ruleLabels: { release: "prometheus" } },
};

const container = z.looseObject({
  name: z.string(),
  args: z.array(z.string()),
  env: z.array(z.object({ name: z.string(), value: z.string() })),
  volumeMounts: z.array(z.looseObject({ name: z.string(), mountPath: z.string() })),
});
const pod = z.looseObject({
  containers: z.tuple([container]),
  volumes: z.array(z.looseObject({ name: z.string() })),
});
const resource = z.looseObject({
  kind: z.string(),
  metadata: z.looseObject({
    name: z.string(),
    namespace: z.literal("identity"),
    annotations: z.record(z.string(), z.string()).optional(),
  }),
  spec: z.looseObject({ template: z.looseObject({ spec: pod }).optional() }),
});

const run = (command: string, args: readonly string[]) => {
  const { status, stdout, stderr } = spawnSync(command, args, {
    encoding: "utf8",
    maxBuffer: 64_000_000,
  });
  return { status, text: stdout + stderr, stdout };
};
const valuesFile = (name: string, values: object) => {
  const file = join(folder, `${name}.json`);
  writeFileSync(file, JSON.stringify(values));
  return file;
};
const template = (name: string, values: object) =>
  run(helm ?? "", [
    ...["template", "sekimori", join(deploy, "chart"), "--namespace", "identity"],
    ...["--kube-version", kubernetes, "--values", valuesFile(name, values)],
  ]);

const rendered: Record<string, string> = {};
beforeAll(() => {
  if (helm === undefined) return;
  for (const [name, values] of Object.entries({ least, everything })) {
    const { status, text, stdout } = template(name, values);
    expect([status, status === 0 ? "" : text]).toEqual([0, ""]);
    rendered[name] = join(folder, `${name}.yaml`);
    writeFileSync(rendered[name], stdout);
  }
});

const resources = (name: string) =>
  parseAllDocuments(readFileSync(rendered[name] ?? "", "utf8"))
    .map((document) => document.toJS() as unknown)
    .filter((one) => one !== null)
    .map((one) => resource.parse(one));
const podsOf = (name: string) =>
  resources(name).flatMap(({ metadata, spec }) =>
    spec.template === undefined ? [] : [{ name: metadata.name, ...spec.template.spec }],
  );

helmTest("Helm has nothing to say against it", () => {
  for (const [name, values] of Object.entries({ least, everything })) {
    const lint = ["lint", "--strict", "--kube-version", kubernetes, "--values"];
    const { status, text } = run(helm ?? "", [
      ...[...lint, valuesFile(name, values), join(deploy, "chart")],
    ]);
    expect([status, text]).toEqual([0, expect.stringContaining("0 chart(s) failed")]);
  }
});

helmTest("the alert rules are those that stand beside the chart, with their own braces", () => {
  const alerts = resources("everything").find(({ kind }) => kind === "PrometheusRule");
  expect(alerts?.metadata).toMatchObject({ labels: { release: "prometheus" } });
  const rules = readFileSync(join(deploy, "prometheus/sekimori.rules.yml"), "utf8");
  expect(alerts?.spec).toEqual(parse(rules));
  expect(resources("least").map(({ kind }) => kind)).not.toContain("PrometheusRule");
});

helmTest("a setting that is misspelled, or a secret among them, is refused", () => {
  for (const name of ["PORTAL_ORIGN", "PORTAL_SECRET", "LISTEN_PORT"]) {
    const { status, text } = template("wrong", { settings: { [name]: "https://portal.example" } });
    expect(status).not.toBe(0);
    expect(text).toMatch(/additional properties|Additional property/);
    expect(text).toContain(name);
  }
});

helmTest("hooks come before everything, and nobody else has the owner's secret", () => {
  const hooks = resources("everything").filter(
    ({ metadata }) => metadata.annotations?.["helm.sh/hook"],
  );
  expect(hooks.map(({ kind, metadata }) => `${kind} ${metadata.name}`).sort()).toEqual([
    ...["check-karte", "check-portal", "migrate-karte", "migrate-portal"].map(
      (one) => `Job sekimori-${one}`,
    ),
  ]);
  for (const { metadata } of hooks) {
    expect(metadata.annotations).toMatchObject({
      "helm.sh/hook": "pre-install,pre-upgrade",
      "helm.sh/hook-delete-policy": "before-hook-creation,hook-succeeded",
    });
  }
  const holders = podsOf("everything").filter(({ volumes }) =>
    JSON.stringify(volumes).includes("OWNER"),
  );
  expect(holders.map(({ name }) => name).sort()).toEqual(
    hooks.map(({ metadata }) => metadata.name).sort(),
  );
});

helmTest(
  "each pod has its secrets as files, and the database's authority; none as a variable",
  () => {
    const pods = podsOf("everything");
    expect(pods.length).toBe(9);
    for (const { name, containers, volumes } of pods) {
      const [{ env, volumeMounts }] = containers;
      const value = (one: string) => env.find((each) => each.name === one)?.value;
      expect([name, value("CREDENTIALS_DIRECTORY")]).toEqual([name, "/run/secrets/sekimori"]);
      expect([name, value("NODE_EXTRA_CA_CERTS")]).toEqual([name, "/run/authority/ca.crt"]);
      expect(volumeMounts.map(({ name: volume }) => volume)).toEqual(["secrets", "authority"]);
      expect(volumes.map(({ name: volume }) => volume)).toEqual(["secrets", "authority"]);
      // Twice would be a mistake of the chart's.
      expect(new Set(env.map((one) => one.name)).size).toBe(env.length);
    }
  },
);

peersTest("kubernetes-validate finds nothing that Kubernetes does not know", () => {
  let valid = 0;
  for (const name of Object.keys(rendered)) {
    const { status, text } = run(join(python ?? "", "kubernetes-validate"), [
      ...["-k", "1.33", "--strict", rendered[name] ?? ""],
    ]);
    expect([name, status, text.match(/^.*(ERROR|FAIL).*$/gim)]).toEqual([name, 0, null]);
    // What others define, it has no schema for.
    const unknown = [...text.matchAll(/schema for kind (\w+)/g)].map(([, kind]) => kind);
    for (const kind of unknown) {
      expect([
        "ScaledObject",
        "TriggerAuthentication",
        "ServiceMonitor",
        "PrometheusRule",
      ]).toContain(kind);
    }
    valid += [...text.matchAll(/ passed for resource /g)].length;
  }
  expect(valid).toBeGreaterThan(40);
  report("chart", { "resources that are valid": valid });
});

peersTest("checkov finds no weakness", () => {
  for (const name of Object.keys(rendered)) {
    const args = ["--framework", "kubernetes", "--skip-download", "--output", "json", "--compact"];
    const { stdout } = run(join(python ?? "", "checkov"), ["-f", rendered[name] ?? "", ...args]);
    const { summary, results } = z
      .object({
        summary: z.looseObject({ passed: z.number(), failed: z.number() }),
        results: z.looseObject({ failed_checks: z.array(z.looseObject({ check_id: z.string() })) }),
      })
      .parse(JSON.parse(stdout));
    report("chart", { values: name, "checks passed": summary.passed, failed: summary.failed });
    expect(results.failed_checks.map(({ check_id }) => check_id)).toEqual([]);
    expect(summary.passed).toBeGreaterThan(400);
  }
});

composeTest(
  "a reader of the specification takes the compose file, and names all its services",
  () => {
    const file = join(deploy, "compose/compose.yaml");
    const program =
      "import sys; from compose_spec import PyCompose; print(*sorted(PyCompose.from_yaml(sys.stdin.read()).service_names()))";
    // Filled in, and merged as YAML 1.1 does, which that reader leaves to others.
    const filled = readFileSync(file, "utf8").replaceAll(
      /\$\{(\w+)(?::[-?]([^}]*))?\}/g,
      (_, name: string, otherwise = "") =>
        name.endsWith("_HOST") ? `${name.replace("_HOST", "").toLowerCase()}.example` : otherwise,
    );
    const compose = parse(filled, { merge: true }) as { services: object };
    const { stdout, stderr } = spawnSync(join(python ?? "", "python"), ["-c", program], {
      encoding: "utf8",
      input: JSON.stringify(compose),
    });
    expect([stdout.trim(), stderr]).toEqual([Object.keys(compose.services).sort().join(" "), ""]);
  },
);
