import { createHostNames, type NameRules } from "@sekimori/diagnosis/host-names";
import { importRowsShown } from "@sekimori/karte-contract/constants";
import type { ImportRow, ReadColumn } from "@sekimori/karte-contract/endpoints/imports";
import { type ImportEncoding, importColumns } from "@sekimori/karte-contract/words";
import type { Locale } from "@sekimori/kit-contract/locale";
import { csvText } from "@sekimori/kit-server/csv";
import type { ReadName } from "../domains/domain-name.ts";
import { type CheckedRow, judgeRows, readRows } from "./check-rows.ts";
import { problemWords } from "./problem-words.ts";
import { readTable, type Table } from "./read-table.ts";

/** Rows as they are stored with the import: JSON, which only this work reads. */
type RowsText = string;

const rowsOf = (text: RowsText): CheckedRow[] => JSON.parse(text);

/** Rows as the contract has them: without what is only for applying them. */
function shownOf(rows: readonly CheckedRow[]): ImportRow[] {
  const shown = (some: readonly CheckedRow[]) => some.map(({ read: _, ...row }) => row);
  if (rows.length <= importRowsShown) return shown(rows);
  const isRefused = ({ outcome }: CheckedRow) => outcome === "refused";
  const first = [...rows.filter(isRefused), ...rows.filter((row) => !isRefused(row))];
  const kept = new Set(first.slice(0, importRowsShown));
  return shown(rows.filter((row) => kept.has(row)));
}

interface FileToRead {
  readonly bytes: Uint8Array;
  /** How its characters are written; guessed unless given. */
  readonly encoding?: ImportEncoding | undefined;
  readonly names: NameRules;
}

/** A file as it was understood. */
interface ReadFile extends Pick<Table, "encoding" | "separator"> {
  readonly columns: ReadColumn[];
  readonly rows: RowsText;
  /** The names that could be read. */
  readonly names: readonly string[];
}

/** What is known of the workspace, for judging the rows. */
interface Known {
  /** Names that the workspace has. */
  readonly existing: readonly string[];
  /** Domains that the plan still has room for. */
  readonly room: number;
}

interface Judged {
  readonly rows: RowsText;
  readonly counts: Readonly<Record<ImportRow["outcome"], number>>;
  /** The groups that added rows name. */
  readonly groups: readonly string[];
}

function judged(
  rows: readonly CheckedRow[],
  { existing, room }: Known,
): { readonly after: readonly CheckedRow[]; readonly answer: Judged } {
  const after = judgeRows(rows, { existing: new Set(existing), room });
  const counts = { add: 0, exists: 0, refused: 0 };
  const groups = new Set<string>();
  for (const row of after) {
    counts[row.outcome] += 1;
    if (row.outcome === "add") for (const group of row.groups) groups.add(group);
  }
  return { after, answer: { rows: JSON.stringify(after), counts, groups: [...groups] } };
}

/** A row that will be added. */
export interface Addition extends ReadName {
  readonly label: string;
  readonly groups: readonly string[];
}

/**
 * All that takes long with ten thousand rows: plain data in, plain data out, so that a thread can do it
 * (`import-thread.ts`).
 */
export const importWork = {
  /** @throws AppError FileUnreadable */
  read({ bytes, names, encoding }: FileToRead): ReadFile {
    const { host } = createHostNames(names);
    const table = readTable(bytes, encoding);
    const { rows, columns } = readRows({ name: host }, table);
    return {
      columns,
      encoding: table.encoding,
      separator: table.separator,
      rows: JSON.stringify(rows),
      names: rows.flatMap(({ read }) => (read === null ? [] : [read.name])),
    };
  },

  judge({ rows, ...known }: Known & { readonly rows: RowsText }): Judged & {
    readonly shown: ImportRow[];
  } {
    const { after, answer } = judged(rowsOf(rows), known);
    return { ...answer, shown: shownOf(after) };
  },

  /** Judges rows again that were judged before, and says which are to be added. */
  additions({ rows, ...known }: Known & { readonly rows: RowsText }): Judged & {
    readonly additions: readonly Addition[];
    /** Whether rows are refused for nothing but the plan. */
    readonly isOnlyPlan: boolean;
  } {
    const before = rowsOf(rows).map((row) =>
      row.outcome === "exists" ? { ...row, outcome: "add" as const } : row,
    );
    const { after, answer } = judged(before, known);
    const additions = after.flatMap(({ outcome, read, label, groups }) =>
      outcome === "add" && read !== null ? [{ ...read, label, groups }] : [],
    );
    const isOnlyPlan = after.every(({ problems }) =>
      problems.every(({ problem }) => problem === "over-plan"),
    );
    return { ...answer, additions, isOnlyPlan };
  },

  shown({ rows }: { readonly rows: RowsText }): ImportRow[] {
    return shownOf(rowsOf(rows));
  },

  /** The refused rows with their reasons, to be mended and given again. */
  refusedTable({ rows, language }: { readonly rows: RowsText; readonly language: Locale }): string {
    const refused = rowsOf(rows).filter(({ outcome }) => outcome === "refused");
    const lines = refused.map(({ input, groups, label, row, problems }) => [
      input,
      groups.join(";"),
      label,
      row,
      problems
        .map(({ problem, hint }) => problemWords[problem][language] + (hint ? ` (${hint})` : ""))
        .join(language === "ja" ? "、" : "; "),
    ]);
    const words = language === "ja" ? ["行", "理由"] : ["row", "reason"];
    return csvText([[...importColumns, ...words], ...lines]);
  },
};

export type ImportWork = typeof importWork;
