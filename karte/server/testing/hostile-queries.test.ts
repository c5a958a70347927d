import { randomUUID } from "node:crypto";
import { allEndpoints } from "@sekimori/karte-contract/endpoints";
import { pagePaths } from "@sekimori/karte-contract/page-routes";
import { requestFor } from "@sekimori/kit-development/testing";
import { hostileQueries } from "@sekimori/kit-development/testing/hostile-queries";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inputFor } from "./inputs.ts";
import { startTestKarte, type TestKarte, type TestWorkspace } from "./test-karte.ts";

// Row 42 of the assurance plan: whatever stands behind the question mark, no address answers a 5xx.

let karte: TestKarte;
let workspace: TestWorkspace;
beforeAll(async () => {
  karte = await startTestKarte();
  workspace = await karte.workspace();
});
afterAll(() => karte.close());

const some = randomUUID();
const ids = { domain: some, group: some, finding: some, run: some, selection: some };

const declared = allEndpoints
  // The stream of runs answers without an end.
  .filter(({ method, name }) => method === "GET" && name !== "watchRuns")
  .map((endpoint) => {
    const { params } = inputFor(endpoint, ids, some, { secret: "x", workspace: some });
    const input = endpoint.params ? { params } : {};
    return {
      path: requestFor(endpoint, input as never).url,
      names: Object.keys((endpoint.query as { shape?: object } | undefined)?.shape ?? {}),
    };
  });
const besides = [
  "/v1/docs",
  "/v1/docs/json",
  "/v1/docs/examples",
  "/openid/sign-in",
  "/openid/callback",
];
const addresses = [
  ...declared,
  ...[...besides, ...Object.values(pagePaths)].map((path) => ({ path, names: [] as string[] })),
];

test.each(addresses.map((address, at) => [address.path, address.names, at] as const))(
  "%s",
  async (path, names, at) => {
    for (const query of hostileQueries(names, 20, at)) {
      await karte.database.owner.pool.query("delete from kit.rate_limit");
      const { status, text } = await workspace.owner.browser.request({ url: `${path}?${query}` });
      expect(status, `${path}?${query}: ${text.slice(0, 300)}`).toBeLessThan(500);
    }
  },
  60_000,
);
