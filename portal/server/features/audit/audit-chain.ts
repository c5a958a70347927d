import {
  type ChainPlace,
  type LinkedLog,
  type LinkedVerdict,
  type Portion,
  readChain,
  readHeaders,
  verifyLinked,
} from "@sekimori/kit-server/hash-chain";
import { sql } from "kysely";
import type { PortalDatabase } from "../../context.ts";
import { auditLeaves, auditLog } from "./linked-audit.ts";

/** What is known of the log by its chain alone. */
export interface AuditChain {
  readonly events: number;
  /** How many of them are not linked yet: the database's owner may still remove those unnoticed. */
  readonly unlinked: number;
  /** The first position at which an event was changed, removed or inserted; null when the chain is whole. */
  readonly firstBroken: string | null;
  /** The hash at the chain's end. */
  readonly head: string | null;
  /** What is wrong, in a sentence; undefined for nothing. */
  readonly problem: string | undefined;
}

/** How far the log is chained event by event, by what its first header says; undefined without headers. */
async function chainedUntil(db: PortalDatabase): Promise<number | undefined> {
  const [first] = await readHeaders({ db, log: auditLog }, 0, Number.MAX_SAFE_INTEGER, 1);
  return first === undefined ? undefined : first.firstPosition - 1;
}

const readPortion =
  (db: PortalDatabase, until: number | undefined) =>
  async ({ entries, head }: ChainPlace, size: number): Promise<Portion> => {
    // Whatever was put before the first event is met, too.
    const from = entries === 0 ? sql`true` : sql`id > ${entries}`;
    const to = until === undefined ? sql`hash is not null` : sql`id <= ${until}`;
    const { rows } = await sql<Portion>`
      select
        count(*)::int as read,
        min(id) filter (
          where id <> expected_id or previous_hash is distinct from expected_previous
            or hash is distinct from portal.audit_hash(
              previous_hash, id, account_id, action, at, ip_address, device, detail
            )
        ) as broken,
        encode((array_agg(hash order by id desc))[1], 'hex') as head
      from (
        select event.*,
          ${entries}::bigint + row_number() over (order by id) as expected_id,
          coalesce(lag(hash) over (order by id), decode(${head ?? ""}, 'hex')) as expected_previous
        from (
          select * from portal.audit_event where ${from} and ${to} order by id limit ${size}
        ) event
      ) checked`.execute(db);
    return rows[0] ?? { read: 0, broken: null, head: null };
  };

/** The log after the part that was chained event by event. */
function linkedPart(db: PortalDatabase, { entries, head }: ChainPlace): LinkedLog {
  return {
    db,
    log: auditLog,
    origin: { position: entries, hash: head ?? "" },
    leaves: (ids) => auditLeaves(db, ids),
    async entries(after, upTo, most) {
      const from = BigInt(after) > BigInt(entries) ? after : entries;
      const { rows } = await sql<{ id: string }>`
        select id from portal.audit_event where id > ${from}::bigint and id <= ${upTo}::bigint
        order by id limit ${most}`.execute(db);
      return rows.map(({ id }) => id);
    },
    async newest() {
      const { rows } = await sql<{ id: string }>`
        select coalesce(max(id), 0) as id from portal.audit_event`.execute(db);
      return rows[0]?.id ?? "0";
    },
  };
}

function linkedProblem({ broken, stray }: LinkedVerdict): string | undefined {
  if (broken !== null) {
    const { from, to } = broken;
    return `The chain is broken at event ${from}: it or another one up to ${to} was changed.`;
  }
  if (stray.length === 0) return undefined;
  const some = stray.slice(0, 10).join(", ");
  return `Events were inserted or removed beside the chain: ${stray.length > 10 ? `${some} and more` : some}.`;
}

/**
 * Recomputes the whole chain of the audit log: events that were chained one by one, headers over those
 * that came later, and whether each of these is under a header or waits for one.
 */
export async function readAuditChain(db: PortalDatabase): Promise<AuditChain> {
  const chained = await readChain(readPortion(db, await chainedUntil(db)));
  const { firstBroken, entries, head } = chained;
  if (firstBroken !== null) {
    const problem = `The chain is broken at event ${firstBroken}.`;
    return { events: entries, unlinked: 0, firstBroken, head, problem };
  }
  const linked = await verifyLinked(linkedPart(db, chained));
  const { end, unlinked, broken } = linked;
  return {
    events: end.position + unlinked,
    unlinked,
    firstBroken: broken === null ? null : String(broken.from),
    head: end.hash === "" ? null : end.hash,
    problem: linkedProblem(linked),
  };
}
