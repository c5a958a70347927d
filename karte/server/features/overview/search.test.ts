import { randomUUID } from "node:crypto";
import { createGroup } from "@sekimori/karte-contract/endpoints/groups";
import { search } from "@sekimori/karte-contract/endpoints/overview";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestKarte, type TestKarte } from "../../testing/test-karte.ts";

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
