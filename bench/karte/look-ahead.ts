import { endingCertificates } from "@sekimori/karte-server/news";
import { inScope, wholeWorkspace } from "@sekimori/karte-server/scope";
import { dayMs } from "@sekimori/kit-contract/tokyo";
import type { Report } from "../support/report.ts";
import type { Stand } from "./stand.ts";

const rounds = 20;
/** As far as rules can look ahead. */
const days = 90;

/** Each morning's look at the certificates of a whole workspace, as the role that row level security binds. */
export async function measureLookAhead({ context, workspaceId }: Stand): Promise<Report> {
  const times: number[] = [];
  let found = 0;
  for (let round = 0; round < rounds; round += 1) {
    const now = new Date();
    const began = performance.now();
    const news = await inScope(context.db, wholeWorkspace(workspaceId), (tx) =>
      endingCertificates(tx, null, now, new Date(now.getTime() + days * dayMs)),
    );
    times.push(performance.now() - began);
    found = news.length;
  }
  const sorted = times.toSorted((a, b) => a - b);
  return {
    name: "karte, certificates that end, of a whole workspace: p95 ms",
    figure: sorted[Math.floor(rounds * 0.95) - 1] ?? 0,
    // A job of the morning, in which nobody waits.
    wanted: { atMost: 2_000 },
    detail: `${found} told of, p50 ${(sorted[rounds / 2] ?? 0).toFixed(1)} ms`,
  };
}
