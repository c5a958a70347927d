import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { type Finding, findingsFile, views } from "./support/accessibility.ts";

// Turns the findings of the last run of the browser tests into docs/evidence/accessibility.md.
const { version } = createRequire(import.meta.url)("axe-core/package.json") as { version: string };
const target = fileURLToPath(new URL("../docs/evidence/accessibility.md", import.meta.url));

const findings = readFileSync(findingsFile, "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as Finding);

const columns = (["ja", "en"] as const).flatMap((language) =>
  views.map((view) => [language, view] as const),
);

/** State, then column, then the worst that was found there: a state may be looked at often. */
const worst = new Map<string, Map<string, readonly string[]>>();
for (const { state, language, view, violations } of findings) {
  const row = worst.get(state) ?? new Map<string, readonly string[]>();
  worst.set(state, row);
  const known = row.get(`${language} ${view}`);
  if (known === undefined || violations.length > known.length) {
    row.set(`${language} ${view}`, violations);
  }
}
const states = [...worst].sort(([a], [b]) => a.localeCompare(b, "en"));
const cells = states.flatMap(([, row]) => [...row.values()]);
const total = cells.reduce((sum, violations) => sum + violations.length, 0);

function line([state, row]: (typeof states)[number]): string {
  const shown = columns.map(([language, view]) => {
    const violations = row.get(`${language} ${view}`);
    if (violations === undefined) return "";
    return violations.length === 0 ? "0" : violations.join("; ").replaceAll("|", "\\|");
  });
  return `| ${[state.replaceAll("|", "\\|"), ...shown].join(" | ")} |`;
}

writeFileSync(
  target,
  `# Accessibility

Generated from a run of the browser tests (\`npm run accessibility\`); do not edit.

axe-core ${version}, rules of WCAG 2.0, 2.1 and 2.2 A and AA and axe's best practices, in Chromium. **${states.length} states, looked at ${cells.length} times by language and view, ${total} violations.** Each is looked at in both themes (the one it was not opened in with the rules about colors only), and with a window of 1280 by 1024 px enlarged to 400 % without the rule about contrast; enlarged, and in windows of 375, 768 and 1280 px, nothing may be cut off, stand beyond an edge or scroll the page sideways either. In forced colors axe reads the same document and judges no contrast: \`e2e/forced-colors.e2e.ts\` looks at what they change. Beside axe's rules, the window must have the title of the page, no id may stand twice, and no two buttons may have one name. An empty cell was not looked at. The skeleton of the registration, which does not know its heading yet, is judged without the rule that asks for one. The primitives have a run of their own (\`kit/web/showcase/accessibility.e2e.ts\`), and so have the payment company's pages (\`sandbox/payment/\`); both look in forced colors and at 400 % too.

An automatic check finds part of what can be wrong. Keyboard operation, focus order, names and live regions are tested beside it (\`kit/web/showcase/*.e2e.ts\`, \`e2e/pages.e2e.ts\`); no assistive technology was driven.

| State | ${columns.map((column) => column.join(", ")).join(" | ")} |
|${"---|".repeat(columns.length + 1)}
${states.map(line).join("\n")}
`,
);
console.log(`${states.length} states, ${cells.length} by language and view, ${total} violations`);
