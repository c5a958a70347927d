import { cronPayload, defineJob, enqueue } from "@sekimori/kit-server/jobs";
import { sql } from "kysely";
import { z } from "zod";
import type { KarteTransaction } from "../../context.ts";
import { ticketStateCode } from "../../database/codes.ts";

/** Do what is to be done in one ticket system; with `poll`, ask it first what has changed there. */
export const workTickets = defineJob(
  "karte.work-tickets",
  z.object({ workspace: z.uuid(), system: z.uuid(), poll: z.boolean() }),
);

/** Look what has become of tickets, in all systems. */
export const pollTickets = defineJob("karte.poll-tickets", cronPayload);

/** One system's jobs go one after another, so that it is never called twice at a time. */
export async function askSystem(
  tx: Parameters<typeof enqueue>[0],
  what: { readonly workspace: string; readonly system: string; readonly poll: boolean },
  runAt?: Date,
): Promise<void> {
  const name = `tickets:${what.system}`;
  await enqueue(tx, workTickets, what, {
    key: what.poll ? `${name}:poll` : name,
    queue: name,
    ...(runAt === undefined ? {} : { runAt }),
  });
}

/**
 * After a run: what it saw is news to the tickets of its domain's causes. The keys come in one order, and
 * after all else that other runs of the workspace wait for.
 */
export async function askTicketsOf(
  tx: KarteTransaction,
  workspace: string,
  domainId: string,
): Promise<void> {
  const { rows } = await sql<{ system: string }>`
    select distinct t.system_id as system from karte.ticket t
    where t.state < ${ticketStateCode.of("failed")} and exists (select from karte.finding f
      where f.domain_id = ${domainId} and f.cause = t.cause)
    order by 1`.execute(tx);
  for (const { system } of rows) await askSystem(tx, { workspace, system, poll: false });
}
