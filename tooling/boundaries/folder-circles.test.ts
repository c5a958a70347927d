import { globSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { circling } from "./circling.ts";

// Within a folder, its folders and the files beside them build on each other in one direction. That
// no file does so is depcruise's `no-circular`; packages have their table in the architecture page.

const root = fileURLToPath(new URL("../..", import.meta.url));

/** They put the rest together, or name its types, and stand beside what builds on them. */
const composition = new Map([
  ["portal/web/app/routing/routes.tsx", "knows all pages"],
  ["portal/web/app/routing/linked-pages.ts", "is a part of the routes"],
  ["portal/web/app/routing/member-pages.ts", "is a part of the routes"],
  ["portal/web/app/routing/sign-up-pages.ts", "is a part of the routes"],
  ["karte/web/app/routing/routes.tsx", "knows all pages"],
  ["console/web/app/routing/routes.tsx", "knows all pages"],
  ["console/web/app/routing/integration-pages.tsx", "knows all pages of the other console"],
  ["portal/server/context.ts", "names the types of what every feature works with"],
]);

const sources = globSync(
  "{kit,portal,karte,console,diagnosis,sandbox,cli,e2e,bench}/**/*.{ts,tsx}",
  {
    cwd: root,
    exclude: [
      "**/{node_modules,dist,testing}/**",
      "**/*.{test,e2e}.{ts,tsx}",
      "e2e/clients/{running,programs}/**",
    ],
  },
);

type Import = readonly [from: string, to: string];

function importsOf(file: string): Import[] {
  const text = readFileSync(`${root}${file}`, "utf8");
  return [...text.matchAll(/(?:from|import|import\()\s*"(\.\.?\/[^"]+)"/g)].map(
    ([, path = ""]) => [file, posix.join(posix.dirname(file), path)] as const,
  );
}

/** By folder, which of what stands in it builds on which other. */
function levels(imports: readonly Import[]): Map<string, Map<string, string[]>> {
  const found = new Map<string, Map<string, string[]>>();
  for (const [from, to] of imports) {
    const [a, b] = [from.split("/"), to.split("/")];
    const depth = a.findIndex((name, index) => name !== b[index]);
    if (depth < 0) continue;
    const folder = a.slice(0, depth).join("/");
    const inFolder = found.get(folder) ?? new Map<string, string[]>();
    found.set(folder, inFolder);
    const [user, used] = [a[depth] ?? "", b[depth] ?? ""];
    inFolder.set(user, [...(inFolder.get(user) ?? []), used]);
    if (!inFolder.has(used)) inFolder.set(used, []);
  }
  return found;
}

const circles = (imports: readonly Import[]) =>
  [...levels(imports)].flatMap(([folder, graph]) => {
    const knot = circling(graph);
    return knot.length === 0 ? [] : [`${folder}: ${knot.join(", ")}`];
  });

const imports = sources.filter((file) => !composition.has(file)).flatMap(importsOf);

test("no two folders build on each other, in types neither", () => {
  expect(imports.length).toBeGreaterThan(5_000);
  expect(circles(imports)).toEqual([]);
});

test("a circle of folders, without one of files, would be seen", () => {
  const knotted: Import[] = [
    ["kit/server/mail/mail.ts", "kit/server/jobs/jobs.ts"],
    ["kit/server/jobs/other.ts", "kit/server/mail/letter/letter.ts"],
  ];
  expect(circles(knotted)).toEqual(["kit/server: mail, jobs"]);
});

test("whoever puts the rest together is there, and needs to be named", () => {
  for (const file of composition.keys()) {
    expect(circles([...imports, ...importsOf(file)]), file).not.toEqual([]);
  }
});
