import type { LoadClass } from "@sekimori/kit-contract/endpoint";
import { AppError } from "../errors/errors.ts";

/** Who waits is told to come back after so long. */
const retryAfterSeconds = 1;

interface Waiting {
  readonly caller: string;
  readonly start: () => void;
}

/** One class of calls in this process: who is at work, and who waits, in the order of arrival. */
interface Gate {
  all: number;
  readonly running: Map<string, number>;
  readonly queued: Map<string, number>;
  readonly queue: Set<Waiting>;
}

export interface Gates {
  /**
   * Lets a call in, at once or when it is its turn.
   *
   * @returns the function that lets the next one in; more than one call of it is one.
   * @throws AppError TooManyRequest with data.retryAfterSeconds when the caller's queue is full.
   */
  enter(load: LoadClass, caller: string): Promise<() => void>;
}

const change = (counts: Map<string, number>, caller: string, by: number) => {
  const next = (counts.get(caller) ?? 0) + by;
  if (next > 0) counts.set(caller, next);
  else counts.delete(caller);
};

/**
 * Counts in this process alone: what is held off is work on its own event loop and its share of the
 * database's connections.
 *
 * @param factor widens every class; for development and measuring
 */
export function createGates(factor = 1): Gates {
  const gates = new Map<string, Gate>();

  const gateOf = ({ name }: LoadClass): Gate => {
    const known = gates.get(name);
    if (known !== undefined) return known;
    const made = { all: 0, running: new Map(), queued: new Map(), queue: new Set<Waiting>() };
    gates.set(name, made);
    return made;
  };

  const hasRoom = (gate: Gate, load: LoadClass, caller: string) =>
    gate.all < (load.all ?? Number.POSITIVE_INFINITY) * factor &&
    (gate.running.get(caller) ?? 0) < load.each * factor;

  const begin = (gate: Gate, load: LoadClass, caller: string): (() => void) => {
    gate.all += 1;
    change(gate.running, caller, 1);
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      gate.all -= 1;
      change(gate.running, caller, -1);
      // The first that has room: a caller whose share is taken does not keep those behind it.
      for (const next of gate.queue) {
        if (!hasRoom(gate, load, next.caller)) continue;
        gate.queue.delete(next);
        change(gate.queued, next.caller, -1);
        next.start();
        return;
      }
    };
  };

  return {
    async enter(load, caller) {
      const gate = gateOf(load);
      if (hasRoom(gate, load, caller)) return begin(gate, load, caller);
      if ((gate.queued.get(caller) ?? 0) >= load.waiting * factor) {
        const detail = `${load.name} at once`;
        throw new AppError("TooManyRequest", { data: { retryAfterSeconds }, detail });
      }
      change(gate.queued, caller, 1);
      return new Promise((resolve) => {
        gate.queue.add({ caller, start: () => resolve(begin(gate, load, caller)) });
      });
    },
  };
}
