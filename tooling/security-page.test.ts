import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { auditActions } from "@sekimori/portal-contract/endpoints/security";
import { describe, expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
const read = (path: string) => readFileSync(`${root}${path}`, "utf8");
const page = read("docs/operate/security.md");

/** The part of the page below a heading. */
function section(heading: string): string {
  const [, after = ""] = page.split(`\n## ${heading}\n`);
  return after.split("\n## ")[0] ?? "";
}

const product = globSync(["kit/server/**/*.ts", "portal/server/**/*.ts", "cli/**/*.ts"], {
  cwd: root,
  exclude: (path) => path.includes("node_modules"),
}).filter((path) => !/\.test\.ts$|\/testing\//.test(path));

describe("the page of security policies", () => {
  const applicationTables = ["portal", "karte"].flatMap((application) => [
    ...read(`${application}/server/database/generated/tables.ts`).matchAll(
      /"((?:portal|karte)\.\w+)": \{/g,
    ),
  ]);
  const kitTables = globSync("kit/server/database/migrations/*.sql", { cwd: root }).flatMap(
    (path) =>
      [...read(path).matchAll(/create (?:unlogged )?table (?:kit\.)?(\w+)/g)].map(
        ([, name]) => `kit.${name}`,
      ),
  );
  // A month's part of a table is what the table is.
  const isPart = (name: string) => /_\d{4}_\d{2}$/.test(name);
  const names = applicationTables.map(([, name]) => name ?? "").filter((name) => !isPart(name));
  const known = [...names, ...kitTables];
  test.each(known)("gives the table %s a class", (table) => {
    expect(section("Data")).toMatch(
      new RegExp(`^\\| \`${table}\` \\| [ABCD](, [ABCD])* \\| \\S`, "m"),
    );
  });

  test("and to no table that there is not", () => {
    const listed = [...section("Data").matchAll(/^\| `((?:portal|karte|kit)\.\w+)` \|/gm)];
    expect(listed.length).toBeGreaterThan(names.length);
    expect(
      listed.map(([, table]) => table ?? "").filter((table) => !known.includes(table)),
    ).toEqual([]);
  });

  const secrets = ["portal/server/settings.ts", "cli/processes/settings.ts"].flatMap((path) =>
    [...read(path).matchAll(/^ +(\w+): (?:secret|longSecret)\(/gm)].map(([, key = ""]) =>
      key.replace(/([a-z0-9])([A-Z])/g, "$1_$2").toUpperCase(),
    ),
  );
  test("finds the secret settings", () => expect(secrets.length).toBeGreaterThan(7));
  test.each(secrets)("says how the secret %s is changed", (name) => {
    expect(section("Keys and cryptography")).toContain(`\`${name}\``);
  });

  test.each(auditActions)("lists the act %s", (action) => {
    expect(section("Logs")).toContain(`\`${action}\``);
  });

  const opening =
    /\bfetch\(|createTransport\(|new Pool\(|oidc\.discovery\(|import \{[^}]*\b(?:connect|createConnection|request|get|Socket|createSocket)\b[^}]*\} from "node:/;
  const openers = product.filter((path) => {
    const source = read(path).replace(/^\s*(?:\*|\/\/|\/\*).*$/gm, "");
    return opening.test(source);
  });
  test("finds the modules that open connections", () => expect(openers.length).toBeGreaterThan(6));
  test.each(openers)("lists what %s connects to", (path) => {
    expect(section("Connections")).toContain(`\`${path}\``);
  });
});

test.each(
  product.filter(
    (path) => path.startsWith("portal/server/adapters/") && /\bfetch\(/.test(read(path)),
  ),
)("%s follows no redirect and waits for no answer without end", (path) => {
  const calls = read(path)
    .split(/\bfetch\(/)
    .slice(1);
  for (const call of calls) {
    expect(call.slice(0, 900)).toContain('redirect: "error"');
    expect(call.slice(0, 900)).toContain("AbortSignal.timeout(");
  }
});
