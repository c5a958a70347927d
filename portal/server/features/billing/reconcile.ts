import { transaction } from "@sekimori/kit-server/database";
import { attemptEach } from "@sekimori/kit-server/jobs";
import { sql } from "kysely";
import type { PortalContext, PortalTransaction } from "../../context.ts";
import type { GatewayMovement } from "../../ports/payment-gateway.ts";
import { addDays, type CalendarDay, calendarDay, tokyoMoment } from "../plan/plan-dates.ts";
import { disputePosting, followDispute, followOpenDisputes } from "./dispute-service.ts";
import { movementLines, type Posting, post } from "./ledger.ts";

/** One sum in which the books and the payment company's ledger differ, and who must act. */
export interface Difference {
  readonly kind: GatewayMovement["kind"];
  readonly source: string;
  /** Yen in our books; 0: we know nothing of it. */
  readonly ours: number;
  readonly theirs: number;
  readonly actor: "operator" | "payment-company" | "bank";
}

interface OurSum {
  readonly kind: "charge" | "refund";
  /** Yen, signed as in the company's ledger. */
  readonly amount: number;
  /** Whether it happened in the compared stretch of time. */
  readonly isDue: boolean;
  /** Of a refund that came back on another day: both ways are in the books, and a person knows. */
  readonly isBothWays?: boolean;
}

/** Our charges and refunds by the company's ids, as signed yen. */
async function ourSums(
  { db }: PortalContext,
  from: Date,
  to: Date,
  sources: readonly string[],
): Promise<Map<string, OurSum>> {
  const named = sources.length === 0 ? [""] : [...sources];
  const charges = await db
    .selectFrom("portal.charge_attempt")
    .select(["gateway_charge", "amount", "sent_at"])
    .where("state", "=", "succeeded")
    .where((row) =>
      row.or([
        row("gateway_charge", "in", named),
        row.and([row("sent_at", ">=", from), row("sent_at", "<", to)]),
      ]),
    )
    .execute();
  const refunds = await db
    .selectFrom("portal.refund")
    .select(["gateway_refund", "amount", "finished_at"])
    .where("state", "=", "succeeded")
    .where((row) =>
      row.or([
        row("gateway_refund", "in", named),
        row.and([row("finished_at", ">=", from), row("finished_at", "<", to)]),
      ]),
    )
    .execute();
  const { rows: returned } = await sql<{ id: string; amount: number }>`
    select refund.gateway_refund as id, refund.amount from portal.refund as refund
    join portal.ledger_posting as posting
      on posting.kind = 'refunded' and posting.source = refund.id || ':back'
    where refund.state = 'failed' and refund.gateway_refund = any(${named}::text[])`.execute(db);
  const isDue = (at: Date | null) => at !== null && at >= from && at < to;
  return new Map<string, OurSum>([
    ...returned.map(
      ({ id, amount }) =>
        [id, { kind: "refund" as const, amount, isDue: false, isBothWays: true }] as const,
    ),
    ...charges.map(
      ({ gateway_charge: id, amount, sent_at: at }) =>
        [id ?? "", { kind: "charge" as const, amount, isDue: isDue(at) }] as const,
    ),
    ...refunds.map(
      ({ gateway_refund: id, amount, finished_at: at }) =>
        [id ?? "", { kind: "refund" as const, amount: -amount, isDue: isDue(at) }] as const,
    ),
  ]);
}

/** What only the company can tell is taken into the books: its fee, its payouts, disputes. */
function postingOf(movement: GatewayMovement): Posting | undefined {
  const { kind, amount, source, at } = movement;
  switch (kind) {
    case "charge":
    case "refund":
    case "other":
      return undefined;
    case "dispute":
    case "dispute_won":
      return disputePosting(source, movement);
    case "fee":
    case "payout":
      // One that comes back is the same posting the other way round.
      return {
        kind,
        source,
        on: calendarDay(at),
        invoiceId: null,
        lines: movementLines[kind](-amount),
      };
  }
}

function compare(
  movements: readonly GatewayMovement[],
  ours: Awaited<ReturnType<typeof ourSums>>,
  near: ReadonlySet<string>,
): Difference[] {
  const differences: Difference[] = [];
  // A refund that came back the same day moved nothing.
  const sums = new Map<string, Pick<GatewayMovement, "kind" | "source" | "amount">>();
  for (const { kind, source, amount } of movements) {
    if (kind !== "charge" && kind !== "refund" && kind !== "other") continue;
    const before = sums.get(`${kind} ${source}`)?.amount ?? 0;
    sums.set(`${kind} ${source}`, { kind, source, amount: before + amount });
  }
  for (const { kind, source, amount: theirs } of sums.values()) {
    const own = ours.get(source);
    const known = own?.amount ?? 0;
    // It left, it came back, or both on one day.
    if (own?.isBothWays && [known, -known, 0].includes(theirs)) continue;
    if (known !== theirs) {
      differences.push({ kind, source, ours: known, theirs, actor: "operator" });
    }
  }
  for (const [source, { kind, amount, isDue }] of ours) {
    if (!isDue || near.has(source)) continue;
    differences.push({ kind, source, ours: amount, theirs: 0, actor: "payment-company" });
  }
  return differences;
}

/**
 * What was taken into the books must be the same sum there: a dispute may have been booked by its
 * notice before, and an entry that says the same twice is booked once.
 */
async function compareTaken(
  tx: PortalTransaction,
  movements: readonly GatewayMovement[],
): Promise<Difference[]> {
  const taken = movements.flatMap((movement) => {
    const posting = postingOf(movement);
    return posting === undefined ? [] : [{ movement, name: nameOf(posting), posting }];
  });
  if (taken.length === 0) return [];
  const { rows } = await sql<Pick<Posting, "kind" | "source"> & { readonly yen: number }>`
    select posting.kind, posting.source, sum(entry.amount)::int as yen
    from portal.ledger_posting as posting
    join portal.ledger_entry as entry on entry.posting_id = posting.id
    where entry.account = 'gateway' and (posting.kind, posting.source) in (
      select * from unnest(
        ${taken.map(({ posting }) => posting.kind)}::text[],
        ${taken.map(({ posting }) => posting.source)}::text[]
      ))
    group by 1, 2`.execute(tx);
  const booked = new Map(rows.map(({ yen, ...posting }) => [nameOf(posting), yen]));
  const sums = Map.groupBy(taken, ({ movement: { kind, source } }) => `${kind} ${source}`);
  return [...sums.values()].flatMap((ofOne): Difference[] => {
    const [first] = ofOne;
    if (first === undefined) return [];
    const { kind, source } = first.movement;
    const theirs = ofOne.reduce((sum, { movement }) => sum + movement.amount, 0);
    const names = new Set(ofOne.map(({ name }) => name));
    const ours = [...names].reduce((sum, name) => sum + (booked.get(name) ?? 0), 0);
    return ours === theirs ? [] : [{ kind, source, ours, theirs, actor: "operator" }];
  });
}

const nameOf = ({ kind, source }: Pick<Posting, "kind" | "source">) => `${kind} ${source}`;

/** What the books took from the company as of a day, and the company's ledger has no more. */
async function compareListed(
  tx: PortalTransaction,
  day: CalendarDay,
  listed: ReadonlySet<string>,
): Promise<Difference[]> {
  const { rows } = await sql<{
    kind: "fee" | "payout" | "dispute" | "dispute-won";
    source: string;
    yen: number;
  }>`
    select posting.kind, posting.source, sum(entry.amount)::int as yen
    from portal.ledger_posting as posting
    join portal.ledger_entry as entry on entry.posting_id = posting.id
    where posting.happened_on = ${day} and entry.account = 'gateway'
      and posting.kind in ('fee', 'payout', 'dispute', 'dispute-won')
    group by 1, 2`.execute(tx);
  return rows
    .filter((posting) => !listed.has(nameOf(posting)))
    .map(({ kind, source, yen }) => ({
      kind: kind === "dispute-won" ? ("dispute_won" as const) : kind,
      source,
      ours: yen,
      theirs: 0,
      actor: "payment-company" as const,
    }));
}

/**
 * Compares a day's charges and refunds with the payment company's ledger, takes its fees, payouts
 * and disputes into the books, and keeps every yen of difference. May run again for a day.
 */
export async function reconcile(
  context: PortalContext,
  day: CalendarDay,
): Promise<readonly Difference[]> {
  const { db, clock, gateway, logger } = context;
  const [from, to] = [tokyoMoment(day, 0), tokyoMoment(addDays(day, 1), 0)];
  const movements: GatewayMovement[] = [];
  const near = new Set<string>();
  const listed = new Set<string>();
  // A charge near midnight is on one day with us and on the next with them.
  for await (const movement of gateway.listMovements(
    tokyoMoment(addDays(day, -1), 0),
    tokyoMoment(addDays(day, 2), 0),
  )) {
    near.add(movement.source);
    const posting = postingOf(movement);
    if (posting !== undefined) listed.add(nameOf(posting));
    if (movement.at >= from && movement.at < to) movements.push(movement);
  }
  const sources = movements.map(({ source }) => source);
  const differences = compare(movements, await ourSums(context, from, to, sources), near);
  const now = clock.now();
  await transaction(db, async (tx) => {
    await post(
      tx,
      movements.flatMap((movement) => postingOf(movement) ?? []),
      now,
    );
    differences.push(...(await compareTaken(tx, movements)));
    differences.push(...(await compareListed(tx, day, listed)));
    await tx.deleteFrom("portal.reconciliation").where("day", "=", day).execute();
    await tx
      .insertInto("portal.reconciliation")
      .values({
        day,
        finished_at: now,
        movements: movements.length,
        total: movements.reduce((sum, { amount }) => sum + amount, 0),
      })
      .execute();
    if (differences.length > 0) {
      await tx
        .insertInto("portal.reconciliation_difference")
        .values(differences.map((difference) => ({ day, ...difference })))
        .execute();
    }
  });
  if (differences.length > 0)
    logger.error({ day, differences }, "the books differ from the company's");
  const disputes = movements.filter(({ kind }) => kind === "dispute" || kind === "dispute_won");
  await attemptEach(new Set(disputes.map(({ source }) => source)), (id) =>
    followDispute(context, id),
  );
  await followOpenDisputes(context);
  return differences;
}

/**
 * Reconciles every day up to yesterday that has not been: after a stop of the service those of the
 * last month, and each day money moved on. A day is compared again while it has a difference, and
 * after an answer or a notice about it came in, so that no difference outlives its cause.
 */
export async function reconcileMissed(context: PortalContext, today: CalendarDay): Promise<void> {
  const yesterday = addDays(today, -1);
  const lately = tokyoMoment(addDays(today, -31), 0);
  // Days that were never compared come first; a long list of old differences must not hold them up.
  const { rows } = await sql<{ day: CalendarDay }>`
    with missed as (
      select ${yesterday}::date as day
      union
      select day::date from generate_series(
        greatest((select max(day) from portal.reconciliation), ${addDays(today, -31)}::date),
        ${yesterday}::date, interval '1 day') as day
      where exists (select from portal.reconciliation)
      union
      select posted_on from portal.ledger_posting
      where kind in ('paid', 'refunded') and posted_on <= ${yesterday}
    ), again as (
      select day from portal.reconciliation_difference
      union
      select compared.day from portal.reconciliation as compared
      join portal.ledger_posting as posting on posting.happened_on = compared.day
      where posting.kind in ('fee', 'payout', 'dispute', 'dispute-won')
        and posting.created_at > compared.finished_at
      union
      select compared.day from portal.reconciliation as compared
      join portal.charge_attempt as attempt
        on (attempt.sent_at at time zone 'Asia/Tokyo')::date = compared.day
      where attempt.state = 'succeeded' and attempt.finished_at > compared.finished_at
        and attempt.finished_at >= ${lately}
    )
    select chosen.day::text as day from (
      select day from missed
      where day = ${yesterday}::date or day not in (select day from portal.reconciliation)
      union
      select day from again
    ) as chosen
    left join portal.reconciliation as compared on compared.day = chosen.day
    order by compared.finished_at nulls first, chosen.day limit 100`.execute(context.db);
  await attemptEach(rows, ({ day }) => reconcile(context, day));
}
