import { randomUUID } from "node:crypto";
import { createTestDatabase, type TestDatabase } from "@sekimori/kit-development/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Tables } from "../../database/generated/tables.ts";
import { portalMigrations } from "../../migrations.ts";
import { createDigests } from "../credentials/digests.ts";
import { searchStatement } from "./search-statement.ts";
import type { SearchTerm } from "./search-terms.ts";

// Support looks among all members: a table that is read as a whole is read while somebody waits.

let database: TestDatabase<Tables>;
beforeAll(async () => {
  database = await createTestDatabase<Tables>(portalMigrations, "portal");
});
afterAll(() => database.close());

interface PlanNode {
  readonly "Relation Name"?: string;
  readonly "Index Cond"?: string;
  readonly "Recheck Cond"?: string;
  readonly Plans?: readonly PlanNode[];
}

const nodesOf = (node: PlanNode): readonly PlanNode[] => [
  node,
  ...(node.Plans ?? []).flatMap(nodesOf),
];

/** The tables of which a statement reads more than what an index finds, because none serves. */
async function readWhole(text: string, values: readonly unknown[]): Promise<string[]> {
  const client = await database.pool.connect();
  try {
    // As on the connections that it runs on: a small table would be read whole otherwise.
    await client.query("set enable_seqscan = off");
    const { rows } = await client.query(`explain (format json) ${text}`, [...values]);
    const [{ Plan: plan }] = rows[0]["QUERY PLAN"] as [{ Plan: PlanNode }];
    const scans = nodesOf(plan).filter((node) => node["Relation Name"] !== undefined);
    expect(scans.length).toBeGreaterThan(0);
    // Walking along an index and comparing each row is reading the whole, too.
    return scans
      .filter((node) => (node["Index Cond"] ?? node["Recheck Cond"]) === undefined)
      .map((node) => node["Relation Name"] ?? "");
  } finally {
    client.release(true);
  }
}

const terms: readonly SearchTerm[] = [
  { by: "address", address: "hanako@example.com" },
  { by: "name", words: ["山本", "花子"] },
  { by: "corporate-number", number: "7000012050002" },
  { by: "document", number: "42" },
  { by: "id", id: randomUUID() },
  { by: "event", event: "1234" },
  { by: "card", last4: "1003", day: "2027-01-01" },
];

test.each(terms)("a search $by reads no table as a whole", async (term) => {
  const digests = createDigests("a secret", "a lookup secret");
  const { text, values } = searchStatement({ digests }, term);
  expect(await readWhole(text, values)).toEqual([]);
});

test("what is to be digested is found without reading what is", async () => {
  const text = "select account_id from portal.account_search where is_stale = true limit 500";
  expect(await readWhole(text, [])).toEqual([]);
});
