import { randomUUID } from "node:crypto";
import { allEndpoints } from "@sekimori/karte-contract/endpoints";
import type { KarteEndpoint } from "@sekimori/karte-contract/endpoints/declare";
import { addDomain } from "@sekimori/karte-contract/endpoints/domains";
import { createGroup } from "@sekimori/karte-contract/endpoints/groups";
import { requestFor } from "@sekimori/kit-development/testing";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { inputFor } from "./inputs.ts";
import { startTestKarte, type TestKarte, type TestWorkspace } from "./test-karte.ts";

// Whatever stands in a field, the answer is a refusal or a regular outcome, never a fault of ours.

let karte: TestKarte;
let workspace: TestWorkspace;
let ids: Record<string, string>;
beforeAll(async () => {
  karte = await startTestKarte();
  workspace = await karte.workspace();
  const { browser } = workspace.owner;
  const domain = await browser.call(addDomain, { body: { name: "a.example.jp" } });
  const group = await browser.call(createGroup, { body: { name: "g" } });
  ids = { domain: domain.id, group: group.id, finding: randomUUID(), run: randomUUID() };
});
afterAll(() => karte.close());
beforeEach(() => karte.database.owner.pool.query("delete from kit.rate_limit"));

const hostile: readonly unknown[] = [
  4711.5,
  -1,
  9e15,
  { $ne: null },
  ["a", "b"],
  null,
  "",
  "   ",
  "x".repeat(100_000),
  "a\u0000b",
  "a\ud800b",
  "<script>alert(1)</script>",
  "'; drop table karte.domain; --",
  "{a,b}",
  "\u202etxt.exe",
  "a\r\nBcc: b@people.example",
  "../../etc/passwd",
  "__proto__",
  "=cmd|' /C calc'!A0",
  "👩‍👩‍👧‍👦",
];

/** Acts after which there is nothing left to try, and the stream that never ends. */
const apart = new Set(["watchRuns", "endSession", "leaveWorkspace", "createWorkspace"]);
const taking = allEndpoints.filter(
  ({ name, params, query, body }) => !apart.has(name) && (params ?? query ?? body),
);

type Parts = Readonly<Record<"params" | "query" | "body", Record<string, unknown>>>;

function spoiledInputs(endpoint: KarteEndpoint): readonly (readonly [string, object])[] {
  const valid = inputFor(endpoint, ids, workspace.owner.id, {
    secret: "x",
    workspace: workspace.id,
  }) as unknown as Parts;
  const declared = (["params", "query", "body"] as const).filter((part) => endpoint[part]);
  const whole = Object.fromEntries(declared.map((part) => [part, valid[part]]));
  return declared.flatMap((part) => {
    const names = new Set([
      ...Object.keys(valid[part] ?? {}),
      ...Object.keys((endpoint[part] as { shape?: object } | undefined)?.shape ?? {}),
    ]);
    return [...names].flatMap((name) =>
      hostile
        // In an address everything is text, and half a surrogate pair cannot even be written.
        .filter((value) => part === "body" || (typeof value === "string" && value.isWellFormed()))
        .map(
          (value) =>
            [
              `${part}.${name} ${JSON.stringify(value).slice(0, 40)}`,
              { ...whole, [part]: { ...valid[part], [name]: value } },
            ] as const,
        ),
    );
  });
}

describe("hostile values in every field", () => {
  test.each(taking.map((endpoint) => [endpoint.name, endpoint] as const))(
    "of %s",
    async (_, endpoint) => {
      for (const [title, input] of spoiledInputs(endpoint)) {
        await karte.database.owner.pool.query("delete from kit.rate_limit");
        const answer = await workspace.owner.browser.request(requestFor(endpoint, input as never));
        expect(answer.status, `${title}: ${answer.text.slice(0, 300)}`).toBeLessThan(500);
        expect(answer.text).not.toMatch(/\bat .*\.ts:\d+/);
      }
    },
  );

  test("left the workspace and its domain as they were", async () => {
    const { rows } = await karte.database.owner.pool.query(
      "select count(*)::int as n from karte.domain where id = $1 and deleted_at is null",
      [ids.domain],
    );
    expect(rows).toEqual([{ n: 1 }]);
  });
});

describe("a field that is not declared, or leads to the prototype of all objects, is refused", () => {
  let fresh: TestWorkspace;
  beforeAll(async () => {
    fresh = await karte.workspace();
  });

  test.each(
    allEndpoints.filter(({ body }) => body).map((endpoint) => [endpoint.name, endpoint] as const),
  )("by %s", async (_, endpoint) => {
    const { browser } = fresh.owner;
    const more = { secret: "x", workspace: fresh.id };
    const valid = inputFor(endpoint, ids, fresh.owner.id, more) as unknown as Parts;
    for (const [name, value] of [
      ["isAdmin", true],
      ["workspace_id", randomUUID()],
      ["__proto__", { isAdmin: true }],
      ["constructor", { prototype: { isAdmin: true } }],
    ] as const) {
      const entries = [...Object.entries(valid.body ?? {}), [name, value] as const];
      // As own properties, which an object literal would make a prototype of.
      const body = Object.create(
        null,
        Object.fromEntries(entries.map(([key, own]) => [key, { value: own, enumerable: true }])),
      );
      const answer = await browser.request(requestFor(endpoint, { ...valid, body } as never));
      expect([name, answer.status]).toEqual([name, 400]);
      expect({}).not.toHaveProperty("isAdmin");
    }
  });
});
