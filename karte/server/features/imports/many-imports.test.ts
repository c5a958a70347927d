import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { importRowsMost } from "@sekimori/karte-contract/constants";
import { checkImport } from "@sekimori/karte-contract/endpoints/imports";
import { afterAll, beforeAll, expect, test } from "vitest";
import { delaysUntil, headersOf } from "../../testing/loop-delay.ts";
import { startTestKarte, type TestKarte } from "../../testing/test-karte.ts";

// Row 41: as many people as there are imports, each with the largest file, all at the same time. The
// event loop's delay is also measured beside a thread that checks the same file for nobody: what a
// busy machine makes of a loop that has nothing to do.

const people = process.env.SEKIMORI_FAULTS === "full" ? 20 : 10;
const mostDelayMs = 50;

let karte: TestKarte;
let origin: string;
beforeAll(async () => {
  karte = await startTestKarte();
  origin = await karte.app.listen({ host: "127.0.0.1", port: 0 });
});
afterAll(() => karte?.close());

/** The people, on a thread of their own: their work is not the server's. */
const clients = `
  const { parentPort, workerData } = require("node:worker_threads");
  const { url, people, body } = workerData;
  Promise.all(people.map(async (headers) => {
    const answer = await fetch(url, { method: "POST", headers, body });
    const { import: view } = await answer.json();
    return { status: answer.status, counts: view?.counts };
  })).then((answers) => parentPort.postMessage(answers));
`;

/** The work alone, as often as it is asked for. */
const neighbour = `
  const { parentPort, workerData } = require("node:worker_threads");
  import(workerData.work).then(({ importWork }) => {
    const names = { fixtures: false, optOut: [] };
    parentPort.postMessage("ready");
    for (let time = 0; time < 4; time += 1) {
      const { rows } = importWork.read({ bytes: workerData.bytes, names });
      importWork.judge({ rows, existing: [], room: 100_000 });
    }
    parentPort.postMessage("done");
  });
`;

test("many of the largest files at once hold nobody up", async () => {
  const lines = Array.from({ length: importRowsMost }, (_, index) =>
    index % 20 === 0 ? `192.0.2.${index % 255},g,l` : `host${index}.example.jp,本社,label ${index}`,
  );
  const bytes = Buffer.from(`name,groups,label\n${lines.join("\n")}`);
  const askers = [];
  for (let index = 0; index < people; index += 1) {
    askers.push(await headersOf((await karte.workspace()).owner));
  }
  const work = new URL("import-work.ts", import.meta.url).href;
  const alone = new Worker(neighbour, { eval: true, workerData: { work, bytes }, execArgv: [] });
  await once(alone, "message");
  const idle = await delaysUntil(alone);
  const served = await delaysUntil(
    new Worker(clients, {
      eval: true,
      workerData: {
        url: origin + checkImport.path,
        people: askers,
        body: JSON.stringify({ fileName: "largest.csv", content: bytes.toString("base64") }),
      },
    }),
  );
  process.stdout.write(
    `[row 41] imports at once: ${people}, rows each: ${importRowsMost}, answered within: ${served.seconds.toFixed(1)} s, event loop's delay p50: ${served.p50.toFixed(0)} ms, p99: ${served.p99.toFixed(0)} ms, longest: ${served.longest.toFixed(0)} ms; p99 beside the same work for nobody: ${idle.p99.toFixed(0)} ms\n`,
  );
  expect(served.message).toEqual(
    Array.from({ length: people }, () => ({
      status: 200,
      counts: { rows: importRowsMost, add: 9_500, exists: 0, refused: 500 },
    })),
  );
  expect(served.p99).toBeLessThanOrEqual(Math.max(mostDelayMs, 4 * idle.p99));
}, 120_000);
