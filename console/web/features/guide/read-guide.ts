/** A part of a page of docs/integrate, as it is shown. */
export type GuideBlock =
  | { readonly kind: "heading" | "text"; readonly text: string }
  | { readonly kind: "list"; readonly items: readonly string[] }
  | { readonly kind: "code"; readonly name: string; readonly text: string }
  | { readonly kind: "table"; readonly rows: readonly (readonly string[])[] };

/** What is filled in. */
export interface GuideValues {
  readonly issuer: string;
  readonly clientId: string;
  /** Where the application runs; undefined: the page's own example stays. */
  readonly origin: string | undefined;
}

const example = {
  issuer: "http://localhost:3000/v1/idp/oidc",
  origin: "http://localhost:4000",
} as const;

/** The id that a page registers its example under. */
const exampleId = (page: string): string => / --id ([a-z-]+)/.exec(page)?.[1] ?? "";

/** Where an id means the application: where its line says so, or has nothing else. */
const saysClient = /client.?id|aud(ience)?\b|^\s*"[a-z-]+",$/i;

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");

function filled(code: string, id: string, { issuer, clientId, origin }: GuideValues): string {
  const word = new RegExp(`(?<![\\w-])${escaped(id)}(?![\\w-])`, "g");
  return code
    .split("\n")
    .map((line) =>
      (saysClient.test(line) ? line.replace(word, clientId) : line)
        .replaceAll(example.issuer, issuer)
        .replaceAll(example.origin, origin ?? example.origin),
    )
    .join("\n");
}

const cellsOf = (line: string): readonly string[] =>
  line
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => cell.trim().replaceAll("\\|", "|"));

function blockOf(lines: readonly string[]): GuideBlock {
  const [first = ""] = lines;
  if (first.startsWith("#")) return { kind: "heading", text: first.replace(/^#+ /, "") };
  if (first.startsWith("|")) {
    const rows = lines.filter((line) => !/^\|[-| ]+\|$/.test(line)).map(cellsOf);
    return { kind: "table", rows };
  }
  if (/^([-*]|\d+\.) /.test(first)) {
    return { kind: "list", items: lines.map((line) => line.replace(/^([-*]|\d+\.) /, "")) };
  }
  return { kind: "text", text: lines.join(" ") };
}

/**
 * Reads a page of docs/integrate without its title and what registers the example: that is done. Into
 * its code the application's own values come in the place of the example's.
 */
export function readGuide(page: string, values: GuideValues): readonly GuideBlock[] {
  const id = exampleId(page);
  // Every second part is code between fences; before it stands what the file is called.
  const parts = page.split(/^```(.*)$/m);
  const blocks: GuideBlock[] = [];
  for (let at = 0; at < parts.length; at += 4) {
    const [prose = "", info = "", code = ""] = parts.slice(at, at + 3);
    for (const paragraph of prose.split(/\n{2,}/)) {
      const lines = paragraph.split("\n").filter((line) => line.trim() !== "");
      // The example's own last step: nobody's application runs there, nor has it the demo's people.
      if (lines[0]?.startsWith(`Open ${example.origin}`)) continue;
      if (lines.length > 0) blocks.push(blockOf(lines));
    }
    const [language = "", name = language] = info.trim().split(" ");
    if (info === "") continue;
    if (name === "register") {
      // The sentence before it says that it is registered so.
      if (blocks.at(-1)?.kind === "text") blocks.pop();
      continue;
    }
    blocks.push({ kind: "code", name, text: filled(code.trim(), id, values) });
  }
  return blocks.slice(1);
}
