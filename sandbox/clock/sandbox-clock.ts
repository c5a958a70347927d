import type { MovableClock } from "@sekimori/kit-server/clock";
import type { Kysely, PostgresPool } from "kysely";
import { openBooks } from "../database/books.ts";
import type { SandboxTables } from "../database/tables.ts";

async function readOffset(books: Kysely<SandboxTables>): Promise<number> {
  const row = await books.selectFrom("sandbox.clock").select("offset_ms").executeTakeFirstOrThrow();
  return Number(row.offset_ms);
}

function moveTo(clock: MovableClock, offset: number): void {
  if (offset !== clock.offset()) clock.advance(offset - clock.offset());
}

/** How far the sandbox's time is ahead of the real one, in milliseconds. */
export async function readSandboxClock(database: { readonly pool: PostgresPool }): Promise<number> {
  return await readOffset(openBooks(database));
}

/** Puts a clock where the sandbox's stands: what another process does when it starts. */
export async function joinSandboxClock(
  database: { readonly pool: PostgresPool },
  clock: MovableClock,
): Promise<void> {
  moveTo(clock, await readSandboxClock(database));
}

/**
 * Keeps the clock of a separate process together with the sandbox's: looks every `everyMs`
 * milliseconds. A failed look is passed to `failed` and the next one goes on.
 *
 * @returns the function that ends it.
 */
export function followSandboxClock(
  database: { readonly pool: PostgresPool },
  clock: MovableClock,
  failed: (error: unknown) => void,
  everyMs = 500,
): () => void {
  const timer = setInterval(() => {
    joinSandboxClock(database, clock).catch(failed);
  }, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}

export type ClockMove =
  | { readonly advance: number }
  | { readonly set: Date }
  | { readonly reset: true };

/** Moves the sandbox's time and writes it down, so that it is the same after a restart. */
export async function moveSandboxClock(
  books: Kysely<SandboxTables>,
  clock: MovableClock,
  move: ClockMove,
): Promise<void> {
  const offset =
    "advance" in move
      ? clock.offset() + move.advance
      : "set" in move
        ? move.set.getTime() - Date.now()
        : 0;
  await books
    .updateTable("sandbox.clock")
    .set({ offset_ms: Math.round(offset) })
    .execute();
  moveTo(clock, offset);
}
