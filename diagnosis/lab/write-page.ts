import { readFileSync, writeFileSync } from "node:fs";

const FILE = new URL("../../docs/evidence/diagnosis.md", import.meta.url);
const [BEGIN, END] = ["<!-- lab: begin -->", "<!-- lab: end -->"];

/** Puts what a run came to between the page's two marks. */
export function writePage(lines: readonly string[]): void {
  const text = readFileSync(FILE, "utf8");
  const [from, to] = [text.indexOf(BEGIN), text.indexOf(END)];
  if (from === -1 || to < from)
    throw new Error("docs/evidence/diagnosis.md has lost the marks of the lab");
  const head = text.slice(0, from + BEGIN.length);
  writeFileSync(FILE, `${head}\n${lines.join("\n")}\n${text.slice(to)}`);
}
