import { NetError } from "../net/net-error.ts";

/**
 * Looks at one after the other until the network gives no answer: a check reports what it has found
 * by then, and throws the error after it, so that what was not looked at is known to be unknown.
 *
 * @returns the error; undefined when all were looked at.
 * @throws what `look` throws that is no network error.
 */
export async function untilCut<Item>(
  items: Iterable<Item>,
  look: (item: Item) => Promise<void>,
): Promise<NetError | undefined> {
  try {
    for (const item of items) await look(item);
  } catch (error) {
    if (error instanceof NetError) return error;
    throw error;
  }
  return undefined;
}
