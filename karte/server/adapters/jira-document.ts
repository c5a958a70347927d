import type { TicketText } from "../ports/ticket-systems.ts";

// Atlassian's document format: text nodes are never read as marks, and are never empty.

interface Node {
  readonly type: "text" | "hardBreak";
  readonly text?: string;
  readonly marks?: readonly object[];
}
interface Paragraph {
  readonly type: "paragraph";
  readonly content: readonly Node[];
}
export interface JiraDocument {
  readonly type: "doc";
  readonly version: 1;
  readonly content: readonly Paragraph[];
}

/** So that the whole stays within Jira's 32,767 characters. */
const partMost = 3_000;

const shortened = (text: string) =>
  text.length <= partMost ? text : `${[...text].slice(0, partMost - 1).join("")}…`;

/** One paragraph; a text of several lines has breaks between them. */
function paragraph(text: string, marks?: readonly object[]): readonly Paragraph[] {
  const lines = shortened(text).split(/\r?\n/);
  const content = lines.flatMap((line, index): readonly Node[] => [
    ...(index === 0 ? [] : [{ type: "hardBreak" as const }]),
    ...(line === "" ? [] : [{ type: "text" as const, text: line, ...(marks ? { marks } : {}) }]),
  ]);
  return content.length === 0 ? [] : [{ type: "paragraph", content }];
}

const documentOf = (content: readonly Paragraph[]): JiraDocument => ({
  type: "doc",
  version: 1,
  content,
});

/** A new ticket's description. */
export const descriptionOf = ({ facts, remedy, link }: TicketText, mark: string): JiraDocument =>
  documentOf([
    ...facts.flatMap(({ name, value }) => paragraph(`${name}: ${value}`)),
    ...paragraph(remedy.name, [{ type: "strong" }]),
    ...paragraph(remedy.text),
    ...paragraph(link, [{ type: "link", attrs: { href: link } }]),
    ...paragraph(mark),
  ]);

export const commentOf = (comment: string, mark: string): JiraDocument =>
  documentOf([...paragraph(comment), ...paragraph(mark)]);

/** Whether a document, whoever wrote it, has a line that ends with the mark. */
export function hasText(document: unknown, mark: string): boolean {
  // No recursion: how deep it is is a stranger's to say.
  const left: unknown[] = [document];
  while (left.length > 0) {
    const node = left.pop();
    if (typeof node !== "object" || node === null) continue;
    const { text, content } = node as { readonly text?: unknown; readonly content?: unknown };
    if (typeof text === "string" && text.trimEnd().endsWith(mark)) return true;
    if (Array.isArray(content)) left.push(...content);
  }
  return false;
}
