import { randomUUID } from "node:crypto";
import type { checkImport, ImportView } from "@sekimori/karte-contract/endpoints/imports";
import type { EndpointRequest, EndpointResult } from "@sekimori/kit-contract/endpoint";
import type { Locale } from "@sekimori/kit-contract/locale";
import { AppError } from "@sekimori/kit-server/errors";
import type { Selectable } from "kysely";
import { type RawBuilder, sql } from "kysely";
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
import type { AskImport } from "./import-threads.ts";

/** What the calls of bulk registration work with. */
export interface Imports {
  readonly context: KarteContext;
  /** Reads and checks tables away from the event loop. */
  readonly ask: AskImport;
}

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
/** Its rows are JSON here, for the thread to read. */
type ImportRecord = ImportHead & { readonly rows: string };

/** When it is worth trying again while another file is under way. */
const retryAfterSeconds = 2;

/**
 * One file of a workspace at a time, in whatever process: until the transaction ends.
 *
 * @throws AppError ImportUnderWay
 */
async function lockImports(tx: KarteTransaction, workspaceId: string): Promise<void> {
  const { rows } = await sql<{ isOurs: boolean }>`select
    pg_try_advisory_xact_lock(hashtext('karte.import'), hashtext(${workspaceId})) as "isOurs"`.execute(
    tx,
  );
  if (rows[0]?.isOurs !== true) {
    throw new AppError("ImportUnderWay", { data: { retryAfterSeconds } });
  }
}

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

/** Those of some names, a statement of one column, that the workspace has. */
async function existingAmong(
  tx: KarteTransaction,
  names: RawBuilder<unknown>,
): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`
    select d.name from karte.domain d where d.deleted_at is null and d.name in (${names})`.execute(
    tx,
  );
  return rows.map(({ name }) => name);
}

/** Says row by row what a file would do, and keeps the answer; adds nothing. */
export async function checkNow(
  { context, ask }: Imports,
  member: Member,
  { fileName, content, encoding }: EndpointRequest<typeof checkImport>["body"],
): Promise<EndpointResult<typeof checkImport>> {
  const { db, clock, examiner } = context;
  return inScope(db, member.scope, async (tx) => {
    await lockImports(tx, member.workspaceId);
    const bytes = Buffer.from(content, "base64");
    const file = await ask("read", { bytes, encoding, names: examiner.nameRules });
    const names = sql`select unnest(${file.names}::text[])`;
    const { rows, shown, counts, groups } = await ask("judge", {
      rows: file.rows,
      existing: await existingAmong(tx, names),
      room: (await roomInPlan(tx)).room,
    });
    const known = await tx.selectFrom("karte.domain_group").select("name").execute();
    const there = new Set(known.map(({ name }) => name));
    const record = await tx
      .insertInto("karte.import")
      .values({
        id: randomUUID(),
        workspace_id: member.workspaceId,
        state: "checked",
        file_name: fileName,
        encoding: file.encoding,
        separator: file.separator,
        account_id: member.person.id,
        at: clock.now(),
        added: counts.add,
        existing: counts.exists,
        refused: counts.refused,
        new_groups: JSON.stringify(groups.filter((name) => !there.has(name))),
        rows,
      })
      .returning(headColumns)
      .executeTakeFirstOrThrow();
    return { import: await viewOf(tx, context, record), rows: shown, columns: file.columns };
  });
}

const withRows = (tx: KarteTransaction, id: string) =>
  tx
    .selectFrom("karte.import")
    .select([...headColumns, sql<string>`rows::text`.as("rows")])
    .where("id", "=", id);

/** @throws AppError NotFound. */
async function mustFind(tx: KarteTransaction, id: string): Promise<ImportRecord> {
  const row = await withRows(tx, id).executeTakeFirst();
  if (row === undefined) throw new AppError("NotFound");
  return row;
}

/** The same for who changes it. @throws AppError NotFound. */
async function mustLock(tx: KarteTransaction, id: string): Promise<ImportRecord> {
  const row = await withRows(tx, id).forUpdate().executeTakeFirst();
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
  { context, ask }: Imports,
  member: Member,
  id: string,
): Promise<ImportView> {
  const { db, clock } = context;
  return inScope(db, member.scope, async (tx) => {
    await lockDomains(tx);
    const record = await mustLock(tx, id);
    if (record.state !== "checked") {
      throw new AppError("WrongState", { data: { state: record.state } });
    }
    const names = sql`select r -> 'read' ->> 'name'
      from karte.import i, jsonb_array_elements(i.rows) r where i.id = ${id}`;
    const { limit, room } = await roomInPlan(tx);
    const { rows, counts, groups, additions, isOnlyPlan } = await ask("additions", {
      rows: record.rows,
      existing: await existingAmong(tx, names),
      room,
    });
    if (counts.refused > 0) {
      if (isOnlyPlan) throw new AppError("PlanLimit", { data: { what: "domains", limit } });
      throw new AppError("ImportHasErrors");
    }
    const now = clock.now();
    const ids = await groupIds(tx, member.workspaceId, groups, now);
    const added = await insertDomains(
      tx,
      member,
      additions.map((addition) => ({
        ...addition,
        groups: addition.groups.flatMap((name) => ids.get(name) ?? []),
      })),
      now,
      id,
    );
    const applied = await tx
      .updateTable("karte.import")
      .set({
        state: "applied",
        applied_at: now,
        added: added.size,
        existing: counts.add + counts.exists - added.size,
        rows,
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
    const record = await mustLock(tx, id);
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

export async function importPage({ context, ask }: Imports, member: Member, id: string) {
  const { view, rows } = await inScope(context.db, member.scope, async (tx) => {
    const record = await mustFind(tx, id);
    return { view: await viewOf(tx, context, record), rows: record.rows };
  });
  return { import: view, rows: await ask("shown", { rows }) };
}

/** The refused rows with their reasons, to be mended and given again. */
export async function refusedFile(
  { context, ask }: Imports,
  member: Member,
  id: string,
  language: Locale,
): Promise<{ fileName: string; text: string }> {
  const { rows } = await inScope(context.db, member.scope, (tx) => mustFind(tx, id));
  const text = await ask("refusedTable", { rows, language });
  return { fileName: `refused-${id.slice(0, 8)}.csv`, text };
}
