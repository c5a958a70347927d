import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const guide = fileURLToPath(new URL("../../../docs/operate/operations.md", import.meta.url));

/** What stands in a section of the operators' guide as steps, in their order: blocks of “sh step”. */
export function guideSteps(heading: string): readonly string[] {
  const text = readFileSync(guide, "utf8");
  const [, section = ""] = text.split(`\n## ${heading}\n`);
  const [own = ""] = section.split("\n## ");
  return [...own.matchAll(/^```sh step\n([\s\S]*?)^```$/gm)].map(([, block = ""]) => block);
}

/** How many steps a section counts, those without a block among them. */
export function countedSteps(heading: string): number {
  const [, section = ""] = readFileSync(guide, "utf8").split(`\n## ${heading}\n`);
  const [own = ""] = section.split("\n## ");
  return [...own.matchAll(/^\*\*\d+\. /gm)].length;
}
