import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

// A page is loaded with the catalogues that its entry in the table of routes names. A part of the
// app that it shows and does not name would speak in keys wherever no page before has loaded it.

const root = fileURLToPath(new URL("..", import.meta.url));

/** What the frames around a page have loaded already; the wizard's own module stands before it. */
const ofFrames: Readonly<Record<string, readonly string[]>> = {
  inWizard: ["sign-up", "app/payment-errors"],
  "accountShell: Part": ["sign-up", "app/payment-errors"],
  inPrivate: ["app/private", "app/payment-errors"],
};

interface Page {
  readonly module: string;
  readonly sentences: ReadonlySet<string>;
}

/** Where the catalogue of a name stands; the shell's, which is always there, has no name. */
const folderOf = (web: string, name: string) =>
  join(web, name.startsWith("app/") ? name : `features/${name}`);

function pagesOf(web: string): readonly Page[] {
  const table = join(web, "app/routing/routes.tsx");
  let rest = readFileSync(table, "utf8");
  const pages: Page[] = [];
  for (;;) {
    const found = /await import\("([^"]+)"\)/.exec(rest);
    if (!found?.[1]) return pages;
    const entry = rest.slice(0, found.index);
    const named = [...entry.matchAll(/"([a-z0-9/-]+)"/g)].map(([, name = ""]) => name);
    const framed = Object.keys(ofFrames).filter((frame) => entry.includes(frame));
    const sentences = [...named, ...framed.flatMap((frame) => ofFrames[frame] ?? [])];
    pages.push({
      module: resolve(dirname(table), found[1]),
      sentences: new Set(
        sentences.filter((name) => existsSync(join(folderOf(web, name), "locales"))),
      ),
    });
    rest = rest.slice(found.index + found[0].length);
  }
}

/** A module and all that it imports by its path; what is loaded later names its own catalogues. */
function withImports(module: string, seen = new Set<string>()): ReadonlySet<string> {
  if (seen.has(module) || !existsSync(module)) return seen;
  seen.add(module);
  const source = readFileSync(module, "utf8").replaceAll(/\bimport type [^;]*;/g, "");
  for (const [, path = ""] of source.matchAll(/(?:\bfrom|^import) "(\.[^"]+)"/gm)) {
    withImports(resolve(dirname(module), path), seen);
  }
  return seen;
}

/** The catalogue that a module's sentences stand in; undefined: the shell's. */
function catalogueOf(web: string, module: string): string | undefined {
  const [folder, name] = relative(web, module).split("/");
  const catalogue = folder === "features" ? name : `app/${name}`;
  if (catalogue === undefined || !/from "@lingui\//.test(readFileSync(module, "utf8"))) return;
  return existsSync(join(folderOf(web, catalogue), "locales")) ? catalogue : undefined;
}

describe.each([
  ["portal", 15],
  ["karte", 15],
  ["console", 4],
] as const)("every page of %s", (app, most) => {
  const web = join(root, app, "web");
  const pages = pagesOf(web).map((page) => [relative(web, page.module), page] as const);

  test("can load every catalogue that the app has, and none that is not there", () => {
    const parts = globSync("app/*/locales", { cwd: web }).map((path) => path.split("/")[1]);
    const listed = (file: string, form: RegExp) =>
      [...(form.exec(readFileSync(join(web, file), "utf8"))?.[1] ?? "").matchAll(/[\w-]+/g)]
        .map(([name]) => name)
        .toSorted();
    expect(listed("app/language.ts", /"\.\/\{([^}]*)\}\/locales/)).toEqual(parts.toSorted());
    expect(listed("lingui.config.ts", /parts: \[([^\]]*)\]/)).toEqual(parts.toSorted());
  });

  test("is found in the table of routes", () => {
    expect(pages.length).toBeGreaterThan(most);
  });

  test.each(pages)("%s names the catalogues of all that it shows", (_name, page) => {
    const modules = [...withImports(page.module)];
    // What comes with a list that is asked for later.
    const later = modules.flatMap((module) =>
      [...readFileSync(module, "utf8").matchAll(/withSentences\(\s*\["([^"]+)"\]/g)].map(
        ([, name]) => name,
      ),
    );
    const shown = modules.map((module) => catalogueOf(web, module));
    const named = new Set<string | undefined>([undefined, ...page.sentences, ...later]);
    expect(shown.filter((name) => !named.has(name))).toEqual([]);
  });
});
