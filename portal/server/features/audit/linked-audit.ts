import {
  type Leaf,
  type LinkedLogs,
  type LinkingOptions,
  linkEverything,
  type Sequencer,
  startSequencer,
} from "@sekimori/kit-server/hash-chain";
import { auditActions } from "@sekimori/portal-contract/endpoints/security";
import { sql } from "kysely";
import type { PortalContext, PortalDatabase } from "../../context.ts";

/** The one log of the portal, as its headers name it. */
export const auditLog = "portal.audit";

/** Events as they are the leaves of a header's tree. */
export async function auditLeaves(
  db: PortalDatabase,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Leaf>> {
  const { rows } = await sql<Leaf & { id: string }>`
    select id, action as act,
      portal.audit_leaf(id, account_id, action, at, ip_address, device, detail) as hash
    from portal.audit_event where id = any(${ids}::bigint[])`.execute(db);
  return new Map(rows.map(({ id, ...leaf }) => [id, leaf]));
}

/** The end of the log as it was chained event by event, where the first header goes on. */
export async function chainedEnd(
  db: PortalDatabase,
): Promise<{ readonly position: number; readonly hash: string }> {
  const { rows } = await sql<{ id: string; hash: string }>`
    select id, encode(hash, 'hex') as hash from portal.audit_event
    where hash is not null order by id desc limit 1`.execute(db);
  return { position: Number(rows[0]?.id ?? 0), hash: rows[0]?.hash ?? "" };
}

type Books = Pick<PortalContext, "db" | "clock" | "logger">;

function linking({ db, clock, logger }: Books): LinkingOptions {
  const logs: LinkedLogs = {
    lease: auditLog,
    leaves: (_log, ids) => auditLeaves(db, ids),
    origin: () => chainedEnd(db),
  };
  return { db, clock, logger, logs };
}

/** Links events of the audit log while the process lives; any number of processes may do so. */
export function startAuditSequencer(
  context: Books & Pick<PortalContext, "metrics">,
  leaseMs?: number,
): Sequencer {
  const { metrics } = context;
  return startSequencer({
    ...linking(context),
    metrics,
    knownActs: auditActions,
    ...(leaseMs === undefined ? {} : { leaseMs }),
  });
}

/** Links what has happened by now. @returns false when that did not happen within ten seconds. */
export const linkAudit = (books: Books): Promise<boolean> => linkEverything(linking(books));
