import type { PortalContext } from "../../context.ts";

/**
 * Does `work` for each, one after another. What fails is logged and stays as it was for the next
 * round; the others are not kept from their turn by it.
 */
export async function oneByOne<T extends { readonly id: string }>(
  { logger }: Pick<PortalContext, "logger">,
  items: readonly T[],
  work: (item: T) => Promise<void>,
): Promise<void> {
  for (const item of items) {
    try {
      await work(item);
    } catch (error) {
      logger.error(
        { err: error, id: item.id },
        "not settled; it is tried again with the next round",
      );
    }
  }
}
