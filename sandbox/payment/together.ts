interface Waiting<Call, Answer> {
  readonly call: Call;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Does what is asked for while the former calls are being done with one `work` for all of it, so that
 * a thousand calls at once cost a few statements. Whoever calls alone waits for nobody.
 *
 * @param work gives the answers in the order of the calls, or does nothing and throws: then each call
 *   gets a `work` of its own, so that one that is refused stops no other
 * @param keyOf two calls of one key are not done together; any are, unless given
 */
export function together<Call, Answer>(
  work: (calls: readonly Call[]) => Promise<readonly Answer[]>,
  keyOf?: (call: Call) => string,
): (call: Call) => Promise<Answer> {
  let waiting: Waiting<Call, Answer>[] = [];
  let isBusy = false;

  const finish = async (batch: readonly Waiting<Call, Answer>[]): Promise<void> => {
    try {
      const answers = await work(batch.map(({ call }) => call));
      for (const [at, { resolve }] of batch.entries()) resolve(answers[at] as Answer);
    } catch (error) {
      if (batch.length === 1) batch[0]?.reject(error);
      else await Promise.all(batch.map((one) => finish([one])));
    }
  };

  const takeTurns = async (): Promise<void> => {
    isBusy = true;
    while (waiting.length > 0) {
      const now: Waiting<Call, Answer>[] = [];
      const later: Waiting<Call, Answer>[] = [];
      const taken = new Set<string>();
      for (const one of waiting) {
        const key = keyOf?.(one.call);
        (key !== undefined && taken.has(key) ? later : now).push(one);
        if (key !== undefined) taken.add(key);
      }
      waiting = later;
      await finish(now);
    }
    isBusy = false;
  };

  return (call) =>
    new Promise((resolve, reject) => {
      waiting.push({ call, resolve, reject });
      if (!isBusy) void takeTurns();
    });
}
