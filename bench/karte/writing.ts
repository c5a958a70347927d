import { randomUUID } from "node:crypto";
import { type EndedRun, ingestRun } from "@sekimori/karte-server/ingest";
import { inScope, wholeWorkspace } from "@sekimori/karte-server/scope";
import { pastRuns } from "@sekimori/sandbox/company/history";
import type { Report } from "../support/report.ts";
import type { Stand } from "./stand.ts";

const runsMade = 400;
const atOnce = 4;

/**
 * What the engine streamed of the sample company, kept for domains of the large workspace, several
 * at once as workers do it, with every count and summary that lists read.
 */
export async function measureIngestion(stand: Stand): Promise<Report> {
  const { owner, workspaceId, context } = stand;
  const scope = wholeWorkspace(workspaceId);
  const past = await pastRuns(new Date());
  const { rows } = await owner.pool.query<{ id: string }>(
    "select id from karte.domain where workspace_id = $1 order by name limit $2",
    [workspaceId, runsMade],
  );
  const process = randomUUID();
  const runs: EndedRun[] = rows.flatMap(({ id: domainId }, index) => {
    const seen = past[index % past.length];
    if (seen === undefined) return [];
    return [
      {
        ...seen,
        id: randomUUID(),
        workspaceId,
        domainId,
        process,
        onlyCheck: null,
        isOfNewHosts: false,
      },
    ];
  });
  await owner.pool.query(
    `insert into karte.run (id, workspace_id, domain_id, kind, state, queued_at, worker, heartbeat_at)
     select x.id, $1, x.domain, 2, 2, now(), $2, now()
     from unnest($3::uuid[], $4::uuid[]) x (id, domain)`,
    [workspaceId, process, runs.map(({ id }) => id), runs.map(({ domainId }) => domainId)],
  );
  const waiting = [...runs];
  const began = performance.now();
  const worker = async () => {
    for (let run = waiting.pop(); run !== undefined; run = waiting.pop()) {
      const ended = run;
      await inScope(context.db, scope, (tx) => ingestRun(tx, ended, new Date(), context));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  const seconds = (performance.now() - began) / 1_000;
  const { rows: sums } = await owner.pool.query<{ counted: string; open: string }>(
    `select (select sum(findings) from karte.open_count where workspace_id = $1) as counted,
      (select count(*) from karte.finding f join karte.domain d on d.id = f.domain_id
        where f.workspace_id = $1 and f.is_open = 1 and d.deleted_at is null) as open`,
    [workspaceId],
  );
  const [kept] = sums;
  if (kept === undefined || kept.counted !== kept.open) {
    throw new Error(`The counts say ${kept?.counted} open findings, there are ${kept?.open}.`);
  }
  return {
    name: "karte, runs kept a second",
    figure: runs.length / seconds,
    wanted: { atLeast: 40 },
    detail: `${runs.length} runs, ${atOnce} at a time; counts agree with ${kept.open} open findings`,
  };
}

/** A file of 10,000 rows of which 500 are wrong: how long the check takes, and what it holds. */
export async function measureImport(stand: Stand): Promise<Report[]> {
  const wrong = ["192.0.2.1", "localhost", "co.jp", "-bad-.example.com", "pаypal.com"];
  const lines = Array.from({ length: 10_000 }, (_, row) =>
    row % 20 === 0
      ? `${wrong[(row / 20) % wrong.length]},,`
      : `host-${row}.customer-${row % 900}.co.jp,本社;支店${row % 30},担当${row}`,
  );
  const content = Buffer.from(["name,groups,label", ...lines].join("\r\n")).toString("base64");
  const began = performance.now();
  const { text } = await stand.call("/imports", { fileName: "many.csv", content });
  const seconds = (performance.now() - began) / 1_000;
  const { counts } = (JSON.parse(text) as { import: { counts: object } }).import;
  return [
    {
      name: "karte, 10,000 rows of CSV checked: seconds",
      figure: seconds,
      wanted: { atMost: 3 },
      detail: JSON.stringify(counts),
    },
    {
      name: "karte, memory while checking them: MiB",
      // In KiB: the most that was ever resident, also between two looks at it.
      figure: process.resourceUsage().maxRSS / 1024,
      // 300 MB.
      wanted: { atMost: 286 },
      detail:
        "most that was resident, of the process that also sends the file and reads the answer",
    },
  ];
}
