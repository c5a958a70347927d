// `npm run components`: the list of all third-party components (CycloneDX), their licences, and what is known against them.
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { installIfNeeded, root, withRuntime } from "./install.mjs";

installIfNeeded();

function npm(...args) {
  return spawnSync("npm", args, {
    cwd: root,
    env: withRuntime(),
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
}

const list = npm("sbom", "--sbom-format", "cyclonedx", "--package-lock-only");
if (list.status !== 0) {
  console.error(list.stderr);
  process.exit(1);
}
const { components } = JSON.parse(list.stdout);
mkdirSync(`${root}/.cache`, { recursive: true });
writeFileSync(`${root}/.cache/components.cdx.json`, list.stdout);
console.log(`${components.length} components: .cache/components.cdx.json`);

const licenceOf = ({ licenses = [] }) =>
  licenses.map(({ expression, license }) => expression ?? license?.id ?? license?.name).join(", ");
const licences = components
  .map((one) => `${licenceOf(one) || "see its own files"}\t${one.name}@${one.version}`)
  .sort();
writeFileSync(`${root}/.cache/licences.tsv`, `${[...new Set(licences)].join("\n")}\n`);
console.log("their licences: .cache/licences.tsv");

const answer = npm("audit", "--json");
let report;
try {
  report = JSON.parse(answer.stdout);
} catch {
  report = {};
}
if (report.metadata === undefined) {
  console.log("The registry could not be asked for known weaknesses; ask again where it can.");
} else {
  const { total, ...bySeverity } = report.metadata.vulnerabilities;
  console.log(`known weaknesses: ${total}`);
  for (const [severity, count] of Object.entries(bySeverity)) {
    if (count > 0) console.log(`  ${severity}: ${count}`);
  }
  for (const { name, severity } of Object.values(report.vulnerabilities)) {
    console.log(`  ${severity}  ${name}`);
  }
  // The time frames stand in docs/operate/security.md.
  if (total > 0) process.exitCode = 1;
}
