interface Waiting {
  readonly until: number;
  readonly letIn: () => void;
  readonly refuse: (error: Error) => void;
}

/** @returns ends the turn and lets the next one in; a second call does nothing. */
export type TakeTurn = () => Promise<() => void>;

/**
 * Lets a few in at once, and the others in the order in which they came.
 *
 * @param most how many may be inside.
 * @param patience milliseconds after which whoever waits is refused instead of let in.
 * @param refusal what that one is told.
 */
export function createTurns(most: number, patience: number, refusal: () => Error): TakeTurn {
  const waiting: Waiting[] = [];
  let inside = 0;

  function leave(): void {
    inside -= 1;
    while (inside < most) {
      const next = waiting.shift();
      if (next === undefined) return;
      if (next.until <= performance.now()) {
        next.refuse(refusal());
        continue;
      }
      inside += 1;
      next.letIn();
    }
  }

  return async () => {
    if (inside < most) inside += 1;
    else {
      await new Promise<void>((letIn, refuse) => {
        waiting.push({ until: performance.now() + patience, letIn, refuse });
      });
    }
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      leave();
    };
  };
}
