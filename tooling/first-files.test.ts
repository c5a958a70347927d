import { existsSync, globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { allEndpoints as consoleEndpoints } from "@sekimori/console-contract/endpoints";
import { pagePaths as consolePages } from "@sekimori/console-contract/page-routes";
import { allEndpoints as karteEndpoints } from "@sekimori/karte-contract/endpoints";
import { pagePaths as kartePages } from "@sekimori/karte-contract/page-routes";
import { allEndpoints as portalEndpoints } from "@sekimori/portal-contract/endpoints";
import { pagePaths as portalPages } from "@sekimori/portal-contract/page-routes";
import { describe, expect, test } from "vitest";

// How CONTRIBUTING.md says that the first file of a change is found, held for all that there is:
// a search as it says finds something, and finds it where it says.

const root = fileURLToPath(new URL("..", import.meta.url));
const read = (path: string) => readFileSync(root + path, "utf8");
/** Every source of the servers, contracts and commands; looked for once. */
const sources = globSync("{kit,portal,karte,console,cli}/**/*.ts", {
  cwd: root,
  exclude: ["**/{node_modules,dist,web}/**", "**/*.test.ts"],
});
const textOf = (pattern: RegExp) =>
  sources
    .filter((file) => pattern.test(file))
    .map(read)
    .join("\n");

const named = (text: string, name: string) => new RegExp(`\\b${name}\\b`).test(text);

const application = (
  name: string,
  pages: Readonly<Record<string, string>>,
  endpoints: readonly { readonly name: string }[],
) => ({ name, pages: Object.keys(pages), calls: endpoints.map((endpoint) => endpoint.name) });

const applications = [
  application("portal", portalPages, portalEndpoints),
  application("karte", kartePages, karteEndpoints),
  application("console", consolePages, consoleEndpoints),
];

/** Calls that another file than a `routes.ts` binds. */
const boundElsewhere = new Set([
  // An open stream, and no answer.
  "watchRuns",
]);

describe.each(applications)("$name", ({ name, pages, calls }) => {
  test("names each page's file under the page's name", () => {
    const routes = read(`${name}/web/app/routing/routes.tsx`);
    // `/` of the portal is a redirection.
    const shown = pages.filter((page) => page !== "root");
    expect(shown.length).toBeGreaterThan(5);
    const entry = (page: string) => new RegExp(`\\n  +(?:${page}:|"${page}",)`);
    expect(shown.filter((page) => !entry(page).test(routes))).toEqual([]);
  });

  test("binds each call in a file whose name ends in routes.ts", () => {
    const routes = textOf(new RegExp(`^${name}/server/features/.*routes\\.ts$`));
    expect(calls.length).toBeGreaterThan(20);
    const lost = calls.filter((call) => !named(routes, call) && !boundElsewhere.has(call));
    expect(lost).toEqual([]);
  });
});

test("a setting is declared in a settings.ts, in small letters without underscores", () => {
  const declared = textOf(/settings\.ts$/);
  const settings = [...read("docs/operate/settings.md").matchAll(/^\| `([A-Z0-9_]+)`/gm)].map(
    ([, setting = ""]) => setting,
  );
  expect(settings.length).toBeGreaterThan(80);
  const inCode = (setting: string) =>
    setting.toLowerCase().replaceAll(/_[a-z0-9]/g, (mark) => mark.slice(1).toUpperCase());
  const undeclared = settings.filter(
    (setting) => !new RegExp(`^ +${inCode(setting)}:`, "m").test(declared),
  );
  expect(undeclared).toEqual([]);
});

test("an email is written in a file whose name ends in -mail.ts or -mails.ts", () => {
  const written = /export (?:const|function) (?!bind|compose|send)\w+Mail\b/;
  const writing = sources.filter(
    (file) => /^(portal|karte)\/server\//.test(file) && written.test(read(file)),
  );
  expect(writing.length).toBeGreaterThan(30);
  const elsewhere = writing.filter((file) => !/-mails?\.ts$/.test(file));
  expect(elsewhere).toEqual([]);
});

test("a metric that alerts name stands in the code without its prefix", () => {
  const code = textOf(/\.ts$/);
  const metrics = new Set(
    [...read("deploy/prometheus/sekimori.rules.yml").matchAll(/\bsekimori_([a-z0-9_]+)/g)].map(
      ([, metric = ""]) => metric.replace(/_(?:bucket|count|sum)$/, ""),
    ),
  );
  expect(metrics.size).toBeGreaterThan(10);
  const lost = [...metrics].filter(
    (metric) => !code.includes(`"${metric}"`) && !code.includes(`}${metric}\``),
  );
  expect(lost).toEqual([]);
});

test("what code calls differently is where docs/guide/words.md says", () => {
  const [, table = ""] = read("docs/guide/words.md").split("\n## In code\n");
  const [section = ""] = table.split("\n## ");
  const places = [...section.matchAll(/`([a-z]+\/[^`]*)`/g)].map(([, place = ""]) => place);
  expect(places.length).toBeGreaterThan(20);
  expect(places.filter((place) => !existsSync(root + place))).toEqual([]);
});
