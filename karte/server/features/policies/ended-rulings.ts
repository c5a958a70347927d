import { tokyoDay } from "@sekimori/kit-contract/tokyo";
import { sql } from "kysely";
import type { KarteTransaction } from "../../context.ts";
import { roleCode } from "../../database/codes.ts";
import { appendActivity } from "../activity/activity.ts";
import { ringOnce } from "../alert-requests/shared-news.ts";

/** A finding whose severity its check says again. */
export interface EndedRuling {
  readonly id: string;
  readonly domain_id: string;
  readonly policy_id: string;
  readonly policy: string;
  /** Who wrote the policy; null where it was removed. */
  readonly author: string | null;
  /** Whether the policy had said less than the check does. */
  readonly lowered: boolean;
}

/** Who is told that lowered severities are back: those who may write policies, and who wrote this one. */
async function whoIsTold(tx: KarteTransaction, author: string | null): Promise<readonly string[]> {
  const { rows } = await sql<{ account_id: string }>`
    select m.account_id from karte.member m
    where m.suspended_at is null and not m.restricted
      and (m.role in (${roleCode.literals("owner", "admin")}) or m.account_id = ${author})
    order by m.account_id`.execute(tx);
  return rows.map((row) => row.account_id);
}

/** The one domain that findings are of, by its name. */
async function domainOf(tx: KarteTransaction, ended: readonly EndedRuling[]) {
  const [id, ...others] = new Set(ended.map((one) => one.domain_id));
  if (id === undefined || others.length > 0) return {};
  const { rows } = await sql<{ name: string }>`
    select name from karte.domain where id = ${id}`.execute(tx);
  return { domain: rows[0]?.name ?? "" };
}

/**
 * Says that policies do not say any more how severe findings are: in their histories, in the log, and, where they
 * are more severe for it, behind bells; once a day, whatever number of findings it is about.
 */
export async function tellOfEnds(
  tx: KarteTransaction,
  workspaceId: string,
  ended: readonly EndedRuling[],
  now: Date,
): Promise<void> {
  await sql`insert into karte.finding_event (workspace_id, domain_id, finding_id, at, kind, reason, text)
    select ${workspaceId}, x.domain_id, x.id, ${now}, 'severity', 'policy-ended', x.policy
    from jsonb_to_recordset(${JSON.stringify(ended)}::jsonb) x (id uuid, domain_id uuid, policy text)
    order by x.id`.execute(tx);
  for (const [id, some] of Map.groupBy(ended, (one) => one.policy_id)) {
    const [{ policy: name, author }] = some as [EndedRuling, ...EndedRuling[]];
    const detail = { name, count: some.length, ...(await domainOf(tx, some)) };
    await appendActivity(tx, { at: now, action: "policy.ended", by: null, detail });
    const lowered = some.filter((one) => one.lowered).length;
    if (lowered === 0) continue;
    await ringOnce(tx, {
      workspaceId,
      accounts: await whoIsTold(tx, author),
      kind: "policy.ended",
      key: `policy-ended:${id}:${tokyoDay(now)}`,
      detail: { name, count: lowered },
      at: now,
    });
  }
}
