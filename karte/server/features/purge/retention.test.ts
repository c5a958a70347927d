import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { madeUpValue } from "../../testing/made-up-value.ts";
import { startTestKarte, type TestKarte } from "../../testing/test-karte.ts";
import { purgeJob } from "./purge-jobs.ts";

// Of each table of karte: how long its rows stay, and what removes them. docs/operate/security.md says it, and
// is held against what happens here.

const page = readFileSync(new URL("../../../../docs/operate/security.md", import.meta.url), "utf8");
const minutes = 60_000;
const days = 86_400_000;
/** How long before and after its end a row is looked at: longer than a test takes. */
const margin = 5 * minutes;

interface Kept {
  /** The moment that decides. */
  readonly column: string;
  /** Milliseconds for which a row stays after that moment. */
  readonly after: number;
  /** How the page says it. */
  readonly said: string;
}

/** What goes by its own time, in the hourly purge. */
const timed: Readonly<Record<string, Kept>> = {
  "karte.invitation": { column: "expires_at", after: 30 * days, said: "30 days past its end" },
  "karte.offer": { column: "expires_at", after: 0, said: "14 days at most" },
  "karte.place": { column: "at", after: 90 * days, said: "90 days" },
  "karte.file": { column: "expires_at", after: 0, said: "until its day is over" },
  "karte.report": { column: "expires_at", after: 0, said: "90 days" },
  "karte.alert": { column: "at", after: 90 * days, said: "90 days" },
  "karte.api_token": { column: "expires_at", after: 90 * days, said: "90 days after it ran out" },
  "karte.api_answer": { column: "begun_at", after: days, said: "a day" },
  "karte.address_pace": { column: "next_at", after: 10 * minutes, said: "ten minutes" },
  "kit.webhook_delivery": { column: "created_at", after: 30 * days, said: "30 days" },
};

/** What stays after everything else of a workspace has gone, and how the page says it. */
const outlives: Readonly<Record<string, string>> = {
  "karte.known_account": "until the account is closed",
  "karte.contract_answer": "as heard last of the portal",
  "karte.quota_use": "for ever",
};

let karte: TestKarte;
let columns: ReadonlyMap<string, readonly Column[]>;
let links: readonly Link[];
beforeAll(async () => {
  karte = await startTestKarte();
  await query("select karte.prepare_months(current_date)");
  columns = Map.groupBy(await readColumns(), ({ table }) => table);
  links = await readLinks();
});
afterAll(() => karte.close());

async function query<Row extends object>(text: string, values: readonly unknown[] = []) {
  const { rows } = await karte.database.owner.pool.query<Row>(text, [...values]);
  return rows;
}

interface Column {
  readonly table: string;
  readonly name: string;
  readonly type: string;
  readonly isNeeded: boolean;
}

/** Every column that can be written; a month's part of a table is what the table is. */
const readColumns = () =>
  query<Column>(`
    select c.relnamespace::regnamespace::text || '.' || c.relname as table, a.attname as name,
      format_type(a.atttypid, null) as type, a.attnotnull as "isNeeded"
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace in ('karte'::regnamespace, 'kit'::regnamespace)
      and c.relkind in ('r', 'p') and not c.relispartition and a.attnum > 0
      and not a.attisdropped and a.attgenerated = '' and a.attidentity = ''`);

interface Link {
  readonly table: string;
  readonly parent: string;
  /** Pairs of the table's column and the parent's. */
  readonly pairs: readonly (readonly [string, string])[];
  readonly cascades: boolean;
}

const readLinks = () =>
  query<Link>(`
    select 'karte.' || child.relname as table, 'karte.' || parent.relname as parent,
      c.confdeltype = 'c' as cascades,
      (select json_agg(json_build_array(own.attname, theirs.attname))
       from unnest(c.conkey, c.confkey) as pair (own, theirs)
       join pg_attribute own on own.attrelid = c.conrelid and own.attnum = pair.own
       join pg_attribute theirs on theirs.attrelid = c.confrelid and theirs.attnum = pair.theirs)
        as pairs
    from pg_constraint c
    join pg_class child on child.oid = c.conrelid join pg_class parent on parent.oid = c.confrelid
    where c.contype = 'f' and c.connamespace = 'karte'::regnamespace and c.conparentid = 0`);

type Row = Readonly<Record<string, unknown>>;

/** A row with these values and made-up ones where one is needed; no trigger runs for it. */
async function insert(table: string, given: Row): Promise<Row> {
  const here = columns.get(table) ?? [];
  const made = here.filter(({ name, isNeeded }) => isNeeded && !(name in given));
  const short = table.slice(table.indexOf(".") + 1);
  const names = [...Object.keys(given), ...made.map(({ name }) => name)];
  const values = [
    ...Object.keys(given).map((_, index) => `$${index + 1}`),
    ...made.map(({ name, type }) => madeUpValue(type, name, short)),
  ];
  const client = await karte.database.owner.superuser.connect();
  try {
    await client.query("set session_replication_role = replica");
    const { rows } = await client.query<Row>(
      `insert into ${table} (${names.join(", ")}) values (${values.join(", ")}) returning *`,
      Object.values(given),
    );
    return rows[0] ?? {};
  } finally {
    client.release(true);
  }
}

async function purge(): Promise<void> {
  const { job } = purgeJob(karte.context);
  await job.perform({ dueAt: new Date().toISOString() }, { logger: karte.context.logger } as never);
}

/** What the page says of how long a table is kept. */
const saidOf = (table: string): string =>
  new RegExp(`^\\| \`${table.replace(".", "\\.")}\` \\| [ABCD, ]+ \\| (.+) \\|$`, "m").exec(
    page,
  )?.[1] ?? "";

const ofKarte = () => [...columns.keys()].filter((table) => table.startsWith("karte."));
const isOfWorkspace = (table: string) =>
  table === "karte.workspace" ||
  (columns.get(table) ?? []).some(({ name }) => name === "workspace_id");

test("every table goes by its time, with its workspace, or has a reason to stay", () => {
  const left = ofKarte().filter(
    (table) => !(table in timed || table in outlives || isOfWorkspace(table)),
  );
  expect(left).toEqual(["karte.migration"]);
  const saidOtherwise = [
    ...Object.entries(timed).map(([table, { said }]) => [table, said] as const),
    ...Object.entries(outlives),
  ].filter(([table, said]) => !saidOf(table).includes(said));
  expect(saidOtherwise).toEqual([]);
});

/** What the page calls a table's rows that others go with. */
const called: Readonly<Record<string, string>> = {
  membership: "karte.member",
  group: "karte.domain_group",
};

test("what the page says to be kept as something else goes with it", () => {
  const claims = ofKarte().flatMap((table) => {
    const [, word] = /\b(?:as|with) the (\w+)/.exec(saidOf(table)) ?? [];
    const parent = word === undefined ? table : (called[word] ?? `karte.${word}`);
    return parent === table ? [] : [{ table, parent }];
  });
  expect(claims.length).toBeGreaterThan(25);
  const goesWith = (table: string, parent: string): boolean =>
    links.some(
      (link) =>
        link.table === table &&
        link.cascades &&
        (link.parent === parent || (link.parent !== table && goesWith(link.parent, parent))),
    );
  const unkept = claims.filter(({ table, parent }) => !goesWith(table, parent));
  // Their rows are deleted by name when a workspace is (karte.purge_here); the next test tries it.
  expect(unkept.map(({ table }) => table).toSorted()).toEqual([
    "karte.activity",
    "karte.asset_observation",
  ]);
});

/** Of what a row may be about, one thing at a time: this is left out. */
const notBoth: Readonly<Record<string, string>> = { "karte.report": "group_id" };

/** A row of one workspace in every table that has one, each belonging to the rows before it. */
async function fillWorkspace(id: string, closedAt: Date): Promise<readonly string[]> {
  const rows = new Map<string, Row>();
  const waiting = new Set(ofKarte().filter(isOfWorkspace));
  const tomorrow = new Date(Date.now() + days);
  while (waiting.size > 0) {
    const before = waiting.size;
    for (const table of waiting) {
      const parents = links.filter((link) => link.table === table && link.parent !== table);
      if (!parents.every(({ parent }) => rows.has(parent))) continue;
      const given: Record<string, unknown> = {};
      for (const { name } of columns.get(table) ?? []) {
        if (name === "workspace_id") given[name] = id;
        if (name === "expires_at") given[name] = tomorrow;
      }
      if (table === "karte.workspace") Object.assign(given, { id, closed_at: closedAt });
      for (const { parent, pairs } of parents) {
        for (const [own, theirs] of pairs) given[own] = rows.get(parent)?.[theirs];
      }
      delete given[notBoth[table] ?? ""];
      rows.set(table, await insert(table, given));
      waiting.delete(table);
    }
    if (waiting.size === before) throw new Error(`in a circle: ${[...waiting].join(", ")}`);
  }
  return [...rows.keys()];
}

test("28 days after it was closed everything of a workspace is gone, and nothing of another", async () => {
  const [gone, stays] = [randomUUID(), randomUUID()];
  const closed = karte.clock.now().getTime() - 28 * days;
  await fillWorkspace(gone, new Date(closed - margin));
  const tables = await fillWorkspace(stays, new Date(closed + margin));
  expect(tables.length).toBeGreaterThan(35);
  await purge();
  for (const table of tables) {
    const of = table === "karte.workspace" ? "id" : "workspace_id";
    const left = await query<{ of: string }>(`select distinct ${of} as of from ${table}`);
    expect(left, table).toEqual([{ of: stays }]);
  }
  // The other goes too, and leaves the next tests nothing.
  karte.clock.advance(2 * margin);
  await purge();
  for (const table of tables) expect(await query(`select from ${table}`), table).toEqual([]);
  karte.clock.reset();
});

test.each(Object.entries(timed))("%s", async (table, { column, after }) => {
  const now = karte.clock.now().getTime();
  const stays = new Date(now - after + margin);
  await insert(table, { [column]: new Date(now - after - margin) });
  await insert(table, { [column]: stays });
  await purge();
  const left = await query<{ moment: Date }>(`select ${column} as moment from ${table}`);
  expect(left).toEqual([{ moment: stays }]);
});

test("who was here before is forgotten when their account is closed", async () => {
  const { id, browser } = karte.person();
  await browser.request({ url: "/v1/session" });
  const known = () =>
    query("select from karte.known_account where account_id = $1", [id]).then(
      (rows) => rows.length,
    );
  expect(await known()).toBe(1);
  await karte.hear("account-closed", id);
  expect(await known()).toBe(0);
});
