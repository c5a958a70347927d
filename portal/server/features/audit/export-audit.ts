import { createHash } from "node:crypto";
import { newestNumber, readHeaders } from "@sekimori/kit-server/hash-chain";
import { sql } from "kysely";
import type { PortalContext, PortalDatabase } from "../../context.ts";
import { checkpointKey } from "./checkpoint.ts";
import {
  type ChainedLine,
  type ExportHead,
  exportVersion,
  type HeaderLine,
  publicKeyText,
  signEnd,
} from "./export-format.ts";
import { auditLog, chainedEnd, linkAudit } from "./linked-audit.ts";

export interface AuditRange {
  readonly from: Date;
  /** Not in it. */
  readonly to: Date;
}

type Books = Pick<PortalContext, "db" | "clock" | "logger" | "digests">;

const chainedAtOnce = 5_000;
const headersAtOnce = 20;

/** The first of `last` places, from 1 on, whose time is not before a moment; one more where none is. */
async function firstFrom(
  last: number,
  moment: Date,
  timeAt: (place: number) => Promise<Date | undefined>,
): Promise<number> {
  let [low, high] = [1, last + 1];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const at = await timeAt(middle);
    if (at !== undefined && at < moment) low = middle + 1;
    else high = middle;
  }
  return low;
}

async function chainedTime(db: PortalDatabase, id: number): Promise<Date | undefined> {
  const { rows } = await sql<{ at: Date }>`
    select at from portal.audit_event where id = ${id}::bigint`.execute(db);
  return rows[0]?.at;
}

async function headerTime(db: PortalDatabase, number: number): Promise<Date | undefined> {
  const { rows } = await sql<{ at: Date }>`
    select at from kit.chain_header where log = ${auditLog} and number = ${number}`.execute(db);
  return rows[0]?.at;
}

/** Events as they were hashed, in this order. */
async function eventLines(db: PortalDatabase, ids: readonly string[]): Promise<readonly string[]> {
  const { rows } = await sql<{ line: string }>`
    select portal.audit_text(e.id, e.account_id, e.action, e.at, e.ip_address, e.device, e.detail)
      as line
    from unnest(${ids}::bigint[]) with ordinality as wanted (id, place)
    join portal.audit_event e on e.id = wanted.id order by place`.execute(db);
  if (rows.length < ids.length) throw new Error("Events of the log are gone; verify it first.");
  return rows.map(({ line }) => line);
}

/** Events that are chained one by one. @returns the hash and the position of the last. */
async function* chainedPart(db: PortalDatabase, first: number, last: number) {
  const { rows } = await sql<{ previous: string }>`
    select encode(previous_hash, 'hex') as previous from portal.audit_event
    where id = ${first}::bigint`.execute(db);
  const head: ChainedLine = { chained: { first, previous: rows[0]?.previous ?? "" } };
  yield JSON.stringify(head);
  for (let from = first; from <= last; from += chainedAtOnce) {
    const until = Math.min(last, from + chainedAtOnce - 1);
    const ids = Array.from({ length: until - from + 1 }, (_, index) => `${from + index}`);
    yield* await eventLines(db, ids);
  }
}

/** Headers, each with its events under it. */
async function* linkedPart(db: PortalDatabase, first: number, last: number) {
  for (let after = first - 1; after < last; ) {
    const headers = await readHeaders({ db, log: auditLog }, after, last, headersAtOnce);
    if (headers.length === 0) throw new Error("Headers of the log are gone; verify it first.");
    for (const { entries, log: _, ...header } of headers) {
      const line: HeaderLine = { header: { ...header, at: header.at.toISOString() } };
      yield JSON.stringify(line);
      yield* await eventLines(db, entries);
      after = header.number;
    }
  }
}

/** The position at which a range ends, and the chain's hash there. */
async function endAt(db: PortalDatabase, lastNumber: number, lastChained: number) {
  if (lastNumber === 0) {
    const { rows } = await sql<{ hash: string }>`
      select encode(hash, 'hex') as hash from portal.audit_event
      where id = ${lastChained}::bigint`.execute(db);
    return { position: lastChained, hash: rows[0]?.hash ?? "" };
  }
  const [last] = await readHeaders({ db, log: auditLog }, lastNumber - 1, lastNumber, 1);
  if (last === undefined) throw new Error("A header of the log is gone; verify it first.");
  return { position: last.firstPosition + last.count - 1, hash: last.hash };
}

/**
 * The part of the audit log that was linked in a range of time, as lines of a file that is checked
 * without the database ({@link checkExport}). A few thousand events are held at once.
 *
 * @returns how many events were written; 0 writes no line.
 */
export async function* exportAudit(
  books: Books,
  { from, to }: AuditRange,
): AsyncGenerator<string, number> {
  await linkAudit(books);
  const { db, digests } = books;
  const { position: chained } = await chainedEnd(db);
  const newest = await newestNumber({ db, log: auditLog });
  const placesOf = async (last: number, timeAt: (place: number) => Promise<Date | undefined>) => ({
    first: await firstFrom(last, from, timeAt),
    last: (await firstFrom(last, to, timeAt)) - 1,
  });
  const events = await placesOf(chained, (id) => chainedTime(db, id));
  const headers = await placesOf(newest, (number) => headerTime(db, number));
  const hasChained = events.first <= events.last;
  const hasHeaders = headers.first <= headers.last;
  if (!(hasChained || hasHeaders)) return 0;

  const key = checkpointKey(digests.auditSeed);
  const digest = createHash("sha256");
  let count = 0;
  const written = (line: string): string => {
    digest.update(line).update("\n");
    if (line.startsWith("[")) count += 1;
    return `${line}\n`;
  };
  const head: ExportHead = {
    sekimori: exportVersion,
    log: auditLog,
    from: from.toISOString(),
    to: to.toISOString(),
    publicKey: publicKeyText(key),
  };
  yield written(JSON.stringify(head));
  if (hasChained) {
    for await (const line of chainedPart(db, events.first, events.last)) yield written(line);
  }
  if (hasHeaders) {
    for await (const line of linkedPart(db, headers.first, headers.last)) yield written(line);
  }
  const end = await endAt(db, hasHeaders ? headers.last : 0, events.last);
  yield `${JSON.stringify(signEnd(key, { events: count, ...end, digest: digest.digest("hex") }))}\n`;
  return count;
}
