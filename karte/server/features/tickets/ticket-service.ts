import { randomUUID } from "node:crypto";
import { ticketsAtOnceMost } from "@sekimori/karte-contract/constants";
import type { makeTickets } from "@sekimori/karte-contract/endpoints/tickets";
import type { EndpointRequest, EndpointResult } from "@sekimori/kit-contract/endpoint";
import { AppError } from "@sekimori/kit-server/errors";
import { sql } from "kysely";
import type { KarteContext } from "../../context.ts";
import { ticketStateCode } from "../../database/codes.ts";
import { ofLiveDomain } from "../../database/pages.ts";
import { inScope } from "../../database/scope.ts";
import { appendActivity } from "../activity/activity.ts";
import { cachedContract } from "../contract/contract-service.ts";
import { mustAllBeLive } from "../domain-records/domain-rows.ts";
import { placeOf } from "../findings/finding-rows.ts";
import type { Member } from "../principals/principals.ts";
import { askSystem } from "../ticket-records/ticket-jobs.ts";
import { systemRow } from "./system-rows.ts";
import { actCode } from "./ticket-acts.ts";
import { isThere } from "./ticket-store.ts";

/**
 * Writes down that each cause of these findings is to have a ticket in a system, once; a job makes them. One
 * that failed is tried again.
 *
 * @throws AppError NotFound, PlanLimit, TooManyTickets.
 */
export function makeNow(
  { db, clock }: KarteContext,
  member: Member,
  { findings, system: systemId }: EndpointRequest<typeof makeTickets>["body"],
): Promise<EndpointResult<typeof makeTickets>> {
  const now = clock.now();
  const ids = [...new Set(findings)];
  return inScope(db, member.scope, async (tx) => {
    const system = await systemRow(tx, systemId);
    if (system === undefined) throw new AppError("NotFound");
    const { answer } = await cachedContract(tx);
    if (!answer.entitlements.tickets) {
      throw new AppError("PlanLimit", { data: { what: "tickets", limit: 0 } });
    }
    const { rows } = await sql<{
      id: string;
      domain_id: string;
      cause: string | null;
      is_open: number;
    }>`select f.id, f.domain_id, f.cause, f.is_open from karte.finding f
      where f.id = any (${ids}::uuid[]) and ${ofLiveDomain(sql`f.domain_id`)}
      order by f.work_order, f.id`.execute(tx);
    if (rows.length !== ids.length) throw new AppError("NotFound");
    await mustAllBeLive(
      tx,
      rows.map((row) => row.domain_id),
    );
    const causes = new Set(rows.map((row) => row.cause ?? row.id));
    // The most urgent finding of each cause stands for it.
    const first = new Map(
      rows
        .toReversed()
        .filter((row) => row.is_open === 1)
        .flatMap((row) => (row.cause === null ? [] : [[row.cause, row] as const])),
    );
    if (first.size > ticketsAtOnceMost) {
      throw new AppError("TooManyTickets", { data: { limit: ticketsAtOnceMost } });
    }
    const wanted = [...first].map(([cause, { id, domain_id: domain }]) => ({
      id: randomUUID(),
      cause,
      finding: id,
      domain,
    }));
    const { rows: made } = await sql<{ id: string }>`
      insert into karte.ticket as known (id, workspace_id, system_id, system_kind, system_label, cause, domain_id, finding_id,
        state, act, act_at, created_by, created_at)
      select x.id, ${member.workspaceId}, ${system.id}, ${system.kind}, ${system.label}, x.cause, x.domain, x.finding,
        ${ticketStateCode.of("waiting")}, ${actCode.create}, ${now}, ${member.person.id}, ${now}
      from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb)
        x (id uuid, cause text, finding uuid, domain uuid) order by x.cause
      on conflict (workspace_id, cause, system_id) where ${isThere} do update
        set state = excluded.state, act = excluded.act, act_at = excluded.act_at, tries = 0,
          problem = null
        where known.state = ${ticketStateCode.of("failed")}
      returning id`.execute(tx);
    if (made.length > 0) {
      await askSystem(tx, { workspace: member.workspaceId, system: system.id, poll: false });
      await appendActivity(tx, {
        at: now,
        action: "ticket.requested",
        by: { id: member.person.id, ipAddress: member.ipAddress },
        detail: { count: made.length, label: system.label, ...(await placeOf(tx, ids)) },
      });
    }
    return { made: made.length, unchanged: causes.size - made.length };
  });
}
