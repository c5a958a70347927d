/** Runs `work` over all items, at most `limit` at a time. The first failure is thrown at the end. */
export async function forEachConcurrently<T>(
  limit: number,
  items: readonly T[],
  work: (item: T) => Promise<void>,
): Promise<void> {
  const rest = items.values();
  const worker = async () => {
    for (const item of rest) await work(item);
  };
  const results = await Promise.allSettled(
    Array.from({ length: Math.min(limit, items.length) }, worker),
  );
  for (const result of results) if (result.status === "rejected") throw result.reason;
}
