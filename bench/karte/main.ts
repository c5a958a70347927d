// `npm run bench karte`: the management application with a large organisation's data. A process of its
// own, with the product's runtime options: what it holds in memory is measured too.
import { seedLargeWorkspace } from "@sekimori/karte-server/large-workspace";
import { isMet, line, type Report } from "../support/report.ts";
import { measureLookAhead } from "./look-ahead.ts";
import { measureReading } from "./reading.ts";
import { type Stand, startStand } from "./stand.ts";
import { measureImport, measureIngestion } from "./writing.ts";

const domains = Number(process.env.BENCH_DOMAINS ?? "100000");

/** Observations of assets: those of an ordinary day's bench, unless more are asked for. */
const observations = Number(process.env.BENCH_OBSERVATIONS ?? domains * 50);

/** A folder in which the data stays, so that the next measuring need not make it again. */
const kept = process.env.BENCH_DATA;

async function seed(stand: Stand): Promise<Report | undefined> {
  const { rows } = await stand.owner.pool.query<{ there: boolean }>(
    "select exists (select from karte.domain where workspace_id = $1) as there",
    [stand.workspaceId],
  );
  if (rows[0]?.there) return undefined;
  const began = performance.now();
  await seedLargeWorkspace(stand.owner.pool, {
    workspaceId: stand.workspaceId,
    domains,
    findingsPerDomain: 10,
    others: 9_999,
    observations,
    progress: (step) =>
      console.log(`  ${((performance.now() - began) / 1_000).toFixed(0)} s: ${step}`),
  });
  return {
    name: "karte, minutes to make the workspace",
    figure: (performance.now() - began) / 60_000,
    wanted: { atMost: 15 },
    detail: `${domains} domains, ${domains * 10} findings, ${observations} observations, 9,999 other workspaces`,
  };
}

async function benchKarte(): Promise<boolean> {
  const reports: Report[] = [];
  const tell = (...list: readonly Report[]) => {
    reports.push(...list);
    for (const report of list) console.log(line(report));
  };
  const stand = await startStand(kept);
  try {
    const import10000 = await measureImport(stand);
    tell(...import10000);
    const made = await seed(stand);
    if (made) tell(made);
    tell(...(await measureReading(stand)));
    tell(await measureLookAhead(stand));
    tell(await measureIngestion(stand));
  } finally {
    await stand.close();
  }
  return reports.every(isMet);
}

process.exit((await benchKarte()) ? 0 : 1);
