import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
const read = (path: string) => readFileSync(`${root}${path}`, "utf8");
const [, after = ""] = read("docs/operate/security.md").split(
  "\n## Safeties that rest on a setting\n",
);
const [section = ""] = after.split("\n## ");

const named = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name);
const rows = [...section.matchAll(/^\| (`[A-Z].*?) \| .+? \| (.+?) \| (.+?) \|$/gm)].map(
  ([, settings = "", asked = "", seen = ""]) => ({
    settings: named(settings),
    asked: named(asked),
    seen: named(seen),
  }),
);

const variable = (key: string) => key.replace(/([a-z0-9])([A-Z])/g, "$1_$2").toUpperCase();

/** Every setting that a rule refuses, as the rules name it. */
function refusedSettings(): readonly string[] {
  const rules = read("cli/processes/production-rules.ts");
  const own = ["karte", "console"]
    .map((name) => read(`cli/processes/${name}-settings.ts`))
    .join("");
  const keys = [
    ...[...rules.matchAll(/(?:refuse\(|problems\.push\(\[|\? \[\[|: \[\[)"(\w+)"/g)],
    ...[...rules.matchAll(/^ {4}(\w+): settings\.\w+/gm)],
    ...[...rules.matchAll(/^ {4}(\w+):$/gm)],
    ...[...own.matchAll(/refuse\("(\w+)", "must/g)],
    ...[...own.matchAll(/(?:^ {8}|= \{ )(karte\w+|console\w+|integration\w+): settings\./gm)],
  ].map(([, key = ""]) => variable(key));
  return [...new Set(keys)];
}

describe("safeties that rest on a setting", () => {
  const listed = new Set(rows.flatMap(({ settings }) => settings));

  test("are all found", () => {
    expect(rows.length).toBeGreaterThan(10);
    expect(refusedSettings().length).toBeGreaterThan(15);
  });

  test.each(refusedSettings())("lists %s, which a rule refuses", (setting) => {
    expect([...listed]).toContain(setting);
  });

  test.each(["portalFence", "karteFence"])("lists the setting of %s", (name) => {
    const application = name.replace("Fence", "");
    const source = read(`${application}/server/migrations.ts`);
    const [, setting = "none"] = /setting: "(\w+)"/.exec(source) ?? [];
    const row = rows.find(
      ({ settings, asked }) =>
        settings.includes(setting) && asked.includes("kit/server/database/fence.ts"),
    );
    expect(row?.seen).toContain("e2e/faults/43-unfenced-roles.test.ts");
  });

  test.each(rows)("$settings.0 is asked for where the list says so", ({ asked, seen }) => {
    for (const path of [...asked, ...seen]) expect(existsSync(`${root}${path}`), path).toBe(true);
    expect(asked.length).toBeGreaterThan(0);
    expect(seen.length).toBeGreaterThan(0);
  });

  // A process that opened its database in another way would be asked nothing.
  test.each(["cli/processes/compose.ts", "cli/processes/compose-karte.ts"])(
    "%s asks the role before anything is served",
    (path) => {
      const source = read(path);
      expect(source).toContain("openServingDatabase");
      expect(source).toContain("await database.refusePooler();\n  await database.refuseUnfenced()");
      expect(source).not.toMatch(/\bopenDatabase\b/);
    },
  );
});
