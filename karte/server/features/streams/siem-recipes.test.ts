import { execFile, spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer as createWebServer } from "node:http";
import { type AddressInfo, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { addDomain } from "@sekimori/karte-contract/endpoints/domains";
import { addToken } from "@sekimori/karte-contract/endpoints/tokens";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { readCef } from "../../testing/read-cef.ts";
import { startTestKarte, type TestKarte } from "../../testing/test-karte.ts";

// The recipes of docs/integrate/siem.md against servers of ours, written from public documentation:
// Splunk's “Format events for HTTP Event Collector”, and RFC 3164 with CEF behind its header.

const page = readFileSync(
  fileURLToPath(new URL("../../../../docs/integrate/siem.md", import.meta.url)),
  "utf8",
);
const scripts = [...page.matchAll(/^```sh (\S+)\n(.*?)^```/gms)];
const canRun = ["curl", "bash"].every((tool) => spawnSync(tool, ["--version"]).status === 0);
const run = promisify(execFile);

const hostile = 'a|b=c\\d 日本語 "quoted" & $(id)';
const token = "c0ffee00-0000-4000-8000-000000000000";

const hecEvent = z.strictObject({
  time: z.number().optional(),
  host: z.string().optional(),
  source: z.string().optional(),
  sourcetype: z.string().optional(),
  index: z.string().optional(),
  event: z.object({ id: z.string(), host: z.string(), state: z.string() }),
  fields: z.record(z.string(), z.string()).optional(),
});

/** Objects one behind the other, without commas or brackets between. */
function objectsIn(body: string): readonly unknown[] {
  return body
    .trim()
    .split(/(?<=\})\s*\n?(?=\{"sourcetype")/)
    .map((one) => JSON.parse(one));
}

describe.skipIf(!canRun)("the recipes", () => {
  let karte: TestKarte;
  let folder: string;
  let environment: NodeJS.ProcessEnv;
  let happens: (host: string) => Promise<void>;
  const splunk: z.infer<typeof hecEvent>["event"][] = [];
  const sentinel: string[] = [];
  const servers: Server[] = [];

  const listen = (server: Server): Promise<number> =>
    new Promise((resolve) => {
      servers.push(server);
      server.listen(0, "127.0.0.1", () => resolve((server.address() as AddressInfo).port));
    });

  const collector = createWebServer(async (request, response) => {
    const answer = (status: number, code: number, words: string) =>
      response.writeHead(status).end(JSON.stringify({ text: words, code }));
    const body = await text(request);
    if (request.method !== "POST" || request.url !== "/services/collector/event") {
      return answer(404, 404, "The requested URL was not found on this server.");
    }
    if (request.headers.authorization !== `Splunk ${token}`) {
      return answer(403, 4, "Invalid token");
    }
    try {
      splunk.push(...objectsIn(body).map((one) => hecEvent.parse(one).event));
    } catch {
      return answer(400, 6, "Invalid data format");
    }
    return answer(200, 0, "Success");
  });

  const syslog = createServer((socket) => {
    let all = "";
    socket.setEncoding("utf8").on("data", (data: string) => {
      all += data;
    });
    socket.on("end", () => {
      sentinel.push(...all.split("\n").filter((line) => line !== ""));
      socket.end();
    });
  });

  beforeAll(async () => {
    karte = await startTestKarte();
    const { id: workspaceId, owner } = await karte.workspace();
    const domain = await owner.browser.call(addDomain, { body: { name: "example.jp" } });
    const body = { label: "SIEM", scopes: ["read" as const], days: 1 };
    const { secret } = await owner.browser.call(addToken, { body });
    happens = async (host) => {
      const { pool } = karte.database.owner;
      const id = randomUUID();
      const report = {
        category: "http",
        place: { host, port: 443 },
        summary: { ja: host, en: host },
        evidence: [],
      };
      await pool.query(
        `insert into karte.finding (id, workspace_id, domain_id, key, check_id, category, host,
           severity, state, evidence_digest, first_seen_at, last_seen_at, report)
         values ($1, $2, $3, ($1::uuid)::text, 'http.csp', 4, $4, 1, 1, '', now(), now(), $5)`,
        [id, workspaceId, domain.id, host, report],
      );
      await pool.query(
        `insert into karte.finding_event (workspace_id, domain_id, finding_id, at, kind, reason,
           to_state) values ($1, $2, $3, now(), 'state', 'seen-first', 1)`,
        [workspaceId, domain.id, id],
      );
    };
    folder = mkdtempSync(join(tmpdir(), "siem-"));
    for (const [, name = "", script = ""] of scripts) writeFileSync(join(folder, name), script);
    const address = await karte.start({ host: "127.0.0.1", port: 0 });
    environment = {
      PATH: process.env.PATH,
      KARTE: address,
      TOKEN: secret,
      SPLUNK: `http://127.0.0.1:${await listen(collector)}`,
      HEC_TOKEN: token,
      COLLECTOR: "127.0.0.1",
      COLLECTOR_PORT: String(await listen(syslog)),
    };
  });
  afterAll(async () => {
    for (const server of servers) server.close();
    if (folder) rmSync(folder, { recursive: true });
    await karte?.close();
  });

  const forward = (shell: string, name: string, more: NodeJS.ProcessEnv = {}) =>
    run(shell, [name], {
      cwd: folder,
      env: { ...environment, STATE: join(folder, name.replace(".sh", "")), ...more },
    });

  /** An event comes once what else was being written has ended. */
  const toldOf = (name: string, count: number) =>
    expect
      .poll(async () => forward("sh", name).then(() => splunk.length), {
        timeout: 30_000,
        interval: 1_000,
      })
      .toBe(count);

  test("are all that the page has", () => {
    expect(scripts.map(([, name]) => name)).toEqual(["read-events.sh", "splunk.sh", "sentinel.sh"]);
  });

  test("Splunk is told each event once, and again where it had not heard", async () => {
    await happens(hostile);
    await happens("www.example.jp");
    // A collector that refuses: the cursor stays where it was.
    await expect
      .poll(() => forward("sh", "splunk.sh", { HEC_TOKEN: "wrong" }).then(String, String), {
        timeout: 30_000,
        interval: 1_000,
      })
      .toMatch(/403/);
    await toldOf("splunk.sh", 2);
    expect(splunk.map(({ host }) => host)).toEqual([hostile, "www.example.jp"]);
    await forward("sh", "splunk.sh");
    expect(splunk).toHaveLength(2);
    await happens("later.example.jp");
    await toldOf("splunk.sh", 3);
    expect(splunk.map(({ host }) => host).slice(2)).toEqual(["later.example.jp"]);
  });

  test("a collector of Sentinel gets lines of syslog with CEF in them, each once", async () => {
    await forward("bash", "sentinel.sh");
    await forward("bash", "sentinel.sh");
    await expect.poll(() => sentinel.length).toBe(3);
    const read = sentinel.map((line) => {
      const [, cef = ""] =
        /^<134>[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d karte (CEF:0\|.*)$/.exec(line) ?? [];
      return readCef(cef);
    });
    expect(read.map(({ extension }) => extension.dhost)).toEqual([
      hostile,
      "www.example.jp",
      "later.example.jp",
    ]);
    expect(read[0]?.header[5]).toBe("10");
  });
});
