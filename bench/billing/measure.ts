import { setTimeout as pause } from "node:timers/promises";
import { processorMsOfFamily } from "../support/processor-time.ts";
import { documentsPerSecond } from "./documents.ts";
import { type Measured, startMeasured } from "./measured-process.ts";
import { day } from "./run.ts";
import { type BillingStand, startBillingStand } from "./stand.ts";

export interface BillingRun {
  readonly contracts: number;
  readonly latencyMs: number;
  readonly workers: number;
  /** When a worker is ended by kill -9: this often, or each time so many are paid; never unless given. */
  readonly kill?: { readonly everyMs: number } | { readonly whenPaid: readonly number[] };
  /** When whoever has not been billed is given up. */
  readonly withinMs: number;
}

export interface BillingFigures {
  /** From the job's being added until the last invoice was paid. */
  readonly seconds: number;
  /** Until the first charge was made, and the charges a second from then on. */
  readonly issuingSeconds: number;
  readonly chargesPerSecond: number;
  readonly peakMiB: number;
  /** Most calls that the company had unanswered at once. */
  readonly inFlight: number;
  readonly kills: number;
  /** Seconds of processor time: workers, company, PostgreSQL. */
  readonly processor: Readonly<Record<"workers" | "company" | "database", number>>;
  readonly documentsPerSecond: number;
  /** What is not as it has to be in the books of either side, in words. */
  readonly wrong: readonly string[];
  /** Processor seconds of each worker, with those that were killed in its place. */
  readonly shares: readonly number[];
}

/** What stands in the books of both sides afterwards. */
interface Found {
  readonly paid: number;
  readonly invoices: number;
  readonly mails: number;
  readonly mailJobs: number;
  readonly ledgerYen: number;
  readonly receivableYen: number;
  readonly revenueAndTaxYen: number;
  readonly numberGaps: number;
  readonly parked: number;
  readonly charged: number;
  readonly chargedTwice: number;
  readonly chargedYen: number;
}

const paidSoFar = async ({ portal, former }: BillingStand) =>
  ((
    await portal.pool.query<{ paid: number }>(
      "select count(*)::int as paid from portal.invoice where state = 'paid'",
    )
  ).rows[0]?.paid ?? former) - former;

/**
 * Whether a charge was made, and whether one has no answer yet: from a few rows. To count what is
 * paid twice a second, from a table that grows to 100,000, costs more than billing it.
 */
async function progressOf({ portal, company, former }: BillingStand) {
  const theirs = await company.pool.query<{ hasBegun: boolean }>(
    `select count(*) > $1 as "hasBegun"
     from (select from sandbox.payment_charge limit $1 + 1) as charges`,
    [former],
  );
  const ours = await portal.pool.query<{ isWaiting: boolean }>(`
    select (select id from portal.charge_attempt
        where state = 'created' order by created_at limit 1) is not null
      or (select id from portal.charge_attempt
        where state in ('sent', 'unknown') order by sent_at limit 1) is not null as "isWaiting"`);
  return {
    hasBegun: theirs.rows[0]?.hasBegun === true,
    isWaiting: ours.rows[0]?.isWaiting === true,
  };
}

const addJob = ({ portal }: BillingStand, name: string, payload: object) =>
  portal.pool.query("select graphile_worker.add_job($1, $2::json)", [
    name,
    JSON.stringify(payload),
  ]);

async function booksOf({ portal, company }: BillingStand): Promise<Found> {
  const ours = await portal.pool.query<Omit<Found, "charged" | "chargedTwice" | "chargedYen">>(`
    select
      (select count(*)::int from portal.invoice where state = 'paid') as paid,
      (select count(*)::int from portal.invoice) as invoices,
      (select count(*)::int from kit.mail_outbox) as mails,
      (select count(*)::int from graphile_worker.jobs where task_identifier = 'kit.send-mail')
        as "mailJobs",
      (select coalesce(sum(amount), 0)::float from portal.ledger_entry) as "ledgerYen",
      (select coalesce(sum(amount), 0)::float from portal.ledger_entry
        where account = 'receivable') as "receivableYen",
      (select -coalesce(sum(amount), 0)::float from portal.ledger_entry
        where account in ('revenue', 'tax')) as "revenueAndTaxYen",
      (select (coalesce(max(number), 0) - count(*))::int from portal.invoice) as "numberGaps",
      (select count(*)::int from portal.parked_contract) as parked`);
  const theirs = await company.pool.query<Pick<Found, "charged" | "chargedTwice" | "chargedYen">>(`
    select count(*)::int as charged, count(*) filter (where n > 1)::int as "chargedTwice",
      coalesce(sum(yen), 0)::float as "chargedYen"
    from (select count(*) as n, sum(amount) as yen from sandbox.payment_charge
      where status = 'succeeded' group by card_id) as per_card`);
  const [mine] = ours.rows;
  const [other] = theirs.rows;
  if (!mine || !other) throw new Error("The books could not be read.");
  return { ...mine, ...other };
}

/** Waits for the moment of the next kill; false where there is none any more. */
async function nextKill(
  stand: BillingStand,
  kill: NonNullable<BillingRun["kill"]>,
  kills: number,
  ended: AbortSignal,
): Promise<boolean> {
  const rest = (ms: number) => pause(ms, undefined, { signal: ended }).catch(() => undefined);
  if ("everyMs" in kill) await rest(kill.everyMs);
  else {
    // By progress and not by the clock, so that a fast machine is killed in the middle too.
    const mark = kill.whenPaid[kills];
    if (mark === undefined) return false;
    while (!ended.aborted && (await paidSoFar(stand)) < mark) await rest(10);
  }
  return !ended.aborted;
}

/** Ends a worker and starts another in its place, over and over, until told to stop. */
async function killInTurns(
  stand: BillingStand,
  workers: Measured[],
  kill: NonNullable<BillingRun["kill"]>,
  ended: AbortSignal,
  onKilled: (worker: Measured, place: number) => void,
): Promise<number> {
  const { databaseUrl, companyOrigin } = stand.places;
  let kills = 0;
  const starting: Promise<void>[] = [];
  while (await nextKill(stand, kill, kills, ended)) {
    const place = kills % workers.length;
    // The next moment may come before the former's replacement is up.
    await starting[kills - workers.length];
    const worker = workers[place];
    if (worker === undefined) break;
    onKilled(worker, place);
    await worker.kill();
    kills += 1;
    const replace = async () => {
      workers[place] = await startMeasured("worker", [databaseUrl, companyOrigin]);
      await addJob(stand, "portal.bill-day", { day });
    };
    starting.push(replace());
  }
  await Promise.all(starting);
  return kills;
}

/**
 * Lets two minutes go by for every charge that is still without an answer after six seconds, as
 * they do by themselves: whoever sent it has been killed. Workers' clocks differ by when they were
 * started, so what is old is known from the former looks and not from the row.
 */
function watchUnanswered({ portal }: BillingStand): () => Promise<void> {
  const firstSeen = new Map<string, number>();
  return async () => {
    const { rows } = await portal.pool.query<{ id: string }>(
      "select id from portal.charge_attempt where state in ('sent', 'unknown')",
    );
    const now = performance.now();
    for (const { id } of rows) if (!firstSeen.has(id)) firstSeen.set(id, now);
    const old = rows.map(({ id }) => id).filter((id) => now - (firstSeen.get(id) ?? now) > 6_000);
    await portal.pool.query(
      // What somebody holds is being answered, and waiting for it could end in a deadlock.
      `update portal.charge_attempt set sent_at = sent_at - interval '3 minutes' where id in (
        select id from portal.charge_attempt where id = any($1) order by id for update skip locked)`,
      [old],
    );
  };
}

/** Bills a month of contracts and compares what both sides have in their books afterwards. */
export async function measureBilling(run: BillingRun): Promise<BillingFigures> {
  const stand = await startBillingStand(run.contracts, run.latencyMs);
  const { databaseUrl, companyOrigin } = stand.places;
  const workers: Measured[] = [];
  const ended = new AbortController();
  let peakMiB = 0;
  const killedMs = Array<number>(run.workers).fill(0);
  let killing = Promise.resolve(0);
  try {
    for (let index = 0; index < run.workers; index += 1) {
      workers.push(await startMeasured("worker", [databaseUrl, companyOrigin]));
    }
    const companyBefore = stand.companyProcess.processorMs();
    const databaseBefore = processorMsOfFamily(stand.postgresPid);
    const workersBefore = workers.reduce((sum, worker) => sum + worker.processorMs(), 0);
    const began = performance.now();
    await addJob(stand, "portal.bill-day", { day });
    if (run.kill !== undefined) {
      killing = killInTurns(stand, workers, run.kill, ended.signal, (worker, place) => {
        peakMiB = Math.max(peakMiB, worker.peakMiB());
        killedMs[place] = (killedMs[place] ?? 0) + worker.processorMs();
      });
    }
    const ageUnanswered = watchUnanswered(stand);
    let firstPaid: number | undefined;
    let paid = 0;
    let asked = began;
    while (paid < run.contracts && performance.now() - began < run.withinMs) {
      await pause(Math.min(500, run.contracts / 10));
      const { hasBegun, isWaiting } = await progressOf(stand);
      if (hasBegun) firstPaid ??= performance.now();
      if (hasBegun && !isWaiting) paid = await paidSoFar(stand);
      if (run.kill !== undefined && performance.now() - asked > 2_000) {
        asked = performance.now();
        await ageUnanswered();
        await addJob(stand, "portal.collect-payments", { dueAt: new Date().toISOString() });
      }
    }
    const finished = performance.now();
    ended.abort();
    const kills = await killing;
    const issuingSeconds = ((firstPaid ?? finished) - began) / 1_000;
    for (const worker of workers) peakMiB = Math.max(peakMiB, worker.peakMiB());
    const seconds = (finished - began) / 1_000;
    const shares = workers.map(
      (worker, place) => (worker.processorMs() + (killedMs[place] ?? 0)) / 1_000,
    );
    const workersAfter = shares.reduce((sum, share) => sum + share * 1_000, 0);
    const processor = {
      workers: (workersAfter - workersBefore) / 1_000,
      company: (stand.companyProcess.processorMs() - companyBefore) / 1_000,
      database: (processorMsOfFamily(stand.postgresPid) - databaseBefore) / 1_000,
    };
    return {
      seconds,
      issuingSeconds,
      chargesPerSecond: run.contracts / Math.max(seconds - issuingSeconds, 0.001),
      peakMiB,
      inFlight: await stand.companyProcess.ask(),
      kills,
      processor,
      documentsPerSecond: await documentsPerSecond(stand),
      wrong: wrongIn(await booksOf(stand), run.contracts + stand.former),
      shares,
    };
  } finally {
    ended.abort();
    // A worker that is only starting would fail for want of the database, and hide what went wrong.
    await killing.catch(() => undefined);
    for (const worker of workers) await worker.stop();
    await stand.close();
  }
}

/** What is not as it has to be, in words; empty when every contract was billed once, to the yen. */
function wrongIn(found: Found, contracts: number): string[] {
  const yen = contracts * 11_000;
  const wanted: Record<keyof Found, number> = {
    paid: contracts,
    invoices: contracts,
    mails: contracts,
    mailJobs: contracts,
    ledgerYen: 0,
    receivableYen: 0,
    revenueAndTaxYen: yen,
    numberGaps: 0,
    parked: 0,
    charged: contracts,
    chargedTwice: 0,
    chargedYen: yen,
  };
  return (Object.keys(wanted) as (keyof Found)[])
    .filter((name) => found[name] !== wanted[name])
    .map((name) => `${name}: ${found[name]} instead of ${wanted[name]}`);
}
