import { expect, test } from "vitest";
import { worksOf } from "./migration-works.ts";

test.each([
  ["update only a.b set c = 1", [{ act: "update", table: "a.b" }]],
  ["-- update x set y = 1\nselect 'update z set y = 1'", []],
  ["create function a.b() returns void language sql as $$ update a.c set d = 1 $$", []],
  [
    "create unique index concurrently if not exists i on only c (d)",
    [{ act: "index", table: "shop.c" }],
  ],
  ["insert into a.b (c) select d from a.e where f", [{ act: "copy", table: "a.e" }]],
  ["insert into a.b (c) values (1)", []],
  ["alter table a.b add column c int", []],
  ["alter table a.b add column c int not null default 0", []],
  ["alter table a.b alter column c type text", [{ act: "rewrite", table: "a.b" }]],
  [
    "alter table a.b add column c uuid default gen_random_uuid()",
    [{ act: "rewrite", table: "a.b" }],
  ],
  ["alter table a.b add constraint c check (d > 0)", [{ act: "check", table: "a.b" }]],
  ["alter table a.b add constraint c check (d > 0) not valid", []],
  ["alter table a.b validate constraint c", [{ act: "check", table: "a.b" }]],
  ["alter table a.b add constraint c unique (d)", [{ act: "index", table: "a.b" }]],
  ["create table a.b (c int); create index on a.b (c)", []],
])("%s", (sql, works) => {
  expect(worksOf(sql, "shop")).toEqual(works);
});
