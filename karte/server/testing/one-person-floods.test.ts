import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { allEndpoints } from "@sekimori/karte-contract/endpoints";
import { addDomain } from "@sekimori/karte-contract/endpoints/domains";
import { watchRuns } from "@sekimori/karte-contract/endpoints/runs";
import { requestFor } from "@sekimori/kit-development/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inputFor } from "./inputs.ts";
import { startTestKarte, type TestKarte, type TestPerson } from "./test-karte.ts";

// Row 40: one person asks for everything at once, by every read that is declared, and keeps hundreds
// of event streams open. Another person's reads are measured alone and beside it, in one run.

const isFull = process.env.SEKIMORI_FAULTS === "full";
/** Of each read at the same time. */
const atOnce = isFull ? 200 : 60;
const streams = isFull ? 600 : 100;
const samples = isFull ? 200 : 60;

let karte: TestKarte;
let origin: string;
beforeAll(async () => {
  karte = await startTestKarte();
  origin = await karte.app.listen({ host: "127.0.0.1", port: 0 });
});
afterAll(() => karte?.close());

const cookieOf = ({ browser }: TestPerson) =>
  [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");

/** The one who floods, on a thread of their own: their work is not the server's. */
const flood = `
  const { parentPort, workerData } = require("node:worker_threads");
  const { origin, cookie, urls, atOnce, stream, streams } = workerData;
  const counts = {};
  const count = (name) => { counts[name] = (counts[name] ?? 0) + 1; };
  const ask = async (url, keep) => {
    try {
      const answer = await fetch(origin + url, { headers: { cookie } });
      count(answer.status + (answer.status === 429 && !answer.headers.get("retry-after") ? " without a time" : ""));
      if (answer.status === 200 && keep) return void keep.push(answer);
      await answer.text();
    } catch { count("failed"); }
  };
  (async () => {
    const open = [];
    await Promise.all(Array.from({ length: streams }, () => ask(stream, open)));
    parentPort.postMessage({ open: open.length });
    do {
      for (const url of urls) await Promise.all(Array.from({ length: atOnce }, () => ask(url)));
      parentPort.postMessage({ round: true });
    } while (true);
  })();
  parentPort.on("message", () => { parentPort.postMessage({ counts }); });
`;

const refuseAll = `
  const server = require("node:http").createServer((_, answer) =>
    answer.writeHead(429, { "retry-after": "1" }).end("{}"));
  server.listen(0, "127.0.0.1", () =>
    require("node:worker_threads").parentPort.postMessage({ port: server.address().port }));
`;

/** How long another person waits for what their screen asks for, in milliseconds. */
async function waitsOf(cookie: string): Promise<readonly number[]> {
  const waits: number[] = [];
  for (let index = 0; index < samples; index += 1) {
    const began = performance.now();
    const answer = await fetch(`${origin}${index % 2 === 0 ? "/v1/session" : "/v1/domains"}`, {
      headers: { cookie },
    });
    await answer.text();
    expect(answer.status).toBe(200);
    waits.push(performance.now() - began);
  }
  return waits;
}
const p95 = (waits: readonly number[]) =>
  waits.toSorted((a, b) => a - b)[Math.floor(waits.length * 0.95)] ?? 0;

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
  const another = cookieOf((await karte.workspace()).owner);
  await waitsOf(another);
  const alone = p95(await waitsOf(another));
  const asked = {
    cookie: cookieOf(workspace.owner),
    urls,
    atOnce,
    stream: watchRuns.path,
    streams,
  };
  // The same client against a server that refuses everything: what is left of the machine beside it.
  const refusing = new Worker(refuseAll, { eval: true });
  const [{ port }] = await once(refusing, "message");
  const refused = await beside({ ...asked, origin: `http://127.0.0.1:${port}` }, another);
  await refusing.terminate();
  const served = await beside({ ...asked, origin }, another);
  const { open, counts } = served;
  process.stdout.write(
    `[row 40] reads: ${urls.length}, at once: ${atOnce}, streams asked: ${streams}, open: ${open}, p95 alone: ${alone.toFixed(1)} ms, beside clients who are all refused: ${refused.wait.toFixed(1)} ms, beside the flood: ${served.wait.toFixed(1)} ms, ratio: ${(served.wait / refused.wait).toFixed(2)}, answers: ${JSON.stringify(counts)}\n`,
  );
  expect(open).toBe(4);
  expect(counts).not.toHaveProperty("500");
  expect(counts["429"]).toBeGreaterThan(streams - 10);
  expect(Object.keys(counts).filter((name) => name.includes("without a time"))).toEqual([]);
  expect(served.wait / Math.max(alone, refused.wait)).toBeLessThanOrEqual(3);
}, 240_000);

/** Another person's waits while somebody floods a server, and what the flood was answered. */
async function beside(workerData: object, another: string) {
  const thread = new Worker(flood, { eval: true, workerData });
  try {
    const [{ open }] = await once(thread, "message");
    const wait = p95(await waitsOf(another));
    const told = once(thread, "message");
    thread.postMessage("how many");
    let [{ counts }] = await told;
    while (counts === undefined) [{ counts }] = await once(thread, "message");
    return { open, counts, wait };
  } finally {
    await thread.terminate();
  }
}
