import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { shapeOf, variableName } from "@sekimori/kit-server/settings";
import { expect, test } from "vitest";
import type { z } from "zod";
import {
  consoleProcessSchema,
  integrationProcessSchema,
} from "../../../cli/processes/console-settings.ts";
import { karteProcessSchema } from "../../../cli/processes/karte-settings.ts";
import { processSettingsSchema } from "../../../cli/processes/settings.ts";
import { debianChangelog } from "./changelog.ts";

const files = join(import.meta.dirname, "files");
const read = (path: string) => readFileSync(join(files, path), "utf8");

/** All that a process of a console is told: what the portal's are, and its own. */
const consoleSettings = {
  shape: { ...processSettingsSchema.shape, ...consoleProcessSchema.shape },
};
const integrationSettings = {
  shape: { ...processSettingsSchema.shape, ...integrationProcessSchema.shape },
};

/** Of an environment's settings, the names of those that `wanted` picks. */
function named(
  { shape }: { readonly shape: Readonly<Record<string, z.ZodType>> },
  wanted: (one: ReturnType<typeof shapeOf>) => boolean,
): string[] {
  return Object.entries(shape)
    .filter(([, schema]) => wanted(shapeOf(schema)))
    .map(([key]) => variableName(key));
}

test.each([
  ["portal", processSettingsSchema],
  ["worker", processSettingsSchema],
  ["karte", karteProcessSchema],
  ["console", consoleSettings],
  ["integration", integrationSettings],
] as const)("%s loads each secret that it must have, and looks for the others", (name, schema) => {
  const unit = read(`usr/lib/systemd/system/sekimori-${name}.service`);
  const loaded = [...unit.matchAll(/^LoadCredential=(\w+):\/etc\/sekimori\/secrets\/\1$/gm)].map(
    ([, secret]) => secret,
  );
  expect(loaded.sort()).toEqual(
    named(schema, ({ isSecret, isRequired }) => isSecret && isRequired).sort(),
  );
  const [, looked = ""] = /^ExecStartPre=\+\S+ sekimori-\w+ %d (.*)$/m.exec(unit) ?? [];
  expect(looked.split(" ").sort()).toEqual(
    named(schema, ({ isSecret, isRequired }) => isSecret && !isRequired).sort(),
  );
});

test("the example of settings names each that production asks for, and no secret", () => {
  const example = read("etc/sekimori/sekimori.conf");
  const names = [...example.matchAll(/^#?([A-Z][A-Z_]+)=/gm)].map(([, name]) => name);
  for (const schema of [
    ...[processSettingsSchema, karteProcessSchema, consoleSettings, integrationSettings],
  ]) {
    expect(names).toEqual(
      expect.arrayContaining(
        named(schema, (one) => !one.isSecret && (one.isRequired || one.isSample)),
      ),
    );
    const secrets = named(schema, ({ isSecret }) => isSecret);
    expect(names.filter((name) => secrets.includes(name ?? ""))).toEqual([]);
  }
});

test("what a process runs as is the same for all units but karte, who reads no secret of others", () => {
  const users = globSync("usr/lib/systemd/system/*.service", { cwd: files })
    .sort()
    .map((path) => /^User=(.*)$/m.exec(read(path))?.[1]);
  expect(users).toEqual(["sekimori", "sekimori", "sekimori-karte", "sekimori", "sekimori"]);
});

test("every unit answers its probes on a port of its own, and packages know it", () => {
  const units = globSync("usr/lib/systemd/system/*.service", { cwd: files }).sort();
  const ports = units.map((path) => /PROBE_PORT=(\d+)$/m.exec(read(path))?.[1]);
  expect(ports).not.toContain(undefined);
  expect(new Set(ports).size).toBe(units.length);
  for (const script of ["postinst", "postrm", "prerm"]) {
    const text = readFileSync(join(import.meta.dirname, "scripts", script), "utf8");
    const named = [...text.matchAll(/sekimori-\w+\.service/g)].map(([unit]) => unit).sort();
    expect(named, script).toEqual(units.map((path) => basename(path)));
  }
  // A command that root gives for a process reads that process's own file.
  const command = read("usr/bin/sekimori");
  for (const path of units) {
    const [, own = ""] = /^EnvironmentFile=-\/etc\/sekimori\/(\w+\.conf)$/m.exec(read(path)) ?? [];
    if (own !== "worker.conf") expect(command).toContain(`own=${own}`);
  }
});

test("a changelog has the version's own section, in lines that policy allows", () => {
  const markdown = `# Changelog\n\n## 2.0.0\n\nNew.\n\n- \`one\` [two](three.md) ${"word ".repeat(30)}`;
  const release = { version: "2.0.0", changedAt: new Date(0) };
  const text = debianChangelog("sekimori", `${markdown}\n\n## 1.0.0\n\nOld.\n`, release);
  expect(text).toMatch(
    /^sekimori \(2\.0\.0\) stable; urgency=medium\n\n {2}\* New\.\n {2}\* one two word/,
  );
  expect(text).toMatch(/\n -- Sekimori <\S+> {2}Thu, 01 Jan 1970 00:00:00 \+0000\n$/);
  expect(text).not.toContain("Old.");
  expect(text.split("\n").every((line) => line.length <= 80)).toBe(true);
  expect(() => debianChangelog("sekimori", markdown, { ...release, version: "3.0.0" })).toThrow(
    "CHANGELOG.md says nothing of 3.0.0.",
  );
});
