import { randomUUID } from "node:crypto";
import type { ImportRow, ImportView } from "@sekimori/karte-contract/endpoints/imports";
import { importColumns } from "@sekimori/karte-contract/words";
import type { Locale } from "@sekimori/kit-contract/locale";
import { csvText } from "@sekimori/kit-server/csv";
import { AppError } from "@sekimori/kit-server/errors";
import type { Selectable } from "kysely";
import { sql } from "kysely";
import type { KarteContext, KarteTransaction } from "../../context.ts";
import type { Tables } from "../../database/generated/tables.ts";
import { moment } from "../../database/moments.ts";
import {
  after,
  countUpTo,
  cutPage,
  ordering,
  type PageOrder,
  readCursor,
} from "../../database/pages.ts";
import { inScope } from "../../database/scope.ts";
import { appendActivity } from "../activity/activity.ts";
import { insertDomains, lockDomains, roomInPlan } from "../domains/domain-service.ts";
import { peopleById } from "../principals/person.ts";
import type { Member } from "../principals/principals.ts";
import { type CheckedRow, judgeRows, readRows } from "./check-rows.ts";
import { problemWords } from "./problem-words.ts";
import { readTable } from "./read-table.ts";

/** What is known of an import without its rows, which are many. */
const headColumns = [
  "id",
  "state",
  "file_name",
  "encoding",
  "separator",
  "account_id",
  "at",
  "applied_at",
  "undone_at",
  "added",
  "existing",
  "refused",
  "new_groups",
] as const;
type ImportHead = Pick<Selectable<Tables["karte.import"]>, (typeof headColumns)[number]>;
type ImportRecord = ImportHead & { readonly rows: unknown };

async function surroundings(tx: KarteTransaction, names: readonly string[]) {
  const existing = await sql<{ name: string }>`
    select d.name from karte.domain d
    where d.deleted_at is null and d.name = any (${names}::text[])`.execute(tx);
  return { existing: new Set(existing.rows.map(({ name }) => name)) };
}

const namesOf = (rows: readonly CheckedRow[]) =>
  rows.flatMap(({ read }) => (read === null ? [] : [read.name]));

const groupNames = (rows: readonly CheckedRow[]) => [
  ...new Set(rows.flatMap(({ outcome, groups }) => (outcome === "add" ? groups : []))),
];

/** Whether nothing of what an import added was looked at yet. */
async function isUntouched(tx: KarteTransaction, id: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from karte.domain d where d.import_id = ${id} and
      (d.last_run_at > '-infinity' or exists (select from karte.run r where r.domain_id = d.id))
    limit 1`.execute(tx);
  return rows.length === 0;
}

async function viewOf(
  tx: KarteTransaction,
  context: KarteContext,
  row: ImportHead,
): Promise<ImportView> {
  const person = await peopleById(tx, context.sealer, [row.account_id]);
  return {
    id: row.id,
    state: row.state,
    fileName: row.file_name,
    encoding: row.encoding as ImportView["encoding"],
    separator: row.separator as ImportView["separator"],
    by: person(row.account_id),
    at: row.at.toISOString(),
    appliedAt: moment(row.applied_at),
    undoneAt: moment(row.undone_at),
    counts: {
      rows: row.added + row.existing + row.refused,
      add: row.added,
      exists: row.existing,
      refused: row.refused,
    },
    newGroups: row.new_groups as string[],
    canUndo: row.state === "applied" && (await isUntouched(tx, row.id)),
  };
}

/** Rows as the contract has them: without what is only for applying them. */
const shown = (rows: readonly CheckedRow[]): ImportRow[] => rows.map(({ read: _, ...row }) => row);

/** Says row by row what a file would do, and keeps the answer; adds nothing. */
export async function checkNow(
  context: KarteContext,
  member: Member,
  fileName: string,
  content: string,
): Promise<{ import: ImportView; rows: ImportRow[] }> {
  const { db, clock, examiner } = context;
  const table = readTable(Buffer.from(content, "base64"));
  const read = readRows(examiner, table);
  return inScope(db, member.scope, async (tx) => {
    const around = await surroundings(tx, namesOf(read));
    const { room } = await roomInPlan(tx);
    const rows = judgeRows(read, { ...around, room });
    const known = await tx.selectFrom("karte.domain_group").select("name").execute();
    const there = new Set(known.map(({ name }) => name));
    const count = (outcome: ImportRow["outcome"]) =>
      rows.filter((row) => row.outcome === outcome).length;
    const record = await tx
      .insertInto("karte.import")
      .values({
        id: randomUUID(),
        workspace_id: member.workspaceId,
        state: "checked",
        file_name: fileName,
        encoding: table.encoding,
        separator: table.separator,
        account_id: member.person.id,
        at: clock.now(),
        added: count("add"),
        existing: count("exists"),
        refused: count("refused"),
        new_groups: JSON.stringify(groupNames(rows).filter((name) => !there.has(name))),
        rows: JSON.stringify(rows),
      })
      .returning(headColumns)
      .executeTakeFirstOrThrow();
    return { import: await viewOf(tx, context, record), rows: shown(rows) };
  });
}

async function mustFind(tx: KarteTransaction, id: string): Promise<ImportRecord> {
  const row = await tx
    .selectFrom("karte.import")
    .select([...headColumns, "rows"])
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) throw new AppError("NotFound");
  return row;
}

/** The ids of groups by their names; what is missing is made. */
async function groupIds(
  tx: KarteTransaction,
  workspaceId: string,
  names: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, string>> {
  if (names.length === 0) return new Map();
  await sql`insert into karte.domain_group (id, workspace_id, name, created_at)
    select gen_random_uuid(), ${workspaceId}, name, ${now} from unnest(${names}::text[]) name
    on conflict (workspace_id, name) do nothing`.execute(tx);
  const rows = await tx
    .selectFrom("karte.domain_group")
    .select(["id", "name"])
    .where("name", "in", [...names])
    .execute();
  return new Map(rows.map(({ id, name }) => [name, id]));
}

/**
 * Adds all that a checked import says, or nothing. The rows are judged again: between check and
 * application a name may have been added, or proved by another.
 */
export async function applyNow(
  context: KarteContext,
  member: Member,
  id: string,
): Promise<ImportView> {
  const { db, clock } = context;
  return inScope(db, member.scope, async (tx) => {
    await lockDomains(tx);
    const record = await mustFind(tx, id);
    if (record.state !== "checked") {
      throw new AppError("WrongState", { data: { state: record.state } });
    }
    const before = (record.rows as CheckedRow[]).map((row) =>
      row.outcome === "exists" ? { ...row, outcome: "add" as const } : row,
    );
    const { limit, room } = await roomInPlan(tx);
    const rows = judgeRows(before, { ...(await surroundings(tx, namesOf(before))), room });
    if (rows.some(({ outcome }) => outcome === "refused")) {
      const isOnlyPlan = rows.every(({ problems }) =>
        problems.every(({ problem }) => problem === "over-plan"),
      );
      if (isOnlyPlan) throw new AppError("PlanLimit", { data: { what: "domains", limit } });
      throw new AppError("ImportHasErrors");
    }
    const now = clock.now();
    const groups = await groupIds(tx, member.workspaceId, groupNames(rows), now);
    const added = await insertDomains(
      tx,
      member,
      rows.flatMap(({ outcome, read, label, groups: names }) =>
        outcome === "add" && read !== null
          ? [{ ...read, label, groups: names.flatMap((name) => groups.get(name) ?? []) }]
          : [],
      ),
      now,
      id,
    );
    const applied = await tx
      .updateTable("karte.import")
      .set({
        state: "applied",
        applied_at: now,
        added: added.size,
        existing: rows.length - added.size,
        rows: JSON.stringify(rows),
      })
      .where("id", "=", id)
      .returning(headColumns)
      .executeTakeFirstOrThrow();
    const view = await viewOf(tx, context, applied);
    await appendActivity(tx, {
      at: now,
      action: "import.applied",
      by: { id: member.person.id, ipAddress: member.ipAddress },
      detail: { file: record.file_name, added: added.size },
    });
    return view;
  });
}

/** Removes what an import added. @throws AppError NotFound, CannotUndo. */
export async function undoImportNow(
  context: KarteContext,
  member: Member,
  id: string,
): Promise<ImportView> {
  const { db, clock } = context;
  return inScope(db, member.scope, async (tx) => {
    const record = await mustFind(tx, id);
    if (record.state !== "applied" || !(await isUntouched(tx, id)))
      throw new AppError("CannotUndo");
    const now = clock.now();
    await sql`update karte.domain set deleted_at = ${now}
      where import_id = ${id} and deleted_at is null`.execute(tx);
    const undone = await tx
      .updateTable("karte.import")
      .set({ state: "undone", undone_at: now })
      .where("id", "=", id)
      .returning(headColumns)
      .executeTakeFirstOrThrow();
    const view = await viewOf(tx, context, undone);
    await appendActivity(tx, {
      at: now,
      action: "import.undone",
      by: { id: member.person.id, ipAddress: member.ipAddress },
      detail: { file: record.file_name },
    });
    return view;
  });
}

const latestFirst: PageOrder = {
  column: sql`i.at`,
  type: "timestamptz",
  id: sql`i.id`,
  idType: "uuid",
  descending: true,
};

/** The import log, the latest first. */
export async function importList(
  context: KarteContext,
  member: Member,
  query: { readonly cursor?: string | undefined; readonly size: number },
) {
  const from = readCursor(query.cursor);
  return inScope(context.db, member.scope, async (tx) => {
    const { rows } = await sql<ImportHead>`
      select ${sql.join(headColumns.map((name) => sql.ref(`i.${name}`)))}
      from karte.import i where ${after(latestFirst, from)}
      order by ${ordering(latestFirst)} limit ${query.size + 1}`.execute(tx);
    const { shown: page, next } = cutPage(rows, query.size, (row) => [
      row.at.toISOString(),
      row.id,
    ]);
    const imports: ImportView[] = [];
    for (const row of page) imports.push(await viewOf(tx, context, row));
    return { imports, next, count: await countUpTo(tx, sql`1 from karte.import i`) };
  });
}

export async function importPage(context: KarteContext, member: Member, id: string) {
  return inScope(context.db, member.scope, async (tx) => {
    const record = await mustFind(tx, id);
    return {
      import: await viewOf(tx, context, record),
      rows: shown(record.rows as CheckedRow[]),
    };
  });
}

/** The refused rows with their reasons, to be mended and given again. */
export async function refusedFile(
  context: KarteContext,
  member: Member,
  id: string,
  language: Locale,
): Promise<{ fileName: string; text: string }> {
  const { rows } = await importPage(context, member, id);
  const refused = rows.filter(({ outcome }) => outcome === "refused");
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
  return {
    fileName: `refused-${id.slice(0, 8)}.csv`,
    text: csvText([[...importColumns, ...words], ...lines]),
  };
}
