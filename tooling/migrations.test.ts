import { globSync, readFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { worksOf } from "@sekimori/kit-server/database";
import { expect, test } from "vitest";
import { longLocks } from "./migration-locks.ts";
import { brokenForOlder, isBefore, unusedSince } from "./older-release.ts";
import { baseline } from "./release/release-before.ts";

// Two branches that each add the next migration rebase without a conflict; here they meet, without a
// database.

const root = fileURLToPath(new URL("..", import.meta.url));
const files = globSync("**/migrations/*.sql", { cwd: root, exclude: ["**/node_modules/**"] });
const folders = [...new Set(files.map((file) => dirname(file)))].sort();

test("every schema's folder is among them", () => {
  expect(folders).toEqual([
    "e2e/sample-application/migrations",
    "karte/server/migrations",
    "kit/server/database/migrations",
    "portal/server/migrations",
    "sandbox/migrations",
  ]);
});

test.each(folders)("%s is numbered from 001, without a gap and without a double", (folder) => {
  const names = files.filter((file) => dirname(file) === folder).map((file) => basename(file));
  const numbers = names.map((name) => /^(\d{3})-[a-z0-9-]+\.sql$/.exec(name)?.[1]).sort();
  expect(numbers).toEqual(names.map((_name, index) => `${index + 1}`.padStart(3, "0")));
});

// A migration of the release that is being made is applied while processes of the one before serve.

const release = JSON.parse(readFileSync(`${root}package.json`, "utf8")).version as string;
const version = release.split(".").map(Number);

/** The latest file of what 1.0 began with: it is the baseline of upgrades. */
const { lastFiles } = baseline;

const upgraded = files.filter((file) => {
  const last = lastFiles[dirname(file)];
  return last !== undefined && Number(basename(file).slice(0, 3)) > last;
});

const sentencesOf = (file: string) => brokenForOlder(readFileSync(`${root}${file}`, "utf8"));

test("no migration takes away what the release before still uses", async () => {
  const broken: string[] = [];
  for (const file of upgraded) {
    const since = unusedSince(readFileSync(`${root}${file}`, "utf8"));
    if (since !== undefined && isBefore(since, version)) continue;
    for (const sentence of await sentencesOf(file)) broken.push(`${file} ${sentence}`);
  }
  expect(
    broken,
    "Add first, and take away in the next release, in a file with the line “-- Contract: unused since 1.1.0.”; a check that only lets more through has “-- Wider: its_name.”",
  ).toEqual([]);
});

test("what broke upgrades before would be found", async () => {
  const portal = (name: string) => sentencesOf(`portal/server/migrations/${name}.sql`);
  expect(await portal("045-trial-cards")).toContain("drops the column portal.trial.card_digest");
  expect(await portal("027-drop-reset-tables")).toContain("drops the table portal.password_reset");
  expect(await portal("050-kept-answers-and-found-rows")).toEqual(
    expect.arrayContaining(["drops the table portal.price_answer"]),
  );
  expect(await sentencesOf("karte/server/migrations/031-who-loses-access.sql")).toContain(
    "drops the function karte.owned_alone",
  );
});

test.each([
  ["alter table a.b drop column c", ["drops the column a.b.c"]],
  ["alter table a.b rename column c to d", ["renames the column a.b.c"]],
  ["alter table a.b rename to d", ["renames the table a.b"]],
  ["drop table a.b, a.c", ["drops the table a.b", "drops the table a.c"]],
  ["drop view a.b", ["drops the view a.b"]],
  ["drop function a.b(text)", ["drops the function a.b"]],
  ["alter table a.b alter column c type text", ["changes the type of a.b.c"]],
  ["alter table a.b alter column c set not null", ["requires a.b.c"]],
  ["alter table a.b alter column c drop default", ["takes the default of a.b.c away"]],
  [
    "alter table a.b add column c int not null",
    ["adds the column a.b.c, which older inserts leave out"],
  ],
  [
    "alter table a.b add constraint c check (d > 0) not valid",
    ["holds new rows of a.b to the constraint c"],
  ],
  ["alter table a.b add column c int not null default 0", []],
  ["alter table a.b add column c int", []],
  ["alter table a.b drop constraint c", []],
  ["alter index a.b rename to c", []],
  ["alter table a.b alter column c drop not null", []],
  ["create table a.b (c int not null); alter table a.b add constraint d check (c > 0)", []],
  ["-- Wider: c.\nalter table a.b add constraint c check (d > 0)", []],
  ["-- Wider: e.\nalter table a.b add constraint c check (d > 0)", [expect.anything()]],
  ["create function a.b() returns void language sql as 'drop table a.c'", []],
])("%s", async (sql, sentences) => {
  expect(await brokenForOlder(sql)).toEqual(sentences);
});

test.each([
  ["-- Contract: unused since 1.0.0.", [1, 0, 0], false],
  ["-- Contract: unused since 1.0.0.", [1, 1, 0], true],
  ["-- Contract: unused since 1.10.0.", [1, 9, 0], false],
  ["-- Contract: unused since 1.9.0.", [1, 10, 0], true],
  ["-- Contract: unused since 2.0.0.", [1, 10, 0], false],
  ["-- Nothing uses it.", [9, 0, 0], undefined],
] as const)("%s, in a release %j: %s", (line, made, may) => {
  const since = unusedSince(line);
  expect(since && isBefore(since, made)).toBe(may);
});

// Others use the tables meanwhile.

test("no migration of a release after 1.0.0 keeps others from a large table", async () => {
  const { largeSince } = baseline;
  // Nobody has large tables before 1.0.0; whoever begins the next version writes down its last files.
  expect(release === "1.0.0" || largeSince !== undefined).toBe(true);
  const later = files.filter((file) => {
    const last = largeSince?.[dirname(file)];
    return last !== undefined && Number(basename(file).slice(0, 3)) > last;
  });
  const long: string[] = [];
  for (const file of later) {
    for (const sentence of await longLocks(readFileSync(`${root}${file}`, "utf8"))) {
      long.push(`${file} ${sentence}`);
    }
  }
  expect(
    long,
    "Rows are changed in a file with the line “-- In portions.”, indexes made in one with “-- Concurrently.”, constraints added “not valid” and validated in a file of their own.",
  ).toEqual([]);
});

test.each([
  ["update a.b set c = 1 where d", ["changes rows of a.b"]],
  ["delete from a.b where c", ["changes rows of a.b"]],
  ["insert into a.b (c) select d from a.e", ["copies rows into a.b"]],
  ["create index on a.b (c)", ["makes an index on a.b"]],
  ["alter table a.b add constraint c check (d > 0)", ["looks at every row of a.b for c"]],
  ["alter table a.b add constraint c unique (d)", ["makes the index of c on a.b"]],
  [
    "alter table a.b add constraint c check (d > 0) not valid; alter table a.b validate constraint c",
    ["looks at every row of a.b for c"],
  ],
  ["alter table a.b validate constraint c", []],
  ["alter table a.b add constraint c check (d > 0) not valid", []],
  ["alter table a.b add constraint c unique using index i", []],
  ["alter table a.b add column c int", []],
  ["insert into a.b (c) values (1)", []],
  ["create table a.b (c int); create index on a.b (c); insert into a.b select d from a.e", []],
  [
    "-- In portions.\nupdate a.b set c = 1 where d in (select d from a.b where c is null limit 1000)",
    [],
  ],
  ["-- In portions.\nupdate a.b set c = 1", [expect.stringContaining("up to a limit")]],
  ["-- In portions.\nselect 1 limit 1000", [expect.stringContaining("up to a limit")]],
  ["-- Concurrently.\ncreate index concurrently if not exists i on a.b (c)", []],
  ["-- Concurrently.\ndrop index concurrently if exists a.i", []],
  [
    "-- Concurrently.\ncreate index if not exists i on a.b (c)",
    [expect.stringContaining("is not one")],
  ],
  [
    "-- Concurrently.\ncreate index concurrently if not exists i on a.b (c); select 1",
    [expect.stringContaining("is not one")],
  ],
])("%s: %j", async (sql, sentences) => {
  expect(await longLocks(sql)).toEqual(sentences);
});

test("a plan tells of the changes and the indexes that the parser finds", async () => {
  const counts = (sentences: readonly string[], words: string) =>
    sentences.filter((sentence) => sentence.startsWith(words)).length;
  for (const file of upgraded) {
    const sql = readFileSync(`${root}${file}`, "utf8");
    const acts = worksOf(sql, dirname(file)).map(({ act }) => act as string);
    const found = await longLocks(sql);
    // One that is made concurrently takes its time too, and locks nobody out.
    const beside = /^-- Concurrently\.$/m.test(sql) ? 1 : 0;
    expect([file, counts(acts, "update"), counts(acts, "index")]).toEqual([
      file,
      counts(found, "changes rows of"),
      counts(found, "makes ") + beside,
    ]);
  }
});
