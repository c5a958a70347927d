import type { Comparison } from "./judge.ts";
import type { PeerRow } from "./peers/peer.ts";
import { differs } from "./peers/peer-table.ts";
import { VERDICTS, verdictOf } from "./peers/verdicts.ts";

/** Everything that was compared. */
export type Comparisons = {
  /** With the manifest's truth. */
  readonly rows: readonly Comparison[];
  /** With the tools of others. */
  readonly peers: readonly PeerRow[];
  /** All states were examined and all tools asked, so that a verdict must fit something. */
  readonly whole: boolean;
};

/** Least share of comparisons in which an area must agree. */
const AGREE = 0.98;

type Word = "agree" | "we-miss" | "we-wrongly-claim" | "unjudged";

/** What a row of another tool comes to once its verdict was heard. */
function wordOf(row: PeerRow): Word {
  if (!differs(row)) return "agree";
  const verdict = verdictOf(row);
  if (verdict === null) return "unjudged";
  return verdict.right === "they" ? (verdict.wrong ?? "we-miss") : "agree";
}

/**
 * The table by area, with the manifest and the tools of others together: where a tool differs and the
 * verdict says that it is wrong, or speaks of another thing, the engine agrees with the truth. How often
 * each tool says the same word stands in the tools' own table.
 */
export function areaTable({ rows, peers }: Comparisons): readonly string[] {
  const lines = [
    "| Area (beside the manifest) | compared | agree | we miss | we wrongly claim | tools say the same |",
    "|---|---|---|---|---|---|",
  ];
  for (const [area, own] of byArea(rows, peers)) {
    const tools = peers.filter((row) => row.area === area);
    const names = [...new Set(tools.map(({ peer }) => peer))].join(", ");
    const count = (word: Word) => own.filter((one) => one === word).length;
    const counts = [own.length, count("agree"), count("we-miss"), count("we-wrongly-claim")];
    const same = `${tools.filter((row) => !differs(row)).length} of ${tools.length}`;
    lines.push(
      `| ${area}${names ? ` (${names})` : ""} | ${counts.join(" | ")} | ${tools.length > 0 ? same : "–"} |`,
    );
  }
  const wrong = rows.filter(({ relation }) => relation !== "agree");
  const serious = seriouslyWrong(rows).length;
  lines.push(
    "",
    `${wrong.length} disagreements with the manifest; ${serious} wrongly claimed critical or high.`,
    ...wrong.map(
      ({ state, claim, relation, severity }) => `${relation} ${state}: ${claim} ${severity ?? ""}`,
    ),
    ...unjudged(peers).map(
      ({ peer, state, fact, ours, theirs }) =>
        `NO VERDICT ${peer} ${state}: ${fact}, we ${ours}, they ${theirs}`,
    ),
  );
  return lines;
}

/** How many things forbid to call the table good. */
export function areaFaults({ rows, peers, whole }: Comparisons): number {
  const low = [...byArea(rows, peers)].filter(
    ([, own]) => own.filter((word) => word === "agree").length < AGREE * own.length,
  );
  const unused = VERDICTS.filter(
    (verdict) => !peers.some((row) => differs(row) && verdictOf(row) === verdict),
  );
  const wrong = rows.filter(({ relation }) => relation !== "agree").length;
  return low.length + wrong + unjudged(peers).length + (whole ? unused.length : 0);
}

function unjudged(peers: readonly PeerRow[]): readonly PeerRow[] {
  return peers.filter((row) => wordOf(row) === "unjudged");
}

function seriouslyWrong(rows: readonly Comparison[]): readonly Comparison[] {
  return rows.filter(
    ({ relation, severity }) =>
      relation === "we-wrongly-claim" && (severity === "critical" || severity === "high"),
  );
}

function byArea(rows: readonly Comparison[], peers: readonly PeerRow[]) {
  const words = new Map<string, Word[]>();
  const add = (area: string, word: Word) => words.set(area, [...(words.get(area) ?? []), word]);
  for (const { area, relation } of rows) add(area, relation);
  for (const row of peers) add(row.area, wordOf(row));
  return words;
}

/** What was running, in one line. */
export function versionsLine(versions: string | undefined): string {
  const known = Object.entries(JSON.parse(versions ?? "{}") as Readonly<Record<string, string>>);
  return `Versions: ${known.map(([name, version]) => `${name} ${version}`).join(", ")}.`;
}
