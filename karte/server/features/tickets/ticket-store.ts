import { randomUUID } from "node:crypto";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { KarteTransaction } from "../../context.ts";
import { findingStateCode, ticketStateCode } from "../../database/codes.ts";
import { ofLiveDomain } from "../../database/pages.ts";
import type { RemoteTicket } from "../../ports/ticket-systems.ts";
import { isThere } from "../ticket-records/request-tickets.ts";
import { actCode } from "../ticket-records/ticket-acts.ts";
import { heard, judge } from "./judge.ts";

export interface StoredTicket {
  readonly id: string;
  readonly workspace_id: string;
  readonly system_id: string;
  readonly cause: string;
  readonly domain_id: string;
  readonly finding_id: string;
  readonly state: number;
  readonly act: number | null;
  readonly act_number: number;
  readonly act_at: Date | null;
  readonly begun_at: Date | null;
  readonly looks: number;
  readonly tries: number;
  readonly problem: string | null;
  /** When we changed it there last. */
  readonly moved_at: Date | null;
  readonly remote_id: string | null;
  readonly remote_key: string | null;
  readonly said_at: Date | null;
  readonly judged_at: Date | null;
  readonly former_key: string | null;
  readonly created_by: string | null;
  readonly created_at: Date;
}

export const findingIsOf = (cause: RawBuilder<unknown>) =>
  sql<SqlBool>`f.cause = ${cause} and ${ofLiveDomain(sql`f.domain_id`)}`;

/** Tickets that may still change by what checks say, or by what their system does. */
const isLive = sql<SqlBool>`t.state between ${ticketStateCode.of("open")} and ${ticketStateCode.of("verified")}`;

export async function ticketRow(tx: KarteTransaction, id: string): Promise<StoredTicket> {
  const { rows } = await sql<StoredTicket>`select * from karte.ticket where id = ${id}`.execute(tx);
  const [row] = rows;
  if (row === undefined) throw new Error("The ticket was there a moment ago.");
  return row;
}

/** The next ticket in which something is to be done now, or later. */
export async function nextAct(
  tx: KarteTransaction,
  systemId: string,
): Promise<StoredTicket | undefined> {
  const { rows } = await sql<StoredTicket>`
    select * from karte.ticket where system_id = ${systemId} and act is not null
    order by act_at, id limit 1`.execute(tx);
  return rows[0];
}

export async function change(
  tx: KarteTransaction,
  id: string,
  set: Readonly<Record<string, unknown>>,
): Promise<void> {
  await tx.updateTable("karte.ticket").set(set).where("id", "=", id).execute();
}

/** For so long a system's search may answer what was before a change of ours. */
const lagMs = 2 * 60_000;

/**
 * Takes over what a system says of its tickets. All it has and does not name are as they were. What we changed
 * moments ago waits for the next look, which asks for those minutes once more.
 */
export async function takeOver(
  tx: KarteTransaction,
  systemId: string,
  changed: readonly RemoteTicket[],
  now: Date,
): Promise<void> {
  const { rows } = await sql<StoredTicket>`
    select t.* from karte.ticket t where t.system_id = ${systemId} and ${isLive} for update`.execute(
    tx,
  );
  const remote = new Map(changed.map((one) => [one.id, one]));
  await sql`update karte.ticket t set heard_at = ${now}
    where t.system_id = ${systemId} and ${isLive}`.execute(tx);
  for (const row of rows) {
    const told = remote.get(row.remote_id ?? "");
    // What is about to be changed there is ours to say.
    if (told === undefined || row.act !== null) continue;
    if (row.moved_at !== null && now.getTime() - row.moved_at.getTime() < lagMs) continue;
    const state = ticketStateCode.word(row.state);
    const next = heard(state, told.state, row.problem !== null);
    if (next === state) {
      // Somebody has closed it by hand.
      if (state === "verified" && told.state === "done" && row.problem !== null) {
        await change(tx, row.id, { problem: null });
      }
      continue;
    }
    await change(tx, row.id, {
      state: ticketStateCode.of(next),
      said_at: next === "said-done" ? now : null,
      waits_for: null,
    });
  }
}

interface JudgedRow extends StoredTicket {
  readonly open: number;
  readonly accepted: number;
  readonly closed: Date | null;
  readonly seen: Date | null;
}

/** Has checks say what becomes of a system's tickets, and writes down what is to be done there. */
export async function judgeAll(tx: KarteTransaction, systemId: string, now: Date): Promise<void> {
  const { rows } = await sql<JudgedRow>`
    select t.*, x.* from karte.ticket t, lateral (
      select count(*) filter (where f.is_open = 1)::int as open,
        count(*) filter (where f.state = ${findingStateCode.of("accepted")})::int as accepted,
        max(f.closed_at) as closed, max(f.last_seen_at) filter (where f.is_open = 1) as seen
      from karte.finding f where ${findingIsOf(sql`t.cause`)}) x
    where t.system_id = ${systemId} and t.act is null and ${isLive} order by t.id for update of t`.execute(
    tx,
  );
  for (const row of rows) {
    const state = ticketStateCode.word(row.state);
    const verdict = judge(
      {
        state,
        saidAt: row.said_at?.getTime() ?? null,
        since: (row.judged_at ?? row.created_at).getTime(),
      },
      {
        open: row.open,
        accepted: row.accepted,
        closedAt: row.closed?.getTime() ?? null,
        seenAt: row.seen?.getTime() ?? null,
      },
    );
    if (verdict.act === null) continue;
    await change(tx, row.id, {
      state: ticketStateCode.of(verdict.state),
      act: actCode[verdict.act],
      act_number: row.act_number + 1,
      act_at: now,
      tries: 0,
      problem: null,
      said_at: null,
      waits_for: null,
      judged_at: verdict.at === null ? null : new Date(verdict.at),
    });
  }
}

/** Of what is said to be done, one finding that no check has looked at since, of those that wait. */
export async function toLookAt(
  tx: KarteTransaction,
  systemId: string,
): Promise<readonly { readonly id: string; readonly finding: string }[]> {
  const { rows } = await sql<{ id: string; finding: string }>`
    select t.id, x.finding from karte.ticket t, lateral (
      select f.id as finding from karte.finding f
      where ${findingIsOf(sql`t.cause`)} and f.is_open = 1 and f.last_seen_at <= t.said_at
        and not exists (select from karte.run r join karte.finding g on g.id = r.finding_id
          where r.domain_id = f.domain_id and g.check_id = f.check_id and r.queued_at >= t.said_at)
      order by f.work_order, f.id limit 1) x
    where t.system_id = ${systemId} and t.state = ${ticketStateCode.of("said-done")} and t.act is null
    order by t.said_at, t.id limit 100`.execute(tx);
  return rows;
}

/** A ticket that cannot be reopened goes on as another one, which names it. */
export async function goOn(tx: KarteTransaction, row: StoredTicket, now: Date): Promise<void> {
  await change(tx, row.id, { state: ticketStateCode.of("gone"), act: null, problem: null });
  await sql`insert into karte.ticket (id, workspace_id, system_id, system_kind, system_label, cause, domain_id, finding_id,
      state, act, act_at, former_key, created_by, created_at)
    select ${randomUUID()}, workspace_id, system_id, system_kind, system_label, cause, domain_id, finding_id,
      ${ticketStateCode.of("waiting")}, ${actCode.create}, ${now}, remote_key, created_by, ${now}
    from karte.ticket where id = ${row.id}
    on conflict (workspace_id, cause, system_id) where ${isThere} do nothing`.execute(tx);
}
