import type { Kysely } from "kysely";
import { rotateSealed, type SealedColumn } from "../sealing/rotate.ts";
import type { Keyring, Sealer } from "../sealing/sealing.ts";
import { awaitCurrentKey } from "./processes.ts";

/**
 * Seals everything again with the ring's current key, once every process that serves seals with it,
 * so that nothing is left of an older one.
 *
 * @param waitMs how long to wait for processes that seal with another key, in milliseconds.
 * @returns how many values were sealed again.
 * @throws KeyInUseError while a process seals with another key, and as `rotateSealed` does.
 */
export async function rotateDataKeys<T>(
  books: { readonly db: Kysely<T>; readonly sealer: Sealer },
  ring: Keyring,
  columns: readonly SealedColumn[],
  waitMs: number,
): Promise<number> {
  await awaitCurrentKey(books.db, ring, waitMs);
  const rotated = await rotateSealed(books, columns);
  // One that began meanwhile with the older key first has sealed with it.
  await awaitCurrentKey(books.db, ring, waitMs);
  return rotated;
}
