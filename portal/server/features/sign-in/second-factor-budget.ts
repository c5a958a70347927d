/** Failures after which each further look at a code waits, and for how long (seconds). */
const slower: readonly (readonly [failures: number, seconds: number])[] = [
  [20, 3 * 3600],
  [15, 30 * 60],
  [10, 5 * 60],
  [5, 60],
];

/** How many failures the owner is told of; again after a day. */
export const tellAfterFailures = 5;

export interface SecondFactorGuesses {
  readonly failures: number;
  readonly last_failed_at: Date;
}

/**
 * How long until a code may be looked at again, in milliseconds; 0 is now. Failures count until a
 * sign-in is complete, so beginning another one brings nothing back.
 */
export function waitBeforeLook(guesses: SecondFactorGuesses | undefined, now: Date): number {
  const seconds = slower.find(([failures]) => (guesses?.failures ?? 0) >= failures)?.[1];
  if (guesses === undefined || seconds === undefined) return 0;
  return Math.max(0, guesses.last_failed_at.getTime() + seconds * 1000 - now.getTime());
}
