import { momentSchema } from "@sekimori/kit-contract/date-schemas";
import { z } from "zod";
import { importRowsMost, importRowsShown } from "../constants.ts";
import { importColumns, importEncodings } from "../words.ts";
import { karteEndpoint, perSession } from "./declare.ts";
import { domainNameSchema } from "./domains.ts";
import { idSchema, personSchema } from "./field-schemas.ts";
import { pageAnswer, pageQuery } from "./list-query.ts";

const tag = "Bulk registration";

/** A column of the file, and what it was taken for. */
export const readColumnSchema = z.object({
  position: z.int().min(1),
  /** What the file calls it, shortened; null where it has no headings. */
  heading: z.string().nullable(),
  /** Null: it is not read. */
  column: z.enum(importColumns).nullable(),
});
export type ReadColumn = z.infer<typeof readColumnSchema>;

/** Why a value is refused. */
export const rowProblems = [
  "required",
  "not-a-name",
  "ip-address",
  "local-name",
  "public-suffix",
  /** The owner does not want it to be scanned. */
  "opted-out",
  "unknown-top-level",
  "homograph",
  "right-to-left",
  "control-character",
  /** A character that IDNA 2008 does not allow, such as an emoji. */
  "symbol",
  "no-letter",
  /** A character that no report can show. */
  "unshown-letter",
  "too-long",
  /** Of files that were checked before it was said after one's own proof only. */
  "owned-elsewhere",
  "twice-in-file",
  "unknown-column",
  "too-many-values",
  "over-plan",
] as const;
export type RowProblem = (typeof rowProblems)[number];

/** One row of the file and what will become of it. */
export const importRowSchema = z.object({
  /** As a spreadsheet counts: the header, if any, is row 1. */
  row: z.int().min(1),
  /** What stood there, shortened; hostile text, to be shown as text only. */
  input: z.string(),
  outcome: z.enum(["add", "exists", "refused"]),
  name: domainNameSchema.nullable(),
  groups: z.array(z.string()),
  label: z.string(),
  problems: z.array(
    z.object({
      column: z.enum(importColumns),
      /** Position of the column in the file, from 1. */
      position: z.int(),
      problem: z.enum(rowProblems),
      /** What is meant: the other spelling of a homograph, the first row of a repeated name. */
      hint: z.string().nullable(),
    }),
  ),
});
export type ImportRow = z.infer<typeof importRowSchema>;

export const importSchema = z.object({
  id: idSchema,
  state: z.enum(["checked", "applied", "undone"]),
  fileName: z.string(),
  encoding: z.enum(importEncodings),
  separator: z.enum(["comma", "semicolon", "tab", "line"]),
  by: personSchema.nullable(),
  at: momentSchema,
  appliedAt: momentSchema.nullable(),
  undoneAt: momentSchema.nullable(),
  counts: z.object({
    rows: z.int().max(importRowsMost),
    add: z.int(),
    exists: z.int(),
    refused: z.int(),
  }),
  newGroups: z.array(z.string()),
  /** Whether it can be undone: nothing of it was diagnosed yet. */
  canUndo: z.boolean(),
});
export type ImportView = z.infer<typeof importSchema>;

/** Of a large file the refused rows first, in the file's order: the others need no mending. */
const answerSchema = z.object({
  import: importSchema,
  rows: z.array(importRowSchema).max(importRowsShown),
});

export const checkImport = karteEndpoint({
  name: "checkImport",
  method: "POST",
  path: "/imports",
  tag,
  summary:
    "Reads a file or pasted text and says, row by row, what will happen. Nothing is added yet.",
  access: "manage-domains",
  body: z.strictObject({
    fileName: z.string().trim().max(200).default(""),
    /** The file's bytes. */
    content: z.base64(),
    /** Guessed from the bytes unless given. */
    encoding: z.enum(importEncodings).optional(),
  }),
  /** With every column of the file, so that nothing is taken for something else unseen. */
  response: answerSchema.extend({ columns: z.array(readColumnSchema) }),
  errors: ["FileUnreadable", "ImportUnderWay"],
  load: "rows",
  limits: [perSession(20, 60)],
});

export const applyImport = karteEndpoint({
  name: "applyImport",
  method: "POST",
  path: "/imports/:id/apply",
  tag,
  summary: "Adds all rows of a checked import, or, while one is refused, none.",
  access: "manage-domains",
  params: z.strictObject({ id: idSchema }),
  body: z.strictObject({}),
  response: importSchema,
  errors: ["NotFound", "ImportHasErrors", "PlanLimit", "WrongState"],
  load: "rows",
  limits: [perSession(20, 60)],
});

export const undoImport = karteEndpoint({
  name: "undoImport",
  method: "POST",
  path: "/imports/:id/undo",
  tag,
  summary: "Removes what an import added, as long as none of it was scanned.",
  access: "manage-domains",
  params: z.strictObject({ id: idSchema }),
  body: z.strictObject({}),
  response: importSchema,
  errors: ["NotFound", "CannotUndo"],
  limits: [perSession(20, 60)],
});

export const listImports = karteEndpoint({
  name: "listImports",
  method: "GET",
  path: "/imports",
  tag,
  summary: "The import log: who, when, which file, how many.",
  access: "manage-domains",
  query: z.strictObject(pageQuery),
  response: z.object({ imports: z.array(importSchema), ...pageAnswer }),
  errors: [],
  limits: [],
  load: "read",
});

export const getImport = karteEndpoint({
  name: "getImport",
  method: "GET",
  path: "/imports/:id",
  tag,
  summary: "One import with its rows, the refused ones first where there are many.",
  access: "manage-domains",
  params: z.strictObject({ id: idSchema }),
  response: answerSchema,
  errors: ["NotFound"],
  limits: [],
  load: "read",
});

export const refusedRows = karteEndpoint({
  name: "refusedRows",
  method: "GET",
  path: "/imports/:id/refused",
  tag,
  summary:
    "The refused rows as a file to correct: the columns as given, and the reason beside them.",
  access: "manage-domains",
  params: z.strictObject({ id: idSchema }),
  query: z.strictObject({ language: z.enum(["ja", "en"]).default("ja") }),
  response: z.object({ fileName: z.string(), text: z.string() }),
  errors: ["NotFound"],
  limits: [perSession(60, 60)],
});
