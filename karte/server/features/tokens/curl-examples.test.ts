import { execFile, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { addDomain, listDomains } from "@sekimori/karte-contract/endpoints/domains";
import { listFindings } from "@sekimori/karte-contract/endpoints/findings";
import { addToken } from "@sekimori/karte-contract/endpoints/tokens";
import { scopeNames, tokenScopes } from "@sekimori/karte-contract/token-scopes";
import { wireErrorSchema } from "@sekimori/kit-contract/wire-error";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestKarte, type TestKarte } from "../../testing/test-karte.ts";

const page = readFileSync(
  fileURLToPath(new URL("../../../../docs/integrate/customer-api.md", import.meta.url)),
  "utf8",
);
const examples = [...page.matchAll(/^```sh\n(.*?)^```/gms)].map(([, script = ""]) => script);
const hasCurl = spawnSync("curl", ["--version"]).status === 0;
const run = promisify(execFile);

describe("the page of the customer API", () => {
  test("names every scope", () => {
    const named = [...page.matchAll(/^\| `([a-z]+)` \|/gm)].map(([, name]) => name);
    expect(named).toEqual(Object.keys(tokenScopes));
  });

  describe.skipIf(!hasCurl)("its commands", () => {
    let karte: TestKarte;
    let environment: NodeJS.ProcessEnv;
    beforeAll(async () => {
      karte = await startTestKarte();
      const { owner } = await karte.workspace();
      const body = { label: "curl", scopes: [...scopeNames], days: 1 };
      const { secret } = await owner.browser.call(addToken, { body });
      const address = await karte.start({ host: "127.0.0.1", port: 0 });
      environment = { PATH: process.env.PATH, KARTE: address, TOKEN: secret };
    });
    afterAll(() => karte.close());

    /** What the n-th command of the page prints. */
    const printed = async (place: number) => {
      const script = examples[place] ?? "";
      return (await run("sh", ["-euc", script], { env: environment })).stdout;
    };

    test("read a list, by pages too", async () => {
      expect(examples).toHaveLength(7);
      expect(listDomains.response.parse(JSON.parse(await printed(0))).domains).toEqual([]);
      expect(listFindings.response.parse(JSON.parse(await printed(1))).next).toBeNull();
      expect(listFindings.response.parse(JSON.parse(await printed(2))).findings).toEqual([]);
    });

    test("change something once, however often they are run", async () => {
      const first = await printed(3);
      expect(addDomain.response.parse(JSON.parse(first)).added).toBe(true);
      expect(await printed(3)).toBe(first);
    });

    test("show the budget and an error", async () => {
      expect(await printed(4)).toMatch(/ratelimit-limit: 300\r?\nratelimit-remaining: \d+/i);
      expect(wireErrorSchema.parse(JSON.parse(await printed(5))).error.type).toBe("TokenInvalid");
    });

    test("read the event stream", async () => {
      expect(await printed(6)).toMatch(/^next-cursor: \S+\r?$/im);
    });
  });
});
