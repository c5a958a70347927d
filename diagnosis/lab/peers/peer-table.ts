import type { PeerRow } from "./peer.ts";
import { type Verdict, verdictOf } from "./verdicts.ts";

/** The table of the tools of others, and each disagreement with its verdict. */
export function peerTable(rows: readonly PeerRow[]): readonly string[] {
  const lines = [
    "| Area | tool | compared | same word | we are right | both are right | they are right | no verdict |",
    "|---|---|---|---|---|---|---|---|",
  ];
  for (const [area, ofArea] of Map.groupBy(rows, (row) => row.area))
    for (const [peer, own] of Map.groupBy(ofArea, (row) => row.peer)) {
      const count = (right: Verdict["right"] | null) =>
        own.filter((row) => differs(row) && (verdictOf(row)?.right ?? null) === right).length;
      const same = own.filter((row) => !differs(row)).length;
      const counts = [own.length, same, count("we"), count("both"), count("they"), count(null)];
      lines.push(`| ${area} | ${peer} | ${counts.join(" | ")} |`);
    }
  return [...lines, ...notesOf(rows.filter(differs))];
}

/** True where the tool and the engine do not say the same. */
export function differs({ ours, theirs }: PeerRow): boolean {
  return ours !== theirs;
}

const WHO = { we: "we are right", they: "they are right", both: "both are right" };

function notesOf(rows: readonly PeerRow[]): readonly string[] {
  const notes = new Map<string, string[]>();
  for (const row of rows) {
    const verdict = verdictOf(row);
    const note = verdict
      ? `${row.peer}, ${WHO[verdict.right]}: ${verdict.why}`
      : `${row.peer}, NO VERDICT`;
    const seen = `${row.state} ${row.fact} (we ${row.ours}, they ${row.theirs})`;
    notes.set(note, [...(notes.get(note) ?? []), seen]);
  }
  return [...notes].flatMap(([note, seen]) => ["", `${note} — ${seen.join("; ")}`]);
}
