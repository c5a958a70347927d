import { viewsMost } from "@sekimori/karte-contract/constants";
import { addDomain, listDomains } from "@sekimori/karte-contract/endpoints/domains";
import {
  chooseColumns,
  listViews,
  removeView,
  saveView,
} from "@sekimori/karte-contract/endpoints/saved-views";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestKarte, type TestKarte, type TestWorkspace } from "../../testing/test-karte.ts";

let karte: TestKarte;
let workspace: TestWorkspace;
beforeAll(async () => {
  karte = await startTestKarte();
  workspace = await karte.workspace();
});
afterAll(() => karte.close());

const bad = { list: "domains", name: "Bad ones", query: { grade: "D,E,none", sort: "grade" } };

describe("saved views", () => {
  test("are a person's own, and a call of the API", async () => {
    const { browser } = workspace.owner;
    await browser.call(addDomain, { body: { name: "ungraded.example.jp" } });
    const { id } = await browser.call(saveView, {
      body: { ...bad, list: "domains", query: { ...bad.query, columns: "grade,proof" } },
    });
    const { views } = await browser.call(listViews, {});
    expect(views).toEqual([
      {
        id,
        list: "domains",
        name: "Bad ones",
        query: { grade: "D,E,none", sort: "grade", columns: "grade,proof" },
        call: "/v1/domains?grade=D%2CE%2Cnone&sort=grade",
      },
    ]);
    const query = Object.fromEntries(new URL(views[0]?.call ?? "", "http://x").searchParams);
    const { domains } = await browser.call(listDomains, {
      query: listDomains.query.parse(query) as never,
    });
    expect(domains.map(({ name }) => name.ascii)).toEqual(["ungraded.example.jp"]);

    const other = await workspace.join("viewer");
    expect((await other.browser.call(listViews, {})).views).toEqual([]);
    expect((await other.browser.attempt(removeView, { params: { id } })).error().type).toBe(
      "NotFound",
    );
    // A viewer keeps views too: they change nothing for anybody else.
    await other.browser.call(saveView, { body: { ...bad, list: "domains" } });
    expect((await browser.call(listViews, {})).views).toHaveLength(1);
  });

  test("keep a query as it was written, and none that cannot be read", async () => {
    const { browser } = await workspace.join("viewer");
    const kept = { query: "深刻度：高 製品：nginx", sort: "age" };
    const body = { list: "findings" as const, name: "nginx", query: kept };
    await browser.call(saveView, { body });
    const { views } = await browser.call(listViews, {});
    expect(views.map(({ query }) => query)).toEqual([kept]);
    const { status } = await browser.request({ url: views[0]?.call ?? "" });
    expect(status).toBe(200);
    const bad = await browser.attempt(saveView, {
      body: { ...body, query: { query: "severity:" } },
    });
    expect(bad.error().fields).toEqual([{ path: "query", code: "invalid" }]);
  });

  test("of the same name are replaced, of another list are not", async () => {
    const { browser } = workspace.owner;
    const first = await browser.call(saveView, { body: { ...bad, list: "domains" } });
    const again = await browser.call(saveView, {
      body: { ...bad, list: "domains", query: { grade: "E" } },
    });
    expect(again.id).toBe(first.id);
    await browser.call(saveView, {
      body: { list: "findings", name: bad.name, query: { severity: "critical,high" } },
    });
    const { views } = await browser.call(listViews, {});
    expect(views.map(({ list, query }) => [list, query])).toEqual([
      ["domains", { grade: "E" }],
      ["findings", { severity: "critical,high" }],
    ]);
    for (const { id } of views) await browser.call(removeView, { params: { id } });
    expect((await browser.call(listViews, {})).views).toEqual([]);
  });

  test.each([
    ["a filter that the list lacks", { colour: "red" }],
    ["a word that the filter lacks", { grade: "D,F" }],
    ["a place in the list", { cursor: "WyJhIiwiYiJd" }],
    ["a column that the list lacks", { columns: "grade,price" }],
    ["another list's filter", { state: "new" }],
  ])("are refused with %s", async (_what, query: Record<string, string>) => {
    const { browser } = workspace.owner;
    const answer = await browser.attempt(saveView, {
      body: { list: "domains", name: "x", query },
    });
    expect(answer.error()).toMatchObject({
      type: "InvalidInput",
      fields: [{ path: "query", code: "invalid" }],
    });
    expect((await browser.call(listViews, {})).views).toEqual([]);
  });

  test("are as many as one can look through", async () => {
    const { browser } = await workspace.join("member");
    const view = (name: string) => ({
      body: { list: "assets" as const, name, query: { type: "host" } },
    });
    for (let n = 0; n < viewsMost; n++) await browser.call(saveView, view(`view ${n}`));
    expect((await browser.attempt(saveView, view("one more"))).error()).toMatchObject({
      type: "PlanLimit",
      data: { what: "views", limit: viewsMost },
    });
    // One that is there can be changed all the same.
    await browser.call(saveView, view("view 7"));
  });
});

describe("columns", () => {
  test("are a person's own, and forgotten with null", async () => {
    const { browser } = workspace.owner;
    await browser.call(chooseColumns, { body: { list: "findings", columns: ["place", "due"] } });
    await browser.call(chooseColumns, { body: { list: "domains", columns: [] } });
    const all = { domains: null, findings: null, assets: null };
    expect((await browser.call(listViews, {})).columns).toEqual({
      ...all,
      findings: ["place", "due"],
      domains: [],
    });
    const other = await workspace.join("admin");
    expect((await other.browser.call(listViews, {})).columns).toEqual(all);
    await browser.call(chooseColumns, { body: { list: "domains", columns: null } });
    expect((await browser.call(listViews, {})).columns.domains).toBeNull();
    const answer = await browser.attempt(chooseColumns, {
      body: { list: "assets", columns: ["due"] },
    });
    expect(answer.error()).toMatchObject({
      type: "InvalidInput",
      fields: [{ path: "columns", code: "invalid" }],
    });
  });
});
