import type { Facts } from "../fixtures/fixture.ts";
import type { FactSet } from "./facts.ts";

/**
 * How two tools stand on one fact. `we-miss`: the other states it, we do not. `we-add`: the reverse, and
 * we are right. `differ`: both state it, otherwise.
 */
export type Relation = "agree" | "we-miss" | "we-add" | "differ";

export type Row = {
  readonly fixture: string;
  readonly fact: string;
  readonly relation: Relation;
  readonly ours: string | undefined;
  readonly theirs: string | undefined;
  /** The manifest's word on it. */
  readonly truth: string | undefined;
};

/** Sets our facts against another tool's, over the facts the manifest knows. */
export function compareFacts(fixture: string, truth: Facts, ours: FactSet, theirs: FactSet): Row[] {
  const rows: Row[] = [];
  for (const [fact, value] of Object.entries(truth)) {
    const [mine, other] = [text(ours.get(fact)), text(theirs.get(fact))];
    const relation = relate(mine, other);
    if (relation === null) continue;
    rows.push({ fixture, fact, relation, ours: mine, theirs: other, truth: text(value) });
  }
  return rows;
}

function relate(ours: string | undefined, theirs: string | undefined): Relation | null {
  if (ours === undefined) return theirs === undefined ? null : "we-miss";
  if (theirs === undefined) return "we-add";
  return ours === theirs ? "agree" : "differ";
}

function text(value: unknown): string | undefined {
  return value === undefined ? undefined : String(value);
}
