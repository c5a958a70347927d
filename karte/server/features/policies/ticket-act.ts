import { ticketsAtOnceMost } from "@sekimori/karte-contract/constants";
import { sql } from "kysely";
import type { KarteTransaction } from "../../context.ts";
import { ticketStateCode } from "../../database/codes.ts";
import { cachedContract } from "../contract/contract-service.ts";
import { requestTickets } from "../ticket-records/request-tickets.ts";

/** What a policy has tickets made of in a system, the most urgent first. */
export interface TicketsAsked {
  readonly policy: string;
  readonly system: string;
  readonly findings: readonly {
    readonly id: string;
    readonly cause: string | null;
    readonly is_open: number;
  }[];
}

/** How many tickets a policy has made, and how many wait for a press. */
export interface TicketsGiven {
  readonly made: number;
  readonly held: number;
}

/** Which causes have a ticket in a system, or will. */
export async function causesWithTicket(
  tx: KarteTransaction,
  systemId: string,
  causes: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ cause: string }>`
    select distinct t.cause from karte.ticket t where t.system_id = ${systemId}
      and t.cause = any (${causes}::text[])
      and t.state < ${ticketStateCode.literals("failed")}`.execute(tx);
  return new Set(rows.map(({ cause }) => cause));
}

/**
 * Has tickets made of causes that have none there; more than a press may make wait for a press. All policies ask
 * at once, so that two runs that want tickets of the same causes want them in one order.
 */
export async function giveTickets(
  tx: KarteTransaction,
  run: { readonly workspaceId: string; readonly domainId: string },
  asked: readonly TicketsAsked[],
  now: Date,
): Promise<ReadonlyMap<string, TicketsGiven>> {
  const given = new Map<string, TicketsGiven>();
  if (asked.length === 0) return given;
  const { answer } = await cachedContract(tx);
  if (!answer.entitlements.tickets) return given;
  const ids = [...new Set(asked.map(({ system }) => system))];
  const { rows: systems } = await sql<{ id: string; kind: number; label: string }>`
    select id, kind, label from karte.ticket_system where id = any (${ids}::uuid[])
    order by id`.execute(tx);
  for (const system of systems) {
    const mine = asked.filter((one) => one.system === system.id);
    const known = mine.flatMap(({ findings }) => findings.flatMap(({ cause }) => cause ?? []));
    const have = await causesWithTicket(tx, system.id, known);
    const wanted = new Map<string, { finding: string; policy: string }>();
    for (const { policy, findings } of mine) {
      const first = new Map<string, string>();
      for (const { id, cause, is_open: isOpen } of findings) {
        const isNeeded = cause !== null && isOpen === 1 && !have.has(cause) && !wanted.has(cause);
        if (isNeeded && !first.has(cause)) first.set(cause, id);
      }
      const held = first.size > ticketsAtOnceMost ? first.size : 0;
      given.set(policy, { made: 0, held });
      if (held > 0) continue;
      for (const [cause, finding] of first) wanted.set(cause, { finding, policy });
    }
    const causes = [...wanted].map(([cause, { finding }]) => ({
      ...{ cause, finding, domain: run.domainId },
    }));
    const request = { causes, by: null };
    for (const cause of await requestTickets(tx, run.workspaceId, system, request, now)) {
      const policy = wanted.get(cause)?.policy ?? "";
      given.set(policy, { made: (given.get(policy)?.made ?? 0) + 1, held: 0 });
    }
  }
  return given;
}

/** How many tickets would have been made of what runs brought, the earliest first, and of how many runs none. */
export async function triedTickets(
  tx: KarteTransaction,
  systemId: string | null,
  brought: readonly { readonly run_id: string; readonly cause: string | null }[],
): Promise<{ readonly tickets: number; readonly held: number }> {
  const nothing = { tickets: 0, held: 0 };
  if (systemId === null) return nothing;
  const { rows } = await sql`select from karte.ticket_system where id = ${systemId}`.execute(tx);
  const { answer } = await cachedContract(tx);
  if (rows.length === 0 || !answer.entitlements.tickets) return nothing;
  const known = brought.flatMap(({ cause }) => cause ?? []);
  const have = await causesWithTicket(tx, systemId, known);
  const made = new Set<string>();
  let held = 0;
  for (const some of Map.groupBy(brought, (one) => one.run_id).values()) {
    const without = new Set(
      some.flatMap(({ cause }) =>
        cause === null || have.has(cause) || made.has(cause) ? [] : cause,
      ),
    );
    if (without.size > ticketsAtOnceMost) held += 1;
    else for (const cause of without) made.add(cause);
  }
  return { tickets: made.size, held };
}
