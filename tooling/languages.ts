import { spawnSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { sentencesIn } from "./catalogue.ts";

// The gate of the languages: catalogues hold exactly the sentences in the code, and none of them
// lacks its Japanese or loses a placeholder or link in translation.
const root = fileURLToPath(new URL("..", import.meta.url));
const apps = ["portal/web", "karte/web", "console/web", "e2e/sample-application/web"];

function lingui(app: string, ...args: readonly string[]): void {
  const { status, stdout, stderr } = spawnSync("lingui", args, {
    cwd: `${root}${app}`,
    encoding: "utf8",
  });
  if (status !== 0) {
    console.error(stdout, stderr);
    process.exit(1);
  }
}

function catalogues(): ReadonlyMap<string, string> {
  const folders = ["kit/web", ...apps].join(",");
  const files = globSync(`{${folders}}/**/locales/*.po`, { cwd: root });
  // The header carries a date.
  const body = (file: string) =>
    readFileSync(`${root}${file}`, "utf8").replace(/^"POT-Creation-Date:.*$/m, "");
  return new Map(files.sort().map((file) => [file, body(file)]));
}

/**
 * Placeholders and elements of a sentence: "{name}", "<0>", "</0>", "<1/>". The branch of a plural
 * is no placeholder: "=0 {None}".
 */
function marks(text: string): string {
  const mark = /(?<!(?:=\d+|zero|one|two|few|many|other)\s*)\{\s*(\w+)\s*[,}]|<\/?\d+\/?>/g;
  const names = [...text.matchAll(mark)].map(([whole, name]) => name ?? whole);
  return [...new Set(names)].sort().join(" ");
}

const before = catalogues();
for (const app of apps) lingui(app, "extract", "--clean");
const after = catalogues();

const problems: string[] = [];
for (const [file, catalogue] of after) {
  if (before.get(file) !== catalogue) problems.push(`${file} was not extracted again`);
  for (const { source, translation } of file.endsWith("ja.po")
    ? sentencesIn(`${root}${file}`)
    : []) {
    if (translation === "") problems.push(`${file}: no Japanese for “${source}”`);
    else if (marks(source) !== marks(translation)) {
      problems.push(`${file}: “${source}” and its Japanese differ in placeholders or links`);
    }
  }
}
if (problems.length > 0) {
  console.error(problems.join("\n"));
  process.exit(1);
}
const count = [...after.keys()]
  .filter((file) => file.endsWith("ja.po"))
  .flatMap((file) => sentencesIn(`${root}${file}`)).length;
console.log(`${count} sentences in both languages`);
