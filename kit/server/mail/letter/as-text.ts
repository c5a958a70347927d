import type { Block, DetailValue } from "./blocks.ts";

function valueAsText(value: DetailValue, indent: string): string {
  const text = typeof value === "string" ? value : `${value.text}\n${value.url}`;
  return text
    .split("\n")
    .map((line) => `${indent}${line}`)
    .join("\n");
}

function blockAsText(block: Block): string {
  switch (block.kind) {
    case "paragraph":
    case "note":
      return block.text;
    case "code":
      return `    ${block.text}`;
    case "link":
      return `${block.label}\n${block.url}`;
    case "details":
      return block.rows.map(([label, value]) => `${label}\n${valueAsText(value, "  ")}`).join("\n");
  }
}

/** The same mail for programs that show text, complete by itself. */
export function letterAsText(letter: {
  readonly greeting: string | undefined;
  readonly blocks: readonly Block[];
  readonly foot: readonly string[];
}): string {
  const { greeting, blocks, foot } = letter;
  const parts = [...(greeting === undefined ? [] : [greeting]), ...blocks.map(blockAsText)];
  // "-- " with its space: mail programs take what follows for the signature.
  return `${[...parts, `-- \n${foot.join("\n")}`].join("\n\n")}\n`;
}
