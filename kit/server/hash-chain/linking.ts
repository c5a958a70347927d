import { type Kysely, type SqlBool, sql } from "kysely";
import type { Clock } from "../clock/clock.ts";
import type { Logger } from "../logger/logger.ts";
import { type ChainEnd, type Leaf, mostEntries, nextHeader } from "./header.ts";

/** A kind of log whose entries are linked after they were written: where they are and what is hashed. */
export interface LinkedLogs {
  /** Of the lease that its sequencer holds; one for each kind of log in a database. */
  readonly lease: string;
  /** The leaves of entries of one log, by entry; one that is gone is not among them. */
  leaves(log: string, entries: readonly string[]): Promise<ReadonlyMap<string, Leaf>>;
  /** Where a log stood before it had headers: position 0 and hash "" for one that was never chained. */
  origin(log: string): Promise<Omit<ChainEnd, "number">>;
}

export interface LinkingOptions {
  // biome-ignore lint/suspicious/noExplicitAny: linking knows the kit's tables alone, whatever others there are.
  readonly db: Kysely<any>;
  readonly logs: LinkedLogs;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Milliseconds for which a lease holds: so long a process that stands still keeps the others waiting. */
  readonly leaseMs?: number;
  /** Hears of each act once, when it is linked; a process that ends in between keeps it to itself. */
  readonly onAct?: (act: string) => void;
}

const defaultLeaseMs = 3_000;

/** What one process knows while it links. */
export interface Linker {
  /**
   * Links what waits, at most 256 entries.
   *
   * @returns how many were linked, and whether there may be more to do at once.
   */
  pass(): Promise<{ readonly linked: number; readonly isMore: boolean }>;
  /** Lets another process link at once. */
  release(): Promise<void>;
}

/** Nothing was lost: another process linked the same entries, or they went with their log. */
const isRace = (error: unknown): boolean =>
  error instanceof Error && "code" in error && (error.code === "40001" || error.code === "23505");

export function createLinker(options: LinkingOptions): Linker {
  const { db, logs, clock, logger, leaseMs = defaultLeaseMs } = options;
  const holder = crypto.randomUUID();
  /** Entries that wait and are not there: whoever verifies is told of them, and the others go on. */
  const lost = new Set<string>();

  const waiting = async () => {
    const { rows } = await sql<{ log: string; entry: string }>`
      select log, entry from kit.pending_entries(
        ${logs.lease}, ${holder}::uuid, ${mostEntries}, ${[...lost]}::bigint[])`.execute(db);
    return rows;
  };

  const takeLease = async (): Promise<string | null> => {
    const { rows } = await sql<{ token: string | null }>`
      select kit.take_lease(${logs.lease}, ${holder}::uuid, ${leaseMs}) as token`.execute(db);
    return rows[0]?.token ?? null;
  };

  const endOf = async (log: string): Promise<ChainEnd> => {
    const { rows } = await sql<{ number: string; next_position: string; hash: Buffer }>`
      select * from kit.newest_header(${log})`.execute(db);
    const [newest] = rows;
    if (newest === undefined) return { number: 0, ...(await logs.origin(log)) };
    return {
      number: Number(newest.number),
      position: Number(newest.next_position) - 1,
      hash: newest.hash.toString("hex"),
    };
  };

  /** @returns how many entries were linked; undefined when the lease was lost. */
  const link = async (
    token: string,
    log: string,
    entries: readonly string[],
  ): Promise<number | undefined> => {
    const leaves = await logs.leaves(log, entries);
    const there = entries.filter((entry) => leaves.has(entry));
    const linked = there.map((entry) => leaves.get(entry) as Leaf);
    for (const entry of entries.filter((one) => !leaves.has(one))) {
      lost.add(entry);
      logger.error({ log, entry }, "an entry that waits to be linked is not there");
    }
    if (there.length === 0) return 0;
    const header = nextHeader(
      log,
      await endOf(log),
      linked.map(({ hash }) => hash),
      clock.now(),
    );
    const { rows } = await sql<{ linked: SqlBool }>`select kit.link_entries(
      ${logs.lease}, ${token}::bigint, ${log}, ${header.number}::bigint,
      ${header.firstPosition}::bigint, decode(${header.root}, 'hex'),
      decode(${header.previousHash}, 'hex'), decode(${header.hash}, 'hex'),
      ${header.at}::timestamptz, ${there}::bigint[]) as linked`.execute(db);
    if (rows[0]?.linked) {
      for (const { act } of linked) options.onAct?.(act);
      return there.length;
    }
    logger.warn({ log, number: header.number }, "another process links by now");
    return undefined;
  };

  return {
    async pass() {
      const rows = await waiting();
      const token = rows.length === 0 ? null : await takeLease();
      if (token === null) return { linked: 0, isMore: false };
      let linked = 0;
      try {
        for (const [log, entries] of Map.groupBy(rows, (row) => row.log)) {
          const count = await link(
            token,
            log,
            entries.map(({ entry }) => entry),
          );
          if (count === undefined) return { linked, isMore: false };
          linked += count;
        }
      } catch (error) {
        if (!isRace(error)) throw error;
      }
      return { linked, isMore: rows.length === mostEntries };
    },
    async release() {
      await sql`update kit.lease set expires_at = clock_timestamp()
        where name = ${logs.lease} and holder = ${holder}::uuid`.execute(db);
    },
  };
}

/** How many entries of all logs are not linked yet, and for how many seconds the oldest has waited. */
export async function unlinkedAge(
  db: LinkingOptions["db"],
): Promise<{ readonly entries: number; readonly seconds: number }> {
  const { rows } = await sql<{ entries: string; seconds: number }>`
    select * from kit.pending_age()`.execute(db);
  return { entries: Number(rows[0]?.entries ?? 0), seconds: rows[0]?.seconds ?? 0 };
}
