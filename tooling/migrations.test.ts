import { globSync, readFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { brokenForOlder, isBefore, unusedSince } from "./older-release.ts";

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
const baseline: Readonly<Record<string, number>> = {
  "karte/server/migrations": 46,
  "kit/server/database/migrations": 11,
  "portal/server/migrations": 70,
};

const upgraded = files.filter((file) => {
  const last = baseline[dirname(file)];
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
