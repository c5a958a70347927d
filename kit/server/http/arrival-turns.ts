import type { IncomingMessage } from "node:http";

/** How many callers' requests begin in one turn of the event loop. */
const callersAtOnce = 8;

type Begin = () => void;

/** Who asks, as far as the request itself says: what it presents, else the address it comes from. */
const callerOf = ({ headers, socket }: IncomingMessage): string =>
  headers.authorization ?? headers.cookie ?? socket.remoteAddress ?? "";

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
  const waiting = new Map<string, Begin[]>();
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
    for (const [caller, requests] of [...waiting].slice(0, callersAtOnce)) {
      // Behind all others, in the order of arrival.
      waiting.delete(caller);
      const [next, ...rest] = requests;
      if (rest.length > 0) waiting.set(caller, rest);
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
      const requests = waiting.get(caller);
      if (requests === undefined) waiting.set(caller, [begin]);
      else requests.push(begin);
    },
  };
}
