import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

// `npm start` installs without what only tests and checks need: what runs must not need that.

const root = fileURLToPath(new URL("..", import.meta.url));
const read = (file: string) => readFileSync(`${root}${file}`, "utf8");

const { packages } = JSON.parse(read("package-lock.json")) as {
  packages: Readonly<Record<string, { readonly dev?: boolean }>>;
};

const folders = ["kit", "portal", "karte", "console", "diagnosis", "sandbox", "cli"];
/** Tests, what they stand on, and programs that write data once. */
const forWorkOnly =
  /\.(test|e2e)\.tsx?$|\/testing\/|\/database\/generate\.ts$|\/showcase\/|^diagnosis\/(lab|data\/update)\//;

const sources = execFileSync("git", ["ls-files", ...folders], { cwd: root, encoding: "utf8" })
  .split("\n")
  .filter((file) => /\.(ts|tsx|mjs)$/.test(file) && !forWorkOnly.test(file));

const typeImport = /^(?:import|export) type [^;]*;/gm;
const anyImport = /\b(?:from|import\(?)\s*"([^."][^"]*)"/g;

/** `pg` of "pg/lib/client", `@scope/name` of "@scope/name/part". */
const packageOf = (specifier: string) =>
  specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");

/** The package that a file gets: its workspace's own, or the one that all share. */
function installedFor(file: string, name: string) {
  const folders = file.split("/").slice(0, -1);
  const own = folders.map((_, at) => `${folders.slice(0, at + 1).join("/")}/node_modules/${name}`);
  return packages[own.find((place) => place in packages) ?? `node_modules/${name}`];
}

test("what npm start runs imports no package that only tests and checks have", () => {
  const wrong = sources.flatMap((file) =>
    [...read(file).replaceAll(typeImport, "").matchAll(anyImport)]
      .map(([, specifier = ""]) => packageOf(specifier))
      .filter((name) => !isBuiltin(name) && !name.startsWith("@sekimori/"))
      .filter((name) => installedFor(file, name)?.dev === true)
      .map((name) => `${file} imports ${name}`),
  );
  expect(sources.length).toBeGreaterThan(2_000);
  expect(wrong).toEqual([]);
});
