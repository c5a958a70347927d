import { importRowsMost, labelMost, labelsMost } from "@sekimori/karte-contract/constants";
import type { ImportRow, ReadColumn, RowProblem } from "@sekimori/karte-contract/endpoints/imports";
import { areTooManyLabels, labelsIn, labelsText } from "@sekimori/karte-contract/labels";
import { importColumns } from "@sekimori/karte-contract/words";
import { unshownLetter } from "@sekimori/kit-contract/letters";
import { nameSchema, trimmed } from "@sekimori/kit-contract/name";
import { AppError } from "@sekimori/kit-server/errors";
import type { z } from "zod";
import type { Examiner } from "../../ports/examiner.ts";
import { hiddenMarkIn } from "../domains/deceptive-name.ts";
import { type ReadName, readName } from "../domains/domain-name.ts";
import type { Table } from "./read-table.ts";

type Column = (typeof importColumns)[number];

/** What the first row may call a column, in either language. */
const headings: Readonly<Record<string, Column>> = {
  name: "name",
  domain: "name",
  host: "name",
  ドメイン: "name",
  ドメイン名: "name",
  groups: "groups",
  group: "groups",
  グループ: "groups",
  label: "label",
  labels: "label",
  ラベル: "label",
  備考: "label",
};

/** Characters of a cell that are shown back. */
const shownMost = 120;
const groupNameMost = 100;
const groupsMost = 20;

/** What is shown back of a cell. PostgreSQL keeps no NUL in its texts: its picture stands for it. */
const shownOf = (text: string, most = shownMost) =>
  text.slice(0, most).replaceAll("\u0000", "\u2400");

type RowIssue = ImportRow["problems"][number];

/** A row as it will be stored with the import, and the name that applying it adds. */
export interface CheckedRow extends ImportRow {
  readonly read: ReadName | null;
}

interface Layout {
  readonly positions: Readonly<Record<Column, number>>;
  readonly hasHead: boolean;
  /** Headings that are none of ours, by their position. */
  readonly unknown: readonly number[];
}

/** Columns by the first row's headings; without any, the template's order. */
function layoutOf(first: readonly string[]): Layout {
  const named = first.map((cell) => headings[cell.trim().toLowerCase()]);
  if (!named.includes("name")) {
    return { positions: { name: 0, groups: 1, label: 2 }, hasHead: false, unknown: [] };
  }
  const at = (column: Column) => named.indexOf(column);
  const unknown = named.flatMap((column, index) =>
    column === undefined && first[index]?.trim() !== "" ? [index] : [],
  );
  return {
    positions: { name: at("name"), groups: at("groups"), label: at("label") },
    hasHead: true,
    unknown,
  };
}

// Built once: a schema takes longer to build than a row to check.
const groupRule = nameSchema(groupNameMost);
const labelRule = nameSchema(labelMost);

interface Unfit {
  readonly problem: RowProblem;
  readonly hint: string | null;
}

/** What a name is refused for, by the rule that every name has. */
function unfitName(schema: z.ZodType, text: string): Unfit | undefined {
  const because = (problem: RowProblem, hint: string | null = null) => ({ problem, hint });
  const issue = schema.safeParse(text).error?.issues[0];
  if (issue === undefined) {
    const letter = unshownLetter(text);
    return letter === undefined ? undefined : because("unshown-letter", letter);
  }
  if (issue.code === "too_big") return because("too-long");
  return issue.code === "custom" && issue.params?.code === "hidden_mark"
    ? because(hiddenMarkIn(text) ?? "control-character")
    : because("no-letter");
}

/** Several groups stand in one cell with semicolons between; a spreadsheet's comma is taken. */
const splitGroups = (text: string): string[] => [
  ...new Set(
    text
      .split(/[;；、]/)
      .map(trimmed)
      .filter((name) => name !== ""),
  ),
];

function checkRow(
  examiner: Pick<Examiner, "name">,
  { row, cells }: Table["rows"][number],
  { positions }: Layout,
): CheckedRow {
  const problems: RowIssue[] = [];
  const cell = (column: Column) => (positions[column] < 0 ? "" : (cells[positions[column]] ?? ""));
  const complain = (column: Column, problem: RowProblem, hint: string | null = null) =>
    problems.push({ column, position: positions[column] + 1, problem, hint });

  const given = cell("name");
  const read = readName(examiner, given);
  if ("problem" in read) complain("name", read.problem, read.hint);
  const groups = splitGroups(cell("groups"));
  const labels = labelsIn(cell("label"));
  if (groups.length > groupsMost) complain("groups", "too-many-values");
  const unfit = groups.map((name) => unfitName(groupRule, name)).find(Boolean);
  if (unfit) complain("groups", unfit.problem, unfit.hint);
  if (areTooManyLabels(labels)) complain("label", "too-many-values");
  const unfitLabel = labels.map((label) => unfitName(labelRule, label)).find(Boolean);
  if (unfitLabel) complain("label", unfitLabel.problem, unfitLabel.hint);
  return {
    row,
    input: shownOf(given),
    outcome: problems.length > 0 ? "refused" : "add",
    name: "problem" in read ? null : { ascii: read.name, unicode: read.unicode },
    groups: groups.slice(0, groupsMost).map((name) => shownOf(name, groupNameMost)),
    label: labelsText(labels.slice(0, labelsMost).map((label) => shownOf(label, labelMost))),
    problems,
    read: "problem" in read ? null : read,
  };
}

/** What is known of the workspace and of others, for judging the rows. */
export interface Surroundings {
  /** Names that the workspace has. */
  readonly existing: ReadonlySet<string>;
  /** Domains that the plan still has room for. */
  readonly room: number;
}

/** What stands between names that people write behind each other, full width too. */
const betweenNames = /[\s,;、，；]+/u;

/**
 * A line without headings whose second word is a name, too, is a list of names and no row of columns:
 * read as columns, the others would silently become a group and a label.
 */
function splitNames(examiner: Pick<Examiner, "name">, rows: Table["rows"]): Table["rows"] {
  return rows.flatMap(({ row, cells }) => {
    const words = cells.flatMap((cell) => cell.split(betweenNames)).filter((word) => word !== "");
    const [first, second] = words;
    const isList =
      first?.includes(".") === true &&
      second?.includes(".") === true &&
      !("problem" in readName(examiner, second));
    return isList ? words.map((word) => ({ row, cells: [word] })) : [{ row, cells }];
  });
}

/** What each column is taken for; as many as the widest row has. */
function columnsOf(layout: Layout, head: readonly string[], body: Table["rows"]): ReadColumn[] {
  const headings = layout.hasHead ? head : [];
  const width = body.reduce((most, { cells }) => Math.max(most, cells.length), headings.length);
  return Array.from({ length: width }, (_, index) => ({
    position: index + 1,
    heading: layout.hasHead ? shownOf(headings[index] ?? "") : null,
    column: importColumns.find((column) => layout.positions[column] === index) ?? null,
  }));
}

/**
 * Reads the rows of a table, each by itself; a line that lists names is a row for each of them.
 *
 * @throws AppError FileUnreadable with data.reason: too-many-rows
 */
export function readRows(
  examiner: Pick<Examiner, "name">,
  table: Table,
): { rows: CheckedRow[]; columns: ReadColumn[] } {
  const [first] = table.rows;
  const layout = layoutOf(first?.cells ?? []);
  const body = layout.hasHead ? table.rows.slice(1) : splitNames(examiner, table.rows);
  if (body.length > importRowsMost) {
    throw new AppError("FileUnreadable", { data: { reason: "too-many-rows" } });
  }
  const rows = body.map((row) => checkRow(examiner, row, layout));
  const columns = columnsOf(layout, first?.cells ?? [], body);
  if (layout.unknown.length === 0 || first === undefined) return { rows, columns };
  const problems = layout.unknown.map((index) => ({
    column: "name" as const,
    position: index + 1,
    problem: "unknown-column" as const,
    hint: shownOf(first.cells[index] ?? ""),
  }));
  const head: CheckedRow = {
    row: first.row,
    input: shownOf(first.cells.join(",")),
    outcome: "refused",
    name: null,
    groups: [],
    label: "",
    problems,
    read: null,
  };
  return { rows: [head, ...rows], columns };
}

/** Judges rows against each other, the workspace and the plan. */
export function judgeRows(rows: readonly CheckedRow[], around: Surroundings): CheckedRow[] {
  const firstRow = new Map<string, number>();
  let room = around.room;
  return rows.map((row) => {
    if (row.read === null) return row;
    const { name } = row.read;
    const refuse = (problem: RowProblem, hint: string | null = null): CheckedRow => ({
      ...row,
      outcome: "refused",
      problems: [...row.problems, { column: "name", position: 1, problem, hint }],
    });
    const before = firstRow.get(name);
    if (before !== undefined) return refuse("twice-in-file", String(before));
    firstRow.set(name, row.row);
    if (row.outcome === "refused") return row;
    if (around.existing.has(name)) return { ...row, outcome: "exists" };
    room -= 1;
    return room < 0 ? refuse("over-plan") : row;
  });
}
