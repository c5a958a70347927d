import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { type Finding, findingsFile } from "./support/accessibility.ts";

// Turns the findings of the last run of the browser tests into docs/accessibility.md.
const { version } = createRequire(import.meta.url)("axe-core/package.json") as { version: string };
const target = fileURLToPath(new URL("../docs/accessibility.md", import.meta.url));

const findings = readFileSync(findingsFile, "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as Finding);

const worst = new Map<string, readonly string[]>();
for (const { state, violations } of findings) {
  const known = worst.get(state);
  if (known === undefined || violations.length > known.length) worst.set(state, violations);
}
const states = [...worst].sort(([a], [b]) => a.localeCompare(b, "en"));
const total = states.reduce((sum, [, violations]) => sum + violations.length, 0);

writeFileSync(
  target,
  `# Accessibility

Generated from a run of the browser tests (\`npm run accessibility\`); do not edit.

axe-core ${version}, rules of WCAG 2.0, 2.1 and 2.2 A and AA and axe's best practices, in Chromium. **${states.length} states, ${total} violations.** The primitives have a run of their own (\`kit/web/showcase/accessibility.e2e.ts\`), and so have the payment company's pages (\`sandbox/payment/\`).

An automatic check finds part of what can be wrong. Keyboard operation, focus order, names and live regions are tested beside it (\`kit/web/showcase/*.e2e.ts\`, \`e2e/pages.e2e.ts\`); no assistive technology was driven.

| State | Violations |
|---|---|
${states.map(([state, violations]) => `| ${state.replaceAll("|", "\\|")} | ${violations.length === 0 ? "0" : violations.join("; ")} |`).join("\n")}
`,
);
console.log(`${states.length} states, ${total} violations`);
