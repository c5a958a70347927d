/** The product's time. Business rules take it from here, never from `Date` directly. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** A clock that a person or a test can move. It keeps ticking from wherever it was moved to. */
export interface MovableClock extends Clock {
  /** Moves to `instant`; time runs on from there. */
  set(instant: Date): void;
  /** Moves by `milliseconds`, which may be negative. */
  advance(milliseconds: number): void;
  /** Returns to the system's time. */
  reset(): void;
  /** How far this clock is ahead of the system's, in milliseconds. */
  offset(): number;
  /** Calls `listener` after every move. Returns the function that ends it. */
  subscribe(listener: () => void): () => void;
}

/** Starts at the system's time. For the sandbox and for tests; production has `systemClock`. */
export function movableClock(): MovableClock {
  let offset = 0;
  const listeners = new Set<() => void>();
  const moveTo = (next: number): void => {
    offset = next;
    for (const listener of listeners) listener();
  };
  return {
    now: () => new Date(Date.now() + offset),
    set: (instant) => moveTo(instant.getTime() - Date.now()),
    advance: (milliseconds) => moveTo(offset + milliseconds),
    reset: () => moveTo(0),
    offset: () => offset,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
