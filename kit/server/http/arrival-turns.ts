import type { IncomingMessage } from "node:http";

/** How many callers' requests begin in one turn of the event loop. */
const callersAtOnce = 8;

type Begin = () => void;

/** Who asks, as far as the request itself says: what it presents, else the address it comes from. */
const callerOf = ({ headers, socket }: IncomingMessage): string =>
  headers.authorization ?? headers.cookie ?? socket.remoteAddress ?? "";

/** What waits of one caller, from `at` on: a flood of thousands is not copied for each that begins. */
interface Queue {
  readonly requests: Begin[];
  at: number;
}

export interface ArrivalTurns {
  /** Calls `begin` at once, or in a later turn of the event loop when the caller has had this one. */
  take(request: IncomingMessage, begin: Begin): void;
}

/**
 * Node hands over all requests that have arrived before it looks at its sockets again: sixty of one
 * caller are sixty times a request's work during which nobody else's is read. So each caller begins
 * one in a turn of the event loop, and the callers go round.
 */
export function createArrivalTurns(later: (turn: Begin) => void = setImmediate): ArrivalTurns {
  const waiting = new Map<string, Queue>();
  const begun = new Set<string>();
  let isAsked = false;

  const askForTurn = () => {
    if (isAsked) return;
    isAsked = true;
    later(turn);
  };

  function turn(): void {
    isAsked = false;
    begun.clear();
    for (const [caller, queue] of waiting) {
      if (begun.size >= callersAtOnce || begun.has(caller)) break;
      // Behind all others, in the order of arrival.
      waiting.delete(caller);
      const next = queue.requests[queue.at];
      queue.at += 1;
      // Half of it has begun: whoever never pauses must not be remembered for ever.
      if (queue.at * 2 > queue.requests.length) {
        queue.requests.splice(0, queue.at);
        queue.at = 0;
      }
      if (queue.at < queue.requests.length) waiting.set(caller, queue);
      begun.add(caller);
      next?.();
    }
    if (waiting.size > 0) askForTurn();
  }

  return {
    take(request, begin) {
      const caller = callerOf(request);
      const mayBegin = begun.size < callersAtOnce && !begun.has(caller) && !waiting.has(caller);
      askForTurn();
      if (mayBegin) {
        begun.add(caller);
        begin();
        return;
      }
      const queue = waiting.get(caller);
      if (queue === undefined) waiting.set(caller, { requests: [begin], at: 0 });
      else queue.requests.push(begin);
    },
  };
}
