/** Errors that are kept: enough to see what is wrong, when everything is. */
const errorsMost = 10;

/**
 * Does `work` for each, one after another. What fails does not keep the others from their turn; it
 * stays as it was, and the job that called fails at the end, so that it is counted and tried again.
 *
 * @throws whatever the only failure was; AggregateError of the first ten, when there are more.
 */
export async function attemptEach<T>(
  items: Iterable<T> | AsyncIterable<T>,
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  const errors: unknown[] = [];
  let failed = 0;
  for await (const item of items) {
    try {
      await work(item);
    } catch (error) {
      failed += 1;
      if (errors.length < errorsMost) errors.push(error);
    }
  }
  if (failed === 1) throw errors[0];
  if (failed > 0) throw new AggregateError(errors, `${failed} could not be done`);
}
