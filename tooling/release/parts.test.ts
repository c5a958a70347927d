import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { componentList } from "./component-list.ts";
import { launcher } from "./launcher.ts";
import { licencesText } from "./licences.ts";
import { listed, namelessImports, packageOf, readPart, unwantedIn } from "./parts.ts";

test.each([
  ["node_modules/zod/v4/index.js", "node_modules/zod"],
  ["node_modules/@fastify/cookie/plugin.js", "node_modules/@fastify/cookie"],
  ["node_modules/a/node_modules/@b/c/lib/d.js", "node_modules/a/node_modules/@b/c"],
  ["kit/server/pdf/pdf.ts", undefined],
])("%s belongs to the package %s", (file, folder) => {
  expect(packageOf(file)).toBe(folder);
});

test.each([
  "sandbox/server/sandbox.ts",
  "kit/development/postgres/embedded-postgres.ts",
  "cli/development/product.ts",
  "karte/server/sample/sample.ts",
  "portal/server/testing/members.ts",
  "kit/server/pdf/pdf.test.ts",
])("%s has no place in an artefact", (file) => {
  expect(unwantedIn([file, "kit/server/pdf/pdf.ts", "node_modules/a/testing/b.js"])).toEqual([
    file,
  ]);
});

test("an import that a bundle would leave without names is found", () => {
  const imports = [{ path: "node_modules/old/index.js", kind: "dynamic-import" }];
  const old = { format: "cjs", imports: [] };
  expect(
    namelessImports({
      "kit/a.ts": { format: "esm", imports },
      "node_modules/b/b.js": { format: "esm", imports },
      "kit/c.ts": { imports: [{ path: "node_modules/old/index.js", kind: "import-statement" }] },
      "node_modules/old/index.js": old,
    }),
  ).toEqual(["kit/a.ts: node_modules/old/index.js"]);
});

/** A package with a package.json like this. */
function packaged(manifest: object): string {
  const folder = mkdtempSync(join(tmpdir(), "part-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "package.json"), JSON.stringify(manifest));
  writeFileSync(join(folder, "LICENSE.md"), "Do as you like.\n");
  return folder;
}

test("a part without a licence, or with one that does not permit it, fails the build", () => {
  const one = { name: "one", version: "1.2.3" };
  expect(() => readPart("/", packaged(one))).toThrow("one 1.2.3 has no licence.");
  const part = readPart("/", packaged({ ...one, license: "ISC" }));
  expect(part).toEqual({ ...one, licence: "ISC", text: "Do as you like." });
  expect(licencesText("It", [part])).toContain("one 1.2.3: ISC\n\nDo as you like.");
  const permitted = (licence: string) => () => licencesText("It", [{ ...part, licence }]);
  for (const licence of ["MIT", "(MIT OR GPL-3.0)", "MIT AND OFL-1.1"]) {
    expect(permitted(licence)).not.toThrow();
  }
  for (const licence of ["GPL-3.0", "MIT AND GPL-3.0", "see the website"]) {
    expect(permitted(licence)).toThrow(`one (${licence})`);
  }
});

test("a library of Debian's may be LGPL, for it is linked to; a package of npm's may not", () => {
  const library = { name: "libc6", version: "2.36-9", licence: "LGPL-2.1-or-later", text: "" };
  const address = "pkg:deb/debian/libc6@2.36-9?arch=amd64";
  const debian = { ...library, address };
  expect(licencesText("It", [debian])).toContain("libc6 2.36-9: LGPL-2.1-or-later");
  expect(componentList("1.0.0", [debian], new Date(0))).toContain(`"purl": "${address}"`);
  expect(() => licencesText("It", [library])).toThrow("libc6 (LGPL-2.1-or-later)");
  expect(() => licencesText("It", [{ ...debian, licence: "GPL-3.0-or-later" }])).toThrow("libc6");
});

test("parts are listed once and in order, the same on every machine", () => {
  const part = (name: string) => ({ name, version: "1.0.0", licence: "MIT", text: "" });
  const parts = listed([part("b"), part("@a/c"), part("b")]);
  expect(parts.map(({ name }) => name)).toEqual(["@a/c", "b"]);
  const { components, metadata } = JSON.parse(componentList("1.0.0", parts, new Date(0)));
  expect(metadata.timestamp).toBe("1970-01-01T00:00:00.000Z");
  expect(components.map(({ purl }: { purl: string }) => purl)).toEqual([
    "pkg:npm/%40a/c@1.0.0",
    "pkg:npm/b@1.0.0",
  ]);
});

test("the command hands its arguments on and becomes the runtime", () => {
  expect(launcher(["--one", "--two"])).toMatch(/^#!\/bin\/sh\n/);
  expect(launcher(["--one", "--two"])).toContain(
    'exec "$root/node/bin/node" --one --two "$root/app/sekimori.js" "$@"\n',
  );
});
