import { type ChainPlace, type Portion, readChain } from "@sekimori/kit-server/hash-chain";
import { type SqlBool, sql } from "kysely";
import type { PortalContext } from "../../context.ts";
import { checkpointKey, isGenuine, parseCheckpoint, type SignedCheckpoint } from "./checkpoint.ts";

export interface AuditVerdict {
  readonly events: number;
  readonly checkpoints: number;
  /** The first event that was changed, removed or inserted; null when the chain is whole. */
  readonly firstBroken: string | null;
  /** All that is wrong, in sentences; empty when nothing is. */
  readonly problems: readonly string[];
  /** The last event's hash. */
  readonly head: string | null;
}

type Books = Pick<PortalContext, "db" | "clock" | "digests">;

/** Checkpoints are signed every five minutes; what is older than this has been without for too long. */
const uncoveredMs = 15 * 60_000;

/** What is wrong with a checkpoint against the log as it is; undefined for nothing. */
async function problemOf(
  { db, digests }: Books,
  checkpoint: SignedCheckpoint,
  name: string,
): Promise<string | undefined> {
  const { eventId, hash } = checkpoint;
  if (!isGenuine(checkpointKey(digests.auditSeed), checkpoint)) {
    return `${name} at event ${eventId} was not signed by this installation.`;
  }
  const { rows } = await sql<{ same: SqlBool }>`
    select encode(hash, 'hex') = ${hash} as same from portal.audit_event
    where id = ${eventId}::bigint`.execute(db);
  const [event] = rows;
  if (event === undefined) return `${name}: event ${eventId} was there and is gone.`;
  return event.same ? undefined : `${name}: the log up to event ${eventId} was another one.`;
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

async function uncovered({ db, clock }: Books): Promise<string | undefined> {
  const before = new Date(clock.now().getTime() - uncoveredMs);
  const { rows } = await sql<{ count: string; first: string | null }>`
    select count(*) as count, min(id) as first from portal.audit_event
    where at < ${before}
      and id > coalesce((select max(event_id) from portal.audit_checkpoint), 0)`.execute(db);
  const [row] = rows;
  if (row === undefined || row.first === null) return undefined;
  return `${row.count} events from ${row.first} on have no signed checkpoint, although a worker signs one every five minutes.`;
}

const readPortion =
  ({ db }: Books) =>
  async ({ entries, head }: ChainPlace, size: number): Promise<Portion> => {
    // Whatever was put before the first event is met, too.
    const from = entries === 0 ? sql`` : sql`where id > ${entries}`;
    const { rows } = await sql<Portion>`
      select
        count(*)::int as read,
        min(id) filter (
          where id <> expected_id or previous_hash <> expected_previous
            or hash <> portal.audit_hash(
              previous_hash, id, account_id, action, at, ip_address, device, detail
            )
        ) as broken,
        encode((array_agg(hash order by id desc))[1], 'hex') as head
      from (
        select event.*,
          ${entries}::bigint + row_number() over (order by id) as expected_id,
          coalesce(lag(hash) over (order by id), decode(${head ?? ""}, 'hex')) as expected_previous
        from (
          select * from portal.audit_event ${from} order by id limit ${size}
        ) event
      ) checked`.execute(db);
    return rows[0] ?? { read: 0, broken: null, head: null };
  };

/** The log's size and its last event's hash, where the chain was not read to its end. */
async function endOf({ db }: Books): Promise<ChainPlace> {
  const { rows } = await sql<{ entries: string; head: string | null }>`
    select (select count(*) from portal.audit_event) as entries,
      (select encode(hash, 'hex') from portal.audit_event order by id desc limit 1) as head
  `.execute(db);
  return { entries: Number(rows[0]?.entries ?? 0), head: rows[0]?.head ?? null };
}

/**
 * Recomputes the whole chain of the audit log, and holds it against the signed checkpoints: those
 * beside it and those that were kept elsewhere.
 *
 * @param expected lines as `checkpointLine` writes them; empty ones are passed over.
 */
export async function verifyAudit(
  books: Books,
  expected: readonly string[] = [],
): Promise<AuditVerdict> {
  const chain = await readChain(readPortion(books));
  const { firstBroken } = chain;
  const { entries, head } = firstBroken === null ? chain : await endOf(books);
  const problems: (string | undefined)[] = [];
  if (firstBroken !== null) problems.push(`The chain is broken at event ${firstBroken}.`);
  let checkpoints = 0;
  for await (const kept of keptCheckpoints(books)) {
    checkpoints += 1;
    problems.push(await problemOf(books, kept, "The checkpoint"));
  }
  for (const line of expected.filter((text) => text.trim() !== "")) {
    const checkpoint = parseCheckpoint(line);
    problems.push(
      checkpoint === undefined
        ? `This is no checkpoint: ${line.slice(0, 100)}`
        : await problemOf(books, checkpoint, "The checkpoint that was kept elsewhere"),
    );
  }
  problems.push(await uncovered(books));
  return {
    events: entries,
    checkpoints,
    firstBroken,
    problems: problems.filter((problem) => problem !== undefined),
    head,
  };
}
