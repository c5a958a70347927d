import { allEndpoints } from "@sekimori/karte-contract/endpoints";
import type { KarteEndpoint } from "@sekimori/karte-contract/endpoints/declare";
import { addDomain, listDomains } from "@sekimori/karte-contract/endpoints/domains";
import type { TestClient } from "@sekimori/kit-development/testing";
import { requestFor } from "@sekimori/kit-development/testing";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { inputFor } from "./inputs.ts";
import { startTestKarte, type TestKarte } from "./test-karte.ts";

// Each list that has pages, asked to go on from where no page of it ends.

let karte: TestKarte;
let browser: TestClient;
beforeAll(async () => {
  karte = await startTestKarte();
  browser = (await karte.workspace()).owner.browser;
  for (const name of ["a.example.jp", "b.example.jp", "c.example.jp"]) {
    await browser.call(addDomain, { body: { name } });
  }
});
afterAll(() => karte.close());
beforeEach(() => karte.database.owner.pool.query("delete from kit.rate_limit"));

const some = "00000000-0000-4000-8000-000000000000";
const ids = { domain: some, group: some, finding: some, run: some, selection: some };
const lists = allEndpoints.filter(
  ({ query }: KarteEndpoint) =>
    "cursor" in ((query as { shape?: object } | undefined)?.shape ?? {}),
);

const made = (position: unknown) => Buffer.from(JSON.stringify(position)).toString("base64url");

const firstPage = { size: 1, sort: "name", order: "asc" } as const;

const forged = async (): Promise<readonly string[]> => {
  const { next } = await browser.call(listDomains, { query: firstPage });
  const [position = "", tag = ""] = (next ?? "").split(".");
  return [
    "x",
    ".",
    "..",
    made(["x", "x"]),
    made(["2026-13-45", some]),
    made(["1e999", some]),
    made(["\u0000", "\u0000"]),
    made({}),
    `${made(["x", "x"])}.${tag}`,
    `${position}.`,
    `${position}.${"A".repeat(22)}`,
    position,
  ];
};

describe("a cursor that was made up is refused, by name", () => {
  test.each(lists.map((endpoint) => [endpoint.name, endpoint] as const))("%s", async (_, list) => {
    const { query, params } = inputFor(list, ids, some, { secret: "x", workspace: some });
    for (const cursor of await forged()) {
      const input = { ...(list.params ? { params } : {}), query: { ...query, cursor } };
      const answer = await browser.request(requestFor(list, input as never));
      expect([cursor, answer.status]).toEqual([cursor, 400]);
      expect(answer.error().fields).toMatchObject([{ path: "cursor" }]);
    }
  });

  test("there are such lists", () => expect(lists.length).toBeGreaterThan(7));
});

test("a cursor goes on in its own order and filters only, and in pages of any size", async () => {
  const { next } = await browser.call(listDomains, { query: firstPage });
  const cursor = next ?? "";
  const rest = await browser.call(listDomains, { query: { ...firstPage, size: 50, cursor } });
  expect(rest.domains.map(({ name }) => name.ascii)).toEqual(["b.example.jp", "c.example.jp"]);
  for (const other of [{ order: "desc" }, { sort: "grade" }, { q: "example" }] as const) {
    const query = { ...firstPage, ...other, cursor };
    expect((await browser.attempt(listDomains, { query })).status).toBe(400);
  }
});
