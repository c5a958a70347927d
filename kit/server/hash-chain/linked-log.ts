import { type Kysely, sql } from "kysely";
import { type ChainEnd, type HashedHeader, isNext, type Leaf, lastPosition } from "./header.ts";

/** One log, for whoever recomputes it. */
export interface LinkedLog {
  // biome-ignore lint/suspicious/noExplicitAny: of the kit's tables alone, whatever others there are.
  readonly db: Kysely<any>;
  readonly log: string;
  /** What the first header goes on from: the log as it was chained before there were headers. */
  readonly origin: Omit<ChainEnd, "number">;
  /** The leaves by entry; one that is gone is not among them. */
  leaves(entries: readonly string[]): Promise<ReadonlyMap<string, Leaf>>;
  /** Entries beside those that were chained before, after one and up to another, in order. */
  entries(after: string, upTo: string, most: number): Promise<readonly string[]>;
  /** The newest entry there is; "0" for none. */
  newest(): Promise<string>;
}

export interface LinkedVerdict {
  /** The last header that is as it was written. */
  readonly end: ChainEnd;
  /** Positions of the first header that is not; null when all are. */
  readonly broken: { readonly from: number; readonly to: number } | null;
  /** Entries that are linked twice, or neither linked nor waiting, or waiting and gone; some of them, when there are many. */
  readonly stray: readonly string[];
  /** How many entries are not linked yet. */
  readonly unlinked: number;
}

/** Headers of one portion: about as many entries as are held at once. */
const headersAtOnce = 20;
const entriesAtOnce = 5_000;
/** Beyond this many it is known what is wrong, and memory has its bound. */
const mostStray = 50_000;

interface StoredHeader extends HashedHeader {
  readonly entries: readonly string[];
}

/** Headers after a number and up to another, in order. */
export async function readHeaders(
  { db, log }: Pick<LinkedLog, "db" | "log">,
  after: number,
  upTo: number,
  most = headersAtOnce,
): Promise<readonly StoredHeader[]> {
  const { rows } = await sql<{
    number: string;
    first_position: string;
    count: number;
    root: string;
    previous_hash: string;
    hash: string;
    at: Date;
    entries: string[];
  }>`
    select number, first_position, count, encode(root, 'hex') as root,
      encode(previous_hash, 'hex') as previous_hash, encode(hash, 'hex') as hash, at,
      entries::text[] as entries
    from kit.chain_header where log = ${log} and number > ${after} and number <= ${upTo}
    order by number limit ${most}`.execute(db);
  return rows.map(({ number, first_position: first, previous_hash: previousHash, ...row }) => ({
    ...row,
    log,
    number: Number(number),
    firstPosition: Number(first),
    previousHash,
  }));
}

/** The number of a log's newest header; 0 for none. */
export async function newestNumber({ db, log }: Pick<LinkedLog, "db" | "log">): Promise<number> {
  const { rows } = await sql<{ newest: string }>`
    select coalesce(max(number), 0) as newest from kit.chain_header where log = ${log}`.execute(db);
  return Number(rows[0]?.newest ?? 0);
}

/** What is seen an odd number of times: entries of headers and entries of the log meet in here. */
function toggle(open: Set<string>, entries: readonly string[]): void {
  for (const entry of entries) if (!open.delete(entry)) open.add(entry);
}

const later = (a: string, b: string): string => (BigInt(a) > BigInt(b) ? a : b);

/** Of some entries those that neither wait nor were linked by a header after one. */
async function unaccounted({ db, log }: LinkedLog, open: readonly string[], after: number) {
  const { rows } = await sql<{ entry: string }>`
    select entry from unnest(${open}::bigint[]) as entry
    where not exists (select from kit.chain_pending p where p.log = ${log} and p.entry = entry.entry)
      and not exists (select from kit.chain_header h
        where h.log = ${log} and h.number > ${after} and h.entries @> array[entry.entry])
    order by entry limit 1000`.execute(db);
  return rows.map(({ entry }) => entry);
}

/** Entries that wait: how many, and those of them that are gone. */
async function waiting({ db, log, leaves }: LinkedLog) {
  let unlinked = 0;
  const gone: string[] = [];
  for (let after = "-1"; ; ) {
    const { rows } = await sql<{ entry: string }>`
      select entry from kit.chain_pending where log = ${log} and entry > ${after}::bigint
      order by entry limit ${entriesAtOnce}`.execute(db);
    const entries = rows.map(({ entry }) => entry);
    const there = await leaves(entries);
    gone.push(...entries.filter((entry) => !there.has(entry)).slice(0, 1_000));
    unlinked += entries.length;
    if (entries.length < entriesAtOnce) return { unlinked, gone };
    after = entries.at(-1) ?? after;
  }
}

/**
 * Recomputes all headers of a log, and looks whether each of its entries is under exactly one of them
 * or waits for it. What is written meanwhile does no harm. Memory does not grow with the log.
 */
export async function verifyLinked(linked: LinkedLog): Promise<LinkedVerdict> {
  const { origin, leaves, entries: entriesOf, newest } = linked;
  const last = await newestNumber(linked);
  const upTo = await newest();
  const open = new Set<string>();
  let end: ChainEnd = { number: 0, ...origin };
  let [seen, furthest] = ["0", "0"];

  const readEntries = async (until: string): Promise<void> => {
    while (open.size < mostStray && BigInt(seen) < BigInt(until)) {
      const read = await entriesOf(seen, until, entriesAtOnce);
      toggle(open, read);
      seen = read.length < entriesAtOnce ? until : (read.at(-1) ?? until);
    }
  };

  while (end.number < last && open.size < mostStray) {
    const headers = await readHeaders(linked, end.number, last);
    const found = await leaves(headers.flatMap(({ entries }) => entries));
    for (const { entries, ...header } of headers) {
      const here = entries.map((entry) => found.get(entry)?.hash);
      const whole = here.filter((leaf) => leaf !== undefined);
      if (whole.length < here.length || !isNext(header, end, whole)) {
        const broken = { from: end.position + 1, to: end.position + Math.max(1, header.count) };
        return { end, broken, stray: [], unlinked: (await waiting(linked)).unlinked };
      }
      end = { number: header.number, position: lastPosition(header), hash: header.hash };
      toggle(open, entries);
      for (const entry of entries) furthest = later(furthest, entry);
    }
    if (headers.length === 0) {
      const broken = { from: end.position + 1, to: end.position + 1 };
      return { end, broken, stray: [], unlinked: (await waiting(linked)).unlinked };
    }
    await readEntries(furthest);
  }
  await readEntries(upTo);
  const { unlinked, gone } = await waiting(linked);
  return {
    end,
    broken: null,
    stray: [...(await unaccounted(linked, [...open], end.number)), ...gone],
    unlinked,
  };
}
