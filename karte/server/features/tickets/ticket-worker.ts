import { setTimeout as pause } from "node:timers/promises";
import { ticketPollMinutes } from "@sekimori/karte-contract/constants";
import { pagePaths } from "@sekimori/karte-contract/page-routes";
import { recheckObstacles } from "@sekimori/karte-contract/words";
import { AppError } from "@sekimori/kit-server/errors";
import { attemptEach, type CronEntry, type Job, type JobRun } from "@sekimori/kit-server/jobs";
import { type SqlBool, sql } from "kysely";
import type { KarteContext, KarteTransaction } from "../../context.ts";
import { ticketStateCode } from "../../database/codes.ts";
import { ofLiveDomain } from "../../database/pages.ts";
import { inScope, wholeWorkspace } from "../../database/scope.ts";
import { type RemoteTicket, type TicketClient, TicketFailure } from "../../ports/ticket-systems.ts";
import { appendActivity } from "../activity/activity.ts";
import { cachedContract } from "../contract/contract-service.ts";
import { checkWords, findingRecords, findingViews } from "../findings/finding-rows.ts";
import { queueRecheck } from "../runs/start-service.ts";
import { actOf } from "../ticket-records/ticket-acts.ts";
import { askSystem, pollTickets, workTickets } from "../ticket-records/ticket-jobs.ts";
import { connectionOf, placeOfSystem, type SystemRow, systemRow } from "./system-rows.ts";
import {
  change,
  goOn,
  judgeAll,
  nextAct,
  type StoredTicket,
  takeOver,
  ticketRow,
  toLookAt,
} from "./ticket-store.ts";
import { ticketComment, ticketText } from "./ticket-words.ts";

/** Backlog asks for a second between calls that change something; GitHub, too. */
const paceMs = 1_000;
/** So many of one system are done in one job, so that others have their turn. */
const actsMost = 20;
const triesMost = 8;
/** Between two looks for a ticket of which nobody knows whether it was made. */
const lookAgainMs = 60_000;
const looksMost = 2;
/** Clocks of others may be behind ours. */
const overlapMs = 10 * 60_000;

const delayMs = (tries: number) => Math.min(5_000 * 4 ** tries, 3_600_000);

/** The line by which a ticket of ours is known, and a change of ours in it. */
const markOf = ({ id }: StoredTicket) => `Sekimori-Karte: ${id}`;
const changeMark = (row: StoredTicket) => `${markOf(row)}/${row.act_number}`;

interface Desk {
  readonly context: KarteContext;
  readonly system: SystemRow;
  readonly client: TicketClient;
  readonly job: Pick<JobRun, "assertHeld">;
  inside<T>(work: (tx: KarteTransaction) => Promise<T>): Promise<T>;
}

/** What a new ticket says, from the cause's findings as they are now. */
async function textOf(desk: Desk, row: StoredTicket) {
  const { clock, sealer, settings } = desk.context;
  return desk.inside(async (tx) => {
    const open = sql<SqlBool>`f.cause = ${row.cause} and ${ofLiveDomain(sql`f.domain_id`)}`;
    const [record] = await findingRecords(
      tx,
      open,
      sql`order by f.is_open desc, f.work_order, f.id limit 1`,
    );
    if (record === undefined) return undefined;
    const [view] = await findingViews(tx, sealer, [record], clock.now());
    if (view === undefined) return undefined;
    const { rows } = await sql<{ name: string }>`
      select distinct d.name from karte.finding f join karte.domain d on d.id = f.domain_id
      where ${open} and f.is_open = 1 order by d.name limit 1000`.execute(tx);
    const link = new URL(pagePaths.inventoryResult, settings.karteOrigin);
    link.searchParams.set("id", record.id);
    return ticketText(
      {
        title: view.title,
        host: view.host,
        severity: view.severity,
        sentence: view.priority.sentence,
        remedy: checkWords.get(view.check)?.remedy ?? view.title,
        domains: rows.map(({ name }) => name),
        findings: view.cause.findings,
        dueOn: view.cause.dueOn,
        link: link.href,
        former: row.former_key,
      },
      desk.system.language,
    );
  });
}

const madeAs = (remote: RemoteTicket, now: Date) => ({
  state: ticketStateCode.of(remote.state === "in-work" ? "in-work" : "open"),
  act: null,
  begun_at: null,
  looks: 0,
  tries: 0,
  problem: null,
  remote_id: remote.id,
  remote_key: remote.key,
  url: remote.url,
  heard_at: now,
  moved_at: now,
});

/** Makes a ticket, once: as long as nobody knows whether a call made it, it is looked for instead. */
async function create({ context, client, inside, job, ...desk }: Desk, row: StoredTicket) {
  const now = () => context.clock.now();
  const mark = markOf(row);
  if (row.begun_at !== null) {
    const found = await client.find(mark, new Date(row.begun_at.getTime() - overlapMs));
    if (found !== undefined) return inside((tx) => change(tx, row.id, madeAs(found, now())));
    if (row.looks + 1 < looksMost) {
      const at = new Date(now().getTime() + lookAgainMs);
      return inside((tx) => change(tx, row.id, { looks: row.looks + 1, act_at: at }));
    }
  }
  const text = await textOf({ context, client, inside, job, ...desk }, row);
  if (text === undefined) {
    // Its domain has gone meanwhile.
    return inside((tx) => change(tx, row.id, { state: ticketStateCode.of("gone"), act: null }));
  }
  await job.assertHeld();
  await inside((tx) => change(tx, row.id, { begun_at: now(), looks: 0 }));
  const made = await client.create(text, mark).catch(async (error: unknown) => {
    // A refusal is known not to have made anything; whatever else leaves it unknown.
    if (error instanceof TicketFailure && !error.isUnknown) {
      await inside((tx) => change(tx, row.id, { begun_at: null }));
    }
    throw error;
  });
  await inside((tx) => change(tx, row.id, madeAs(made, now())));
}

async function move({ context, system, client, inside, job }: Desk, row: StoredTicket) {
  const act = actOf(row.act ?? 0);
  if (act === "create" || row.remote_id === null) throw new Error("There is nothing to move.");
  const comment = ticketComment(act, row.judged_at ?? context.clock.now(), system.language);
  await job.assertHeld();
  try {
    const to = act === "close" ? "closed" : "open";
    await client.move(row.remote_id, to, comment, changeMark(row));
  } catch (error) {
    if (!(error instanceof TicketFailure)) throw error;
    // What nothing there reopens goes on as another ticket, as one that is gone.
    const isOver = error.problem === "project" || (error.problem === "workflow" && act !== "close");
    if (!isOver) throw error;
    // Of the whole project the next look will say so; a ticket alone is gone.
    await context.ticketSystems.look(connectionOf(context.sealer, system));
    return inside((tx) =>
      act === "close"
        ? change(tx, row.id, { state: ticketStateCode.of("gone"), act: null })
        : goOn(tx, row, context.clock.now()),
    );
  }
  const at = context.clock.now();
  await inside(async (tx) => {
    await change(tx, row.id, {
      ...{ act: null, tries: 0, problem: null },
      ...{ heard_at: at, moved_at: at },
    });
    await appendActivity(tx, {
      at,
      action: act === "close" ? "ticket.closed" : "ticket.reopened",
      by: null,
      detail: { label: system.label, ticket: row.remote_key ?? "" },
    });
  });
}

/** It is the ticket that the system refuses, and not us. */
const isOfTicket = ({ problem }: TicketFailure) => problem === "refused" || problem === "workflow";

/** What a failure makes of a ticket. @returns until when the whole system is to be left alone. */
async function failed(
  { context, inside }: Desk,
  id: string,
  failure: TicketFailure,
): Promise<Date | undefined> {
  const now = context.clock.now();
  return inside(async (tx) => {
    const row = await ticketRow(tx, id);
    const isCreate = row.act !== null && actOf(row.act) === "create";
    if (failure.problem === "busy") {
      const until = new Date(now.getTime() + failure.retryAfterMs);
      await change(tx, id, { act_at: until, problem: null });
      return until;
    }
    // What a check has said is passed on whenever the key works again; what nobody can have is given up.
    const isLasting = isCreate && !failure.isUnknown;
    const isWorthMore = !isCreate && !isOfTicket(failure);
    if (isLasting || (!isWorthMore && row.tries + 1 >= triesMost)) {
      await change(tx, id, {
        act: null,
        problem: failure.problem,
        ...(isCreate ? { state: ticketStateCode.of("failed") } : {}),
      });
      return undefined;
    }
    await change(tx, id, {
      tries: Math.min(row.tries + 1, triesMost),
      act_at: new Date(now.getTime() + delayMs(row.tries)),
      problem: failure.problem,
    });
    return undefined;
  });
}

/** Does what is to be done, one after another. @returns when there is more to do. */
async function doActs(desk: Desk): Promise<Date | undefined> {
  const { clock } = desk.context;
  for (let done = 0; done < actsMost; done += 1) {
    const row = await desk.inside((tx) => nextAct(tx, desk.system.id));
    if (row === undefined) return undefined;
    if (row.act_at !== null && row.act_at > clock.now()) return row.act_at;
    if (done > 0) await pause(paceMs);
    try {
      await (actOf(row.act ?? 0) === "create" ? create(desk, row) : move(desk, row));
    } catch (error) {
      if (!(error instanceof TicketFailure)) throw error;
      const until = await failed(desk, row.id, error);
      await noteProblem(desk, error, until);
      if (until !== undefined) return until;
    }
  }
  return clock.now();
}

async function noteProblem(desk: Desk, failure: TicketFailure, until?: Date): Promise<void> {
  // A busy system is well, and one that refuses a ticket is, too.
  const isWell = failure.problem === "busy" || isOfTicket(failure);
  const problem = isWell ? null : failure.problem;
  await desk.inside((tx) =>
    tx
      .updateTable("karte.ticket_system")
      .set({ problem, ...(until === undefined ? {} : { wait_until: until }) })
      .where("id", "=", desk.system.id)
      .execute(),
  );
}

/** Asks a system what has changed. @returns until when it is to be left alone, if it says so. */
async function listen(desk: Desk): Promise<Date | undefined> {
  const { context, system, client } = desk;
  const begun = context.clock.now();
  try {
    const changed = await client.changedSince(system.heard_until ?? system.created_at);
    await desk.inside(async (tx) => {
      await takeOver(tx, system.id, changed, begun);
      await tx
        .updateTable("karte.ticket_system")
        .set({
          heard_at: begun,
          heard_until: new Date(begun.getTime() - overlapMs),
          problem: null,
        })
        .where("id", "=", system.id)
        .execute();
    });
    return undefined;
  } catch (error) {
    if (!(error instanceof TicketFailure)) throw error;
    const isBusy = error.problem === "busy";
    const until = isBusy ? new Date(begun.getTime() + error.retryAfterMs) : undefined;
    await noteProblem(desk, error, until);
    return until;
  }
}

const isObstacle = (type: string): type is (typeof recheckObstacles)[number] =>
  (recheckObstacles as readonly string[]).includes(type);

/** What is said to be done is looked at again, as far as the day's re-checks allow. */
async function askForChecks({ context, system, inside }: Desk): Promise<void> {
  for (const { id, finding } of await inside((tx) => toLookAt(tx, system.id))) {
    // By itself each: one that is refused takes nothing of the others back.
    const obstacle = await inside((tx) =>
      queueRecheck(
        tx,
        { workspaceId: system.workspace_id, accountId: null },
        finding,
        context.clock.now(),
      ),
    ).then(
      () => null,
      (error: unknown) => {
        if (!(error instanceof AppError)) throw error;
        // Another scan of the domain goes on: its end asks again.
        return isObstacle(error.type) ? error.type : null;
      },
    );
    await inside((tx) => change(tx, id, { waits_for: obstacle }));
  }
}

/** The job of one system: what has changed there, what checks say, and what is to be done. */
export function ticketJob(context: KarteContext): Job {
  const { db, clock, sealer, ticketSystems } = context;
  return workTickets.handledBy(async (asked, job) => {
    const inside = <T>(work: (tx: KarteTransaction) => Promise<T>) =>
      inScope(db, wholeWorkspace(asked.workspace), work);
    const again = (at: Date) =>
      inside((tx) => askSystem(tx, { ...asked, poll: false }, at)).then(() => undefined);
    const { system, isEntitled } = await inside(async (tx) => ({
      system: await systemRow(tx, asked.system),
      isEntitled: (await cachedContract(tx)).answer.entitlements.tickets,
    }));
    if (system === undefined || !isEntitled) return;
    if (system.wait_until !== null && system.wait_until > clock.now()) {
      return again(system.wait_until);
    }
    const client = ticketSystems.client(connectionOf(sealer, system), placeOfSystem(system));
    const desk: Desk = { context, system, client, job, inside };
    const wait = asked.poll ? await listen(desk) : undefined;
    await inside((tx) => judgeAll(tx, system.id, clock.now()));
    await askForChecks(desk);
    const next = wait ?? (await doActs(desk));
    if (next !== undefined) await again(next);
  });
}

/** Each quarter of an hour all systems that have tickets are asked. */
export function pollJob({ db }: KarteContext): { job: Job; cron: CronEntry } {
  const job = pollTickets.handledBy(async () => {
    const { rows } = await sql<{ workspace_id: string; id: string }>`
      select * from karte.ticket_systems_in_use()`.execute(db);
    await attemptEach(rows, ({ workspace_id: workspace, id: system }) =>
      askSystem(db, { workspace, system, poll: true }),
    );
  });
  return { job, cron: { name: "karte.poll-tickets", at: `*/${ticketPollMinutes} * * * *`, job } };
}
