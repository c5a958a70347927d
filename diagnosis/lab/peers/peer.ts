import { ourFacts } from "../../comparison/our-facts.ts";
import type { Finding } from "../../engine/finding.ts";
import type { Lab } from "../bring-up.ts";
import type { ExaminedState } from "../examine-states.ts";
import type { Area, LabState } from "../state.ts";

/** What another tool and the engine say of one thing of one state. */
export type PeerRow = {
  readonly peer: string;
  readonly area: Area;
  readonly state: string;
  readonly fact: string;
  readonly ours: string;
  readonly theirs: string;
};

/** Facts by name, as text. */
export type PeerFacts = Readonly<Record<string, string>>;

/** A tool's number for a whole site. No fact: two tools' are ranked, never held to be the same. */
export const SCORE = "score";

/** A tool of others: which states it is asked about, what it says, and what we say of the same. */
export type LabPeer = {
  readonly name: string;
  /** Debian's package, or what `outside-packages.ts` fetches. */
  readonly version: string;
  /** Why it cannot be asked, or null. */
  readonly obstacle: (lab: Lab) => Promise<string | null>;
  readonly about: (state: LabState) => boolean;
  readonly theirs: (lab: Lab, state: LabState) => Promise<PeerFacts>;
  readonly ours: (examined: ExaminedState) => PeerFacts;
};

/** An obstacle where no such program is in the lab. */
export const needs =
  (command: string) =>
  async ({ room }: Lab) =>
    (await room.ask("sh", ["-c", `command -v ${command}`])).status === 0
      ? null
      : `${command} is not here`;

/** What one check found out. */
export function found({ findings }: ExaminedState, check: string): readonly Finding[] {
  return findings.filter((one) => one.check === check);
}

/** Outcomes of one check. */
export function outcomes(examined: ExaminedState, check: string): ReadonlySet<string | null> {
  return new Set(found(examined, check).map(({ outcome }) => outcome));
}

/** The evidence of the checks that match, as text. */
export function factsOf({ findings }: ExaminedState, checks: RegExp): PeerFacts {
  return textOf(ourFacts(findings.filter(({ check }) => checks.test(check))));
}

/** A set of facts as text. */
export function textOf(facts: ReadonlyMap<string, unknown>): PeerFacts {
  return Object.fromEntries([...facts].map(([name, value]) => [name, String(value)]));
}

/** `yes` or `no`. */
export function told(value: boolean): string {
  return value ? "yes" : "no";
}
