import { isClosed, transition } from "@sekimori/karte-contract/finding-life";
import { type SqlBool, sql } from "kysely";
import type { KarteContext, KarteTransaction } from "../../context.ts";
import { acceptanceCode, findingStateCode } from "../../database/codes.ts";
import { inScope, wholeWorkspace } from "../../database/scope.ts";
import { lifeOf } from "../finding-records/finding-life.ts";
import { refreshDomain } from "../finding-records/refresh-domain.ts";
import { settlePriorities } from "../priorities/settle.ts";

type LifeRow = Parameters<typeof lifeOf>[0] & { readonly id: string; readonly domain_id: string };

/** The findings among `ids` that the transaction may see, locked in one order. */
export async function lockFindings(
  tx: KarteTransaction,
  ids: readonly string[],
): Promise<readonly LifeRow[]> {
  const { rows } = await sql<LifeRow>`
    select id, domain_id, state, severity, evidence_digest, unconfirmed_since, accepted_reason,
      accepted_until, reopened
    from karte.finding where id = any (${ids}::uuid[]) order by id for update`.execute(tx);
  return rows;
}

type Event = Parameters<typeof transition>[1];

/**
 * Has one event happen to findings, by the one transition function, with their history and the
 * counts that lists read.
 *
 * @returns how many changed; those whose state does not allow it stay as they are.
 */
export async function happenTo(
  tx: KarteTransaction,
  rows: readonly LifeRow[],
  event: Event,
  by: {
    readonly workspaceId: string;
    readonly accountId: string | null;
    readonly text: string | null;
  },
  now: Date,
): Promise<number> {
  const changed = rows.flatMap((row) => {
    const next = transition(lifeOf(row), event, now.getTime());
    return next === undefined || next.reason === null ? [] : [{ row, ...next }];
  });
  for (const { row, life, reason } of changed) {
    await tx
      .updateTable("karte.finding")
      .set({
        state: findingStateCode.of(life.state),
        accepted_reason: life.acceptance ? acceptanceCode.of(life.acceptance.reason) : null,
        accepted_until: life.acceptance ? new Date(life.acceptance.until) : null,
        accepted_by: life.acceptance ? by.accountId : null,
        accepted_text: life.acceptance ? by.text : null,
        acceptance_noticed: false,
        ...(isClosed(life.state) ? { closed_at: now } : {}),
      })
      .where("id", "=", row.id)
      .execute();
    await tx
      .insertInto("karte.finding_event")
      .values({
        workspace_id: by.workspaceId,
        domain_id: row.domain_id,
        finding_id: row.id,
        at: now,
        kind: "state",
        account_id: by.accountId,
        reason,
        from_state: row.state,
        to_state: findingStateCode.of(life.state),
        text: by.text,
      })
      .execute();
  }
  const ids = changed.map(({ row }) => row.id);
  await settlePriorities(tx, sql<SqlBool>`f.id = any (${ids}::uuid[]) and f.is_open = 1`, now);
  for (const domain of [...new Set(changed.map(({ row }) => row.domain_id))].sort()) {
    await refreshDomain(tx, domain);
  }
  return changed.length;
}

/** Acceptances that one look ends. */
const endedMost = 1_000;

/** Ends the acceptances whose date has come. */
export async function endAcceptances({ db, clock }: KarteContext): Promise<void> {
  const now = clock.now();
  const { rows } = await sql<{ workspace_id: string; finding_id: string }>`
    select * from karte.acceptances_due(${now}, ${endedMost})`.execute(db);
  const byWorkspace = Map.groupBy(rows, (row) => row.workspace_id);
  for (const [workspaceId, due] of byWorkspace) {
    await inScope(db, wholeWorkspace(workspaceId), async (tx) => {
      const found = await lockFindings(
        tx,
        due.map((row) => row.finding_id),
      );
      const by = { workspaceId, accountId: null, text: null };
      await happenTo(tx, found, { kind: "tick" }, by, now);
    });
  }
}
