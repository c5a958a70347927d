import { unlinkedAge } from "@sekimori/kit-server/hash-chain";
import { type SqlBool, sql } from "kysely";
import type { PortalContext } from "../../context.ts";
import { type AuditChain, readAuditChain } from "./audit-chain.ts";
import {
  checkpointKey,
  isGenuine,
  mentionsCheckpoint,
  parseCheckpoint,
  type SignedCheckpoint,
} from "./checkpoint.ts";
import { auditLog } from "./linked-audit.ts";

export interface AuditVerdict extends Omit<AuditChain, "problem"> {
  readonly checkpoints: number;
  /** How many lines that were kept elsewhere hold checkpoints. */
  readonly expected: number;
  /** All that is wrong, in sentences; empty when nothing is. */
  readonly problems: readonly string[];
}

type Books = Pick<PortalContext, "db" | "clock" | "digests">;

/** Checkpoints are signed every five minutes; what is older than this has been without for too long. */
const uncoveredMs = 15 * 60_000;

/** The chain's hash at a position: an event's own where it was chained by itself, else its header's. */
async function hashAt({ db }: Books, position: string) {
  const { rows } = await sql<{ chained: string | null; header: string | null; isPast: SqlBool }>`
    select
      (select encode(hash, 'hex') from portal.audit_event
        where id = ${position}::bigint and hash is not null) as chained,
      (select encode(hash, 'hex') from kit.chain_header where log = ${auditLog}
        and first_position = (select max(first_position) from kit.chain_header
          where log = ${auditLog} and first_position <= ${position}::bigint)
        and first_position + count - 1 = ${position}::bigint) as header,
      ${position}::bigint > greatest(
        (select max(first_position + count - 1) from kit.chain_header where log = ${auditLog}),
        (select id from portal.audit_event where hash is not null order by id desc limit 1),
        0) as "isPast"`.execute(db);
  return rows[0] ?? { chained: null, header: null, isPast: true };
}

/** What is wrong with a checkpoint against the log as it is; undefined for nothing. */
async function problemOf(
  books: Books,
  checkpoint: SignedCheckpoint,
  name: string,
): Promise<string | undefined> {
  const { eventId, hash } = checkpoint;
  if (!isGenuine(checkpointKey(books.digests.auditSeed), checkpoint)) {
    return `${name} at event ${eventId} was not signed by this installation.`;
  }
  const { chained, header, isPast } = await hashAt(books, eventId);
  if (isPast) return `${name}: event ${eventId} was there and is gone.`;
  return (header ?? chained) === hash
    ? undefined
    : `${name}: the log up to event ${eventId} was another one.`;
}

async function* keptCheckpoints({ db }: Books): AsyncGenerator<SignedCheckpoint> {
  let after = "-1";
  for (;;) {
    const rows = await db
      .selectFrom("portal.audit_checkpoint")
      .selectAll()
      .where("event_id", ">", after)
      .orderBy("event_id")
      .limit(1_000)
      .execute();
    for (const { event_id: eventId, hash, at, signature } of rows) {
      after = eventId;
      yield { eventId, hash: hash.toString("hex"), at, signature };
    }
    if (rows.length < 1_000) return;
  }
}

/** Positions that have had no checkpoint for too long. */
async function uncovered({ db, clock }: Books): Promise<string | undefined> {
  const before = new Date(clock.now().getTime() - uncoveredMs);
  const { rows } = await sql<{ count: string; first: string | null }>`
    with covered as (select coalesce(max(event_id), 0) as position from portal.audit_checkpoint),
    chained as (
      select count(*) as count, min(id) as first from portal.audit_event
      where hash is not null and at < ${before} and id > (select position from covered)
    ), linked as (
      select sum(count) as count, min(first_position) as first from kit.chain_header
      where log = ${auditLog} and at < ${before}
        and first_position > (select position from covered)
    )
    select coalesce(chained.count, 0) + coalesce(linked.count, 0) as count,
      least(chained.first, linked.first) as first
    from chained, linked`.execute(db);
  const [row] = rows;
  if (row === undefined || row.first === null) return undefined;
  return `${row.count} events from ${row.first} on have no signed checkpoint, although a worker signs one every five minutes.`;
}

/** Events that should have been linked long ago. */
async function forgotten({ db }: Books): Promise<string | undefined> {
  const { entries, seconds } = await unlinkedAge(db);
  if (seconds * 1_000 < uncoveredMs) return undefined;
  return `${entries} events are not linked, the oldest for ${Math.floor(seconds / 60)} minutes, although a portal or worker links them within a second.`;
}

/** Lines that hold checkpoints, and what is wrong with those. */
async function expectedProblems(books: Books, lines: readonly string[]) {
  const problems: (string | undefined)[] = [];
  let expected = 0;
  for (const line of lines.filter(mentionsCheckpoint)) {
    expected += 1;
    const checkpoint = parseCheckpoint(line);
    problems.push(
      checkpoint === undefined
        ? `This is no checkpoint: ${line.slice(0, 100)}`
        : await problemOf(books, checkpoint, "The checkpoint that was kept elsewhere"),
    );
  }
  return { expected, problems };
}

/**
 * Recomputes the whole chain of the audit log, and holds it against the signed checkpoints: those
 * beside it and those that were kept elsewhere.
 *
 * @param lines of text that was kept elsewhere, with checkpoints as `checkpointLine` writes them, by
 *   themselves or in a line of the log; others are passed over.
 */
export async function verifyAudit(
  books: Books,
  lines: readonly string[] = [],
): Promise<AuditVerdict> {
  const { events, unlinked, firstBroken, head, problem } = await readAuditChain(books.db);
  const problems: (string | undefined)[] = [problem];
  let checkpoints = 0;
  for await (const kept of keptCheckpoints(books)) {
    checkpoints += 1;
    problems.push(await problemOf(books, kept, "The checkpoint"));
  }
  const { expected, problems: unexpected } = await expectedProblems(books, lines);
  problems.push(...unexpected, await uncovered(books), await forgotten(books));
  return {
    events,
    unlinked,
    checkpoints,
    expected,
    firstBroken,
    problems: problems.filter((problem) => problem !== undefined),
    head,
  };
}
