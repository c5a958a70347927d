import { allEndpoints } from "@sekimori/karte-contract/endpoints";
import { addDomain } from "@sekimori/karte-contract/endpoints/domains";
import { watchRuns } from "@sekimori/karte-contract/endpoints/runs";
import { requestFor } from "@sekimori/kit-development/testing";
import { floodSize, measureFlood } from "@sekimori/kit-development/testing/one-person-floods";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inputFor } from "./inputs.ts";
import { startTestKarte, type TestKarte, type TestPerson } from "./test-karte.ts";

// Row 40; its twin is the portal's.

let karte: TestKarte;
let origin: string;
beforeAll(async () => {
  karte = await startTestKarte();
  origin = await karte.app.listen({ host: "127.0.0.1", port: 0 });
});
afterAll(() => karte?.close());

const cookieOf = ({ browser }: TestPerson) =>
  [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");

test("every read at once and hundreds of streams by one person leave another's reads as they were", async () => {
  const workspace = await karte.workspace();
  const { id } = await workspace.owner.browser.call(addDomain, {
    body: { name: "flooded.example.jp" },
  });
  const ids = new Proxy({}, { get: () => id }) as Record<string, string>;
  const reads = allEndpoints.filter(
    ({ method, name }) => method === "GET" && name !== watchRuns.name,
  );
  const urls = reads.map((endpoint) => {
    const { query, params } = inputFor(endpoint, ids, workspace.owner.id, {
      secret: "flooded",
      workspace: workspace.id,
    });
    const input = { ...(endpoint.params ? { params } : {}), ...(endpoint.query ? { query } : {}) };
    return requestFor(endpoint, input as never).url;
  });
  const { open, counts, ratio } = await measureFlood({
    origin,
    urls,
    cookie: cookieOf(workspace.owner),
    stream: watchRuns.path,
    another: {
      cookie: cookieOf((await karte.workspace()).owner),
      urls: ["/v1/session", "/v1/domains"],
    },
  });
  expect(open).toBe(4);
  expect(counts).not.toHaveProperty("500");
  expect(counts["429"]).toBeGreaterThan(floodSize.streams - 10);
  expect(Object.keys(counts).filter((name) => name.includes("without a time"))).toEqual([]);
  expect(ratio).toBeLessThanOrEqual(3);
}, 240_000);
