import { randomUUID } from "node:crypto";
import { addDomain, listDomains, selectDomains } from "@sekimori/karte-contract/endpoints/domains";
import { createGroup } from "@sekimori/karte-contract/endpoints/groups";
import { search } from "@sekimori/karte-contract/endpoints/overview";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestKarte, type TestKarte, type TestPerson } from "../../testing/test-karte.ts";

let karte: TestKarte;
beforeAll(async () => {
  karte = await startTestKarte();
});
afterAll(() => karte?.close());

test("reports are found by what they tell of, by day and by form; those of other groups are not", async () => {
  const workspace = await karte.workspace();
  const { browser } = workspace.owner;
  const group = await browser.call(createGroup, { body: { name: "大阪支店" } });
  const other = await browser.call(createGroup, { body: { name: "名古屋支店" } });
  const viewer = await workspace.join("viewer", [other.id]);
  const report = async (groupId: string | null, state: number, from = "2026-10-01") => {
    const id = randomUUID();
    await karte.database.owner.pool.query(
      `insert into karte.report (id, workspace_id, group_id, form, language, from_day, to_day,
         account_id, recipients, state, requested_at, expires_at)
       values ($1, $2, $3, 1, 'ja', $5, '2026-10-31', $4, '{}', $6, now(), now() + interval '1 day')`,
      [id, workspace.id, groupId, workspace.owner.id, from, state],
    );
    return id;
  };
  const [ofGroup, ofAll] = [await report(group.id, 3), await report(null, 3, "2026-09-01")];
  await report(group.id, 1);
  const found = async (q: string, person = workspace.owner) =>
    (await person.browser.call(search, { query: { q } })).results
      .filter(({ kind }) => kind === "report")
      .map(({ id }) => id);
  expect(await found("大阪")).toEqual([ofGroup]);
  expect(await found("全体")).toEqual([ofAll]);
  expect(await found("2026-09")).toEqual([ofAll]);
  expect((await found("pdf")).toSorted()).toEqual([ofGroup, ofAll].toSorted());
  expect(await found("大阪", viewer)).toEqual([]);
});

describe("one rule of search", () => {
  let person: TestPerson;
  beforeAll(async () => {
    const workspace = await karte.workspace();
    person = workspace.owner;
    const add = (name: string, label: string) =>
      person.browser.call(addDomain, { body: { name, label } });
    await add("shop.example.jp", "ＡＢＣ商事 ｵｵｻｶ支店");
    await add("other.example.com", "");
  });

  const domains = async (q: string) =>
    (await person.browser.call(listDomains, { query: { q } })).domains.map(
      ({ name }) => name.ascii,
    );

  test.each([
    ["in upper case", "SHOP.Example.JP"],
    ["in full width", "ｓｈｏｐ．ｅｘａｍｐｌｅ．ｊｐ"],
    ["with a trailing dot", "shop.example.jp."],
    ["as a pasted address", "https://Shop.Example.jp/path?x=1"],
    ["a label in half width", "abc商事"],
    ["a label as it was written", "ＡＢＣ商事"],
    ["kana in full width", "オオサカ"],
    ["kana in half width", "ｵｵｻｶ"],
  ])("finds a domain %s, in its list, a selection and the search over everything", async (_, q) => {
    expect(await domains(q)).toEqual(["shop.example.jp"]);
    const { count } = await person.browser.call(selectDomains, { body: { q } });
    expect(count).toBe(1);
    const { results } = await person.browser.call(search, { query: { q } });
    expect(results.filter(({ kind }) => kind === "domain").map(({ text }) => text)).toEqual([
      "shop.example.jp",
    ]);
  });

  test("one letter narrows no list, and the search over everything asks for two", async () => {
    expect(await domains("s")).toHaveLength(2);
    await expect(person.browser.call(search, { query: { q: "s" } })).rejects.toThrow(
      "InvalidInput",
    );
  });
});
