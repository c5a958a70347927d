import { setTimeout as pause } from "node:timers/promises";
import type { Metrics } from "../metrics/metrics.ts";
import { createLinker, type LinkingOptions, unlinkedAge } from "./linking.ts";

export interface SequencerOptions extends Omit<LinkingOptions, "onAct"> {
  /** Where acts are counted and the age of the oldest entry that waits is told; nowhere unless given. */
  readonly metrics?: Metrics;
  /** Every act there may be, so that one that has not happened yet is a 0 and not nothing. */
  readonly knownActs?: readonly string[];
}

export interface Sequencer {
  /** Ends after the header under way, and lets another process go on at once. */
  stop(): Promise<void>;
}

/** So often looks who has linked lately, and so often everybody else whether something waits. */
const linkEveryMs = 250;
const standByMs = 500;
const latelyMs = 10_000;

/** Tells for how long the oldest entry has waited to be linked. */
function tellAge({ db, metrics }: SequencerOptions): void {
  metrics?.gauge(
    {
      name: "audit_unlinked_oldest_seconds",
      help: "For how long the oldest entry of a log has waited to be linked; 0 when none waits.",
    },
    async (gauge) => gauge.set((await unlinkedAge(db)).seconds),
  );
}

/** Counts acts as they are linked: after their commit, once, whichever process links them. */
function countActs({ metrics, knownActs = [] }: SequencerOptions): (act: string) => void {
  const counter = metrics?.counter({
    name: "acts_total",
    help: "Acts of the log, by what was done.",
    labels: ["act"],
    begin: knownActs.map((act) => ({ act })),
  });
  return (act) => counter?.inc({ act });
}

/**
 * Links the entries of logs within a second of their commit. Any number of processes may run one: the
 * one that has the lease links, and another takes over when it stands still or ends.
 */
export function startSequencer(options: SequencerOptions): Sequencer {
  const { logger } = options;
  const linker = createLinker({ ...options, onAct: countActs(options) });
  const ending = new AbortController();
  const { signal } = ending;
  tellAge(options);
  let linkedLast = Number.NEGATIVE_INFINITY;

  /** @returns milliseconds until the next look. */
  const look = async (): Promise<number> => {
    try {
      const { linked, isMore } = await linker.pass();
      if (linked > 0) linkedLast = performance.now();
      if (isMore) return 0;
      return performance.now() - linkedLast < latelyMs ? linkEveryMs : standByMs;
    } catch (error) {
      if (!signal.aborted) logger.warn({ err: error }, "entries of a log could not be linked");
      return standByMs;
    }
  };

  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      const wait = await look();
      if (wait > 0) await pause(wait, undefined, { signal }).catch(() => undefined);
    }
  };
  const running = run();

  return {
    async stop() {
      ending.abort();
      await running;
      await linker
        .release()
        .catch((error: unknown) => logger.warn({ err: error }, "a lease was left to its end"));
    },
  };
}

/**
 * Links everything that was committed before, by this process or by waiting for the one that does.
 *
 * @returns false when that did not happen in time.
 */
export async function linkEverything(options: LinkingOptions, withinMs = 10_000): Promise<boolean> {
  const linker = createLinker(options);
  const begun = performance.now();
  try {
    for (;;) {
      const { linked, isMore } = await linker.pass();
      if (isMore) continue;
      const { entries, seconds } = await unlinkedAge(options.db);
      const elapsed = performance.now() - begun;
      if (entries === 0 || seconds * 1_000 < elapsed) return true;
      if (elapsed > withinMs) return false;
      if (linked === 0) await pause(50);
    }
  } finally {
    await linker.release();
  }
}
