// `node kit/server/pdf/write-letters.ts`: what the fonts of documents show, as
// kit/contract/letters/table.ts has it.
import { writeFileSync } from "node:fs";
import { documentLetters } from "./testing/document-letters.ts";

const text = `// Written by kit/server/pdf/write-letters.ts from the fonts of documents; a test compares.

/** Letters that a document shows: the distance from the last, and how many follow each other, in base 36. */
export const letterRanges =
  "${documentLetters()}";
`;
writeFileSync(new URL("../../contract/letters/table.ts", import.meta.url), text);
