import { ticketsAtOnceMost } from "@sekimori/karte-contract/constants";
import type { makeTickets } from "@sekimori/karte-contract/endpoints/tickets";
import type { EndpointRequest, EndpointResult } from "@sekimori/kit-contract/endpoint";
import { AppError } from "@sekimori/kit-server/errors";
import { sql } from "kysely";
import type { KarteContext } from "../../context.ts";
import { ofLiveDomain } from "../../database/pages.ts";
import { inScope } from "../../database/scope.ts";
import { appendActivity } from "../activity/activity.ts";
import { cachedContract } from "../contract/contract-service.ts";
import { mustAllBeLive } from "../domain-records/domain-rows.ts";
import { placeOf } from "../findings/finding-rows.ts";
import type { Member } from "../principals/principals.ts";
import { requestTickets } from "../ticket-records/request-tickets.ts";
import { systemRow } from "./system-rows.ts";

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
      cause,
      finding: id,
      domain,
    }));
    const request = { causes: wanted, by: member.person.id };
    const { length: made } = await requestTickets(tx, member.workspaceId, system, request, now);
    if (made > 0) {
      await appendActivity(tx, {
        at: now,
        action: "ticket.requested",
        by: { id: member.person.id, ipAddress: member.ipAddress },
        detail: { count: made, label: system.label, ...(await placeOf(tx, ids)) },
      });
    }
    return { made, unchanged: causes.size - made };
  });
}
