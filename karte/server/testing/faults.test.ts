import { once } from "node:events";
import { connect } from "node:net";
import { getContract } from "@sekimori/karte-contract/endpoints/contract";
import { addDomain, listDomains } from "@sekimori/karte-contract/endpoints/domains";
import { getOverview } from "@sekimori/karte-contract/endpoints/overview";
import { AppError } from "@sekimori/kit-server/errors";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { withoutDatabase } from "./database-away.ts";
import { amplePlan, startTestKarte, type TestKarte, type TestWorkspace } from "./test-karte.ts";

let isPortalAway = false;
let karte: TestKarte;
let workspace: TestWorkspace;

const fromPortal = <T>(answer: T): T => {
  if (isPortalAway) throw new AppError("Unavailable", { detail: "the portal does not answer" });
  return answer;
};

beforeAll(async () => {
  karte = await startTestKarte({
    contracts: {
      read: async () => fromPortal(amplePlan),
      member: async () => fromPortal({ twoFactor: false }),
      invoices: async () => fromPortal([]),
    },
  });
  workspace = await karte.workspace();
});
afterAll(() => karte.close());

describe("while the portal is away", () => {
  test("what karte holds is read for the session's rest, and the plan is the one heard last", async () => {
    const { browser } = workspace.owner;
    await browser.call(addDomain, { body: { name: "before.example.jp" } });
    isPortalAway = true;
    karte.clock.advance(5 * 60_000);
    try {
      expect((await browser.request({ url: "/v1/session" })).status).toBe(200);
      expect((await browser.call(listDomains, { query: {} })).domains).toHaveLength(1);
      expect((await browser.call(getOverview, { query: {} })).domains.all).toBe(1);
      const contract = await browser.call(getContract, {});
      expect([contract.stale, contract.plan.id]).toEqual([true, "detailed"]);
      expect((await browser.request({ url: "/v1/contract/invoices" })).error().type).toBe(
        "PortalUnavailable",
      );
      // Work goes on too: nothing is refused that the plan gave a moment ago.
      await browser.call(addDomain, { body: { name: "meanwhile.example.jp" } });
    } finally {
      isPortalAway = false;
      karte.clock.reset();
    }
    expect((await browser.call(listDomains, { query: {} })).domains).toHaveLength(2);
  });
});

describe("while the database is away", () => {
  test("calls are refused with 503 at once, nothing is half done, and all goes on afterwards", async () => {
    const { browser } = workspace.owner;
    const before = (await browser.call(listDomains, { query: {} })).count.value;
    await withoutDatabase(karte.database, async () => {
      const began = performance.now();
      for (let place = 0; place < 20; place += 1) {
        const answer = await browser.attempt(addDomain, {
          body: { name: `away-${place}.example.jp` },
        });
        expect([answer.status, answer.error().type]).toEqual([503, "Unavailable"]);
        expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
      }
      expect(performance.now() - began).toBeLessThan(20_000);
    });
    await expect.poll(async () => (await browser.request({ url: "/v1/domains" })).status).toBe(200);
    expect((await browser.call(listDomains, { query: {} })).count.value).toBe(before);
  });
});

describe("an upload of a gigabyte", () => {
  test("is cut off after a few megabytes, and others are served meanwhile", async () => {
    const address = new URL(await karte.start({ host: "127.0.0.1", port: 0 }));
    const cookie = [...workspace.owner.browser.cookies].map((pair) => pair.join("=")).join("; ");
    const csrf = (await workspace.owner.browser.request({ url: "/v1/site" })).headers[
      "x-csrf-token"
    ];
    const socket = connect(Number(address.port), "127.0.0.1");
    await once(socket, "connect");
    const gigabyte = 1024 ** 3;
    socket.write(
      [
        "POST /v1/imports HTTP/1.1",
        `Host: ${address.host}`,
        "Content-Type: application/json",
        `Cookie: ${cookie}`,
        `X-CSRF-Token: ${csrf}`,
        "Transfer-Encoding: chunked",
        "\r\n",
      ].join("\r\n"),
    );
    let answer = "";
    let isOver = false;
    socket.on("data", (chunk) => {
      answer += chunk.toString();
    });
    socket.on("error", () => undefined);
    socket.on("close", () => {
      isOver = true;
    });
    const piece = Buffer.alloc(64 * 1024, "a");
    const framed = Buffer.concat([
      Buffer.from(`${piece.length.toString(16)}\r\n`),
      piece,
      Buffer.from("\r\n"),
    ]);
    let sent = 0;
    while (sent < gigabyte && !isOver && answer === "") {
      if (!socket.write(framed)) {
        await Promise.race([once(socket, "drain"), once(socket, "close")]).catch(() => undefined);
      }
      sent += piece.length;
      await new Promise((resume) => setImmediate(resume));
    }
    await expect.poll(() => answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain("too_long");
    expect(sent).toBeLessThan(64 * 1024 * 1024);
    socket.destroy();
    expect((await fetch(new URL("/v1/site", address))).status).toBe(200);
    process.stdout.write(`[faults] of a gigabyte ${Math.round(sent / 1024 ** 2)} MB were sent\n`);
  }, 60_000);
});
