/** Work that takes whatever is there until nothing is left, and that one process does once at a time. */
export interface OnePass {
  /**
   * Does it; while it is being done, lets it look once more and waits for its end.
   *
   * @returns how much was done, by a pass that others share
   * @throws whatever the work threw
   */
  run(): Promise<number>;
  /**
   * The same, without waiting where it is being done already.
   *
   * @returns 0 in that case
   */
  join(): Promise<number>;
  /** Begins it, unless it is being done, and waits for nothing. */
  begin(): void;
}

/**
 * @param work one look over what is there, until nothing is left
 * @param onError hears of what was thrown by a pass that `begin` began and nobody waits for
 */
export function onePass(work: () => Promise<number>, onError: (error: unknown) => void): OnePass {
  let underWay: Promise<number> | undefined;
  let mayBeMore = false;

  const whole = async (): Promise<number> => {
    let done = 0;
    try {
      do {
        mayBeMore = false;
        done += await work();
      } while (mayBeMore);
      return done;
    } finally {
      underWay = undefined;
    }
  };
  const run = (): Promise<number> => {
    mayBeMore = true;
    underWay ??= whole();
    return underWay;
  };

  return {
    run,
    join: async () => {
      const isJoined = underWay !== undefined;
      const pass = run();
      return isJoined ? 0 : await pass;
    },
    begin: () => {
      if (underWay === undefined) run().catch(onError);
    },
  };
}
