import { useSyncExternalStore } from "react";

/** By less than this a page's relative times do not change. */
const noticeableMs = 60_000;

export interface ServerClock {
  /** Milliseconds since 1970 by the server's clock; by the browser's until an answer has brought it. */
  now(): number;
  /** Takes the time that an answer brought; anything else is left alone. */
  learn(time: string | null): void;
  /** Calls back each minute, and when the clock was found to be another. */
  subscribe(listener: () => void): () => void;
  /** Another value after each call back. */
  turns(): number;
}

export function createServerClock(browserNow: () => number = Date.now): ServerClock {
  const listeners = new Set<() => void>();
  let offset = 0;
  let turns = 0;
  let timer: ReturnType<typeof setInterval> | undefined;
  const turn = () => {
    turns += 1;
    for (const listener of listeners) listener();
  };
  return {
    now: () => browserNow() + offset,
    learn(time) {
      const learnt = Date.parse(time ?? "") - browserNow();
      if (Number.isNaN(learnt)) return;
      const hasMoved = Math.abs(learnt - offset) >= noticeableMs;
      offset = learnt;
      if (hasMoved) turn();
    },
    subscribe(listener) {
      listeners.add(listener);
      timer ??= setInterval(turn, noticeableMs);
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        clearInterval(timer);
        timer = undefined;
      };
    },
    turns: () => turns,
  };
}

/** The page's one clock. */
export const serverClock = createServerClock();

/** Now by the server's clock, for what is drawn; drawn again as time passes. */
export function useNow(): number {
  useSyncExternalStore(serverClock.subscribe, serverClock.turns);
  return serverClock.now();
}
