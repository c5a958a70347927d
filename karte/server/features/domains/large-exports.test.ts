import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { bulkMost } from "@sekimori/karte-contract/constants";
import { exportDomains } from "@sekimori/karte-contract/endpoints/domains";
import { afterAll, beforeAll, expect, test } from "vitest";
import { delaysUntil, headersOf } from "../../testing/loop-delay.ts";
import { startTestKarte, type TestKarte } from "../../testing/test-karte.ts";

// Row 41: several people export the longest list that there is, at the same time. The event loop's
// delay is also measured while a thread makes texts of the same size for nobody.

const people = 2;
const domains = process.env.SEKIMORI_FAULTS === "full" ? bulkMost : 20_000;
/** Planted at once: a statement ends after twenty seconds. */
const portion = 10_000;
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
  const { url, people } = workerData;
  Promise.all(people.map(async (headers) => {
    for (let time = 0; ; time += 1) {
      const answer = await fetch(url, { headers });
      if (answer.status === 200 || time > 60) {
        const { text } = await answer.json();
        return { status: answer.status, lines: new Set(text?.split("\\r\\n")).size };
      }
      await answer.text();
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  })).then((answers) => parentPort.postMessage(answers));
`;

/** Texts of that size, made and read for nobody. */
const neighbour = `
  const { parentPort, workerData } = require("node:worker_threads");
  import(workerData.csv).then(({ csvText }) => {
    parentPort.postMessage("ready");
    const row = ["shop-000001.example.jp", "大阪支店, 2", "", 0, 0, 0, 0, 0, 0, "none", "", "", ""];
    for (let time = 0; time < 2 * workerData.people; time += 1) {
      const text = csvText(Array.from({ length: workerData.rows }, () => row));
      JSON.parse(JSON.stringify({ text }));
    }
    parentPort.postMessage("done");
  });
`;

test("exports of the longest list hold nobody up", async () => {
  const askers = [];
  for (let index = 0; index < people; index += 1) {
    const workspace = await karte.workspace();
    for (let from = 1; from <= domains; from += portion) {
      await karte.database.owner.pool.query(
        `insert into karte.domain
           (id, workspace_id, name, name_unicode, registrable, label, proof_token, added_at)
         select gen_random_uuid(), $1, name, name, 'example.jp', '大阪支店, 2', '', now()
         from (select 'shop-' || lpad(n::text, 6, '0') || '.example.jp' as name
           from generate_series($2::int, $3::int) n) t`,
        [workspace.id, from, from + portion - 1],
      );
    }
    askers.push(await headersOf(workspace.owner));
  }
  const csv = new URL("../../../../kit/server/csv/csv.ts", import.meta.url).href;
  const work = { csv, people, rows: domains };
  const alone = new Worker(neighbour, { eval: true, workerData: work, execArgv: [] });
  await once(alone, "message");
  const idle = await delaysUntil(alone);
  const asked = { url: origin + exportDomains.path, people: askers };
  const served = await delaysUntil(new Worker(clients, { eval: true, workerData: asked }));
  process.stdout.write(
    `[row 41] exports at once: ${people}, rows each: ${domains}, answered within: ${served.seconds.toFixed(1)} s, event loop's delay p50: ${served.p50.toFixed(0)} ms, p99: ${served.p99.toFixed(0)} ms, longest: ${served.longest.toFixed(0)} ms; p99 beside the same work for nobody: ${idle.p99.toFixed(0)} ms\n`,
  );
  expect(served.message).toEqual(
    Array.from({ length: people }, () => ({ status: 200, lines: domains + 2 })),
  );
  expect(served.p99).toBeLessThanOrEqual(Math.max(mostDelayMs, 4 * idle.p99));
}, 240_000);
