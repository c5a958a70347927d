/** Done together: a result for each item, in their order. */
export type DoTogether<Item, Result> = (items: readonly Item[]) => Promise<readonly Result[]>;

/**
 * Has done together what is asked in one turn of the event loop; nobody waits for more of it. What fails
 * together is tried again one by one, so that nobody fails by another's fault.
 *
 * @param most items that are done together; more are as many times that.
 */
export function gathered<Item, Result>(
  doTogether: DoTogether<Item, Result>,
  most: number,
): (item: Item) => Promise<Result> {
  interface Asked {
    readonly item: Item;
    readonly answer: PromiseWithResolvers<Result>;
  }
  let waiting: Asked[] = [];

  async function answerAll(asked: readonly Asked[]): Promise<void> {
    try {
      const results = await doTogether(asked.map(({ item }) => item));
      for (const [index, { answer }] of asked.entries()) answer.resolve(results[index] as Result);
    } catch (error) {
      if (asked.length > 1) for (const one of asked) void answerAll([one]);
      else for (const { answer } of asked) answer.reject(error);
    }
  }

  function begin(): void {
    const all = waiting;
    waiting = [];
    for (let at = 0; at < all.length; at += most) void answerAll(all.slice(at, at + most));
  }

  return (item) => {
    // After all promises of this turn, and before anything else is read.
    if (waiting.length === 0) process.nextTick(begin);
    const answer = Promise.withResolvers<Result>();
    waiting.push({ item, answer });
    return answer.promise;
  };
}
