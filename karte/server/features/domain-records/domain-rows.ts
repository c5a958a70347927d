import type { DomainRow } from "@sekimori/karte-contract/endpoints/domains";
import { labelsIn } from "@sekimori/karte-contract/labels";
import { AppError } from "@sekimori/kit-server/errors";
import type { Sealer } from "@sekimori/kit-server/sealing";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { KarteTransaction } from "../../context.ts";
import { gradeCode, proofCode, runPhaseCode, scheduleCode } from "../../database/codes.ts";
import { moment } from "../../database/moments.ts";
import type { ContractAnswer } from "../../ports/contracts.ts";
import { cachedContract } from "../contract/contract-service.ts";
import { allowsSchedule } from "../contract/plan-view.ts";
import { peopleById } from "../principals/person.ts";
import { runStateOf } from "../run-records/run-rows.ts";
import { underWay } from "../run-records/run-states.ts";

export interface DomainRecord {
  readonly id: string;
  readonly name: string;
  readonly name_unicode: string;
  readonly registrable: string;
  readonly label: string;
  readonly grade: number;
  readonly score: number | null;
  readonly previous_grade: number | null;
  readonly at_most: boolean;
  readonly previous_score: number | null;
  readonly open_critical: number;
  readonly open_high: number;
  readonly open_medium: number;
  readonly open_low: number;
  readonly open_info: number;
  readonly open_weight: string;
  readonly proof: number;
  readonly consented: boolean;
  readonly schedule: number;
  readonly next_run_at: Date | number;
  readonly last_run_at: Date | number;
  readonly added_at: Date;
  readonly added_by: string | null;
  readonly responsible: string | null;
  readonly assets: number;
  readonly proof_token: string;
  readonly proof_method: number | null;
  readonly proof_covers: string | null;
  readonly proof_covers_domain: boolean | null;
  readonly proved_at: Date | null;
  readonly proof_until: Date | null;
  readonly proof_checked_at: Date | null;
  readonly proof_failures: { readonly method: "dns-txt" | "file" | "meta"; readonly why: string }[];
}

const columns = sql`d.id, d.name, d.name_unicode, d.registrable, d.label, d.grade, d.score,
  d.at_most, d.previous_grade, d.previous_score, d.open_critical, d.open_high, d.open_medium, d.open_low,
  d.open_info, d.open_weight, d.proof, d.consented, d.schedule, d.next_run_at, d.last_run_at,
  d.added_at, d.added_by, d.responsible, d.assets, d.proof_token, d.proof_method, d.proof_covers,
  d.proof_covers_domain, d.proved_at, d.proof_until, d.proof_checked_at, d.proof_failures`;

/** Domains that the transaction may see and that were not deleted. */
export async function domainRecords(
  tx: KarteTransaction,
  where: RawBuilder<SqlBool>,
  rest: RawBuilder<unknown>,
): Promise<DomainRecord[]> {
  const { rows } = await sql<DomainRecord>`
    select ${columns} from karte.domain d where d.deleted_at is null and ${where} ${rest}`.execute(
    tx,
  );
  return rows;
}

/**
 * The oldest domains of a contract stay live; what was added beyond its measure is only shown.
 *
 * @returns when and which domain is the first that is too many; undefined when all are live.
 */
async function firstBeyond(tx: KarteTransaction, limit: number) {
  const { rows } = await sql<{ added_at: Date; id: string }>`
    select added_at, id from karte.first_domain_beyond(${limit})`.execute(tx);
  return rows[0];
}

/** Whether each domain is beyond what the plan holds. */
export async function beyondPlan(
  tx: KarteTransaction,
  limit: number,
): Promise<(domain: { readonly added_at: Date; readonly id: string }) => boolean> {
  const first = await firstBeyond(tx, limit);
  if (first === undefined) return () => false;
  const from = first.added_at.getTime();
  return ({ added_at: at, id }) => at.getTime() > from || (at.getTime() === from && id >= first.id);
}

/** Why the plan has a domain's automatic scans rest; null where they come, or none was wanted. */
export function restOf(
  domain: DomainRecord,
  answer: ContractAnswer,
  isBeyond: (domain: DomainRecord) => boolean,
): DomainRow["rests"] {
  const schedule = scheduleCode.word(domain.schedule);
  if (schedule === "none") return null;
  if (isBeyond(domain)) return "domains";
  return allowsSchedule(answer, schedule) ? null : "schedule";
}

/** Refuses to change a domain that is beyond what the plan holds. @throws AppError PlanLimit. */
export async function mustBeLive(
  tx: KarteTransaction,
  domain: { readonly added_at: Date; readonly id: string },
): Promise<void> {
  const { answer } = await cachedContract(tx);
  const limit = answer.entitlements.domains;
  const isBeyond = await beyondPlan(tx, limit);
  if (isBeyond(domain)) throw new AppError("PlanLimit", { data: { what: "domains", limit } });
}

/** The same for several domains at once, by their ids. @throws AppError PlanLimit. */
export async function mustAllBeLive(
  tx: KarteTransaction,
  domainIds: readonly string[],
): Promise<void> {
  const { rows } = await sql<{ id: string; added_at: Date }>`
    select d.id, d.added_at from karte.domain d
    where d.id = any (${[...new Set(domainIds)]}::uuid[])
    order by d.added_at desc, d.id desc limit 1`.execute(tx);
  // Whatever lies beyond, the one that was added last does.
  const [last] = rows;
  if (last !== undefined) await mustBeLive(tx, last);
}

interface Around {
  readonly domain_id: string;
  readonly groups: { id: string; name: string }[] | null;
  readonly run: {
    id: string;
    state: number;
    phase: number;
    done: number;
    total: number;
    heartbeat_at: string | null;
  } | null;
}

/** What a row of the list shows beside the domain itself: its groups and the run under way. */
export async function domainViews(
  tx: KarteTransaction,
  sealer: Sealer,
  records: readonly DomainRecord[],
): Promise<DomainRow[]> {
  const { answer } = await cachedContract(tx);
  // Who sees only a part cannot tell which are the oldest of all.
  const isBeyond = await beyondPlan(tx, answer.entitlements.domains);
  const ids = records.map(({ id }) => id);
  const { rows } = await sql<Around>`
    select x.id as domain_id,
      (select jsonb_agg(jsonb_build_object('id', g.id, 'name', g.name) order by g.name)
       from karte.group_member m join karte.domain_group g on g.id = m.group_id
       where m.domain_id = x.id) as groups,
      (select jsonb_build_object('id', r.id, 'state', r.state, 'phase', r.phase, 'done', r.done,
          'total', r.total, 'heartbeat_at', r.heartbeat_at)
       from karte.run r where r.domain_id = x.id and r.state in (${underWay})) as run
    from unnest(${ids}::uuid[]) x (id)`.execute(tx);
  const person = await peopleById(
    tx,
    sealer,
    records.map(({ responsible }) => responsible),
  );
  const around = new Map(rows.map((row) => [row.domain_id, row]));
  return records.map((record) => {
    const beside = around.get(record.id);
    const run = beside?.run;
    const rests = restOf(record, answer, isBeyond);
    return {
      id: record.id,
      name: { ascii: record.name, unicode: record.name_unicode },
      grade: gradeCode.word(record.grade),
      score: record.score,
      previousGrade: gradeCode.word(record.previous_grade),
      previousScore: record.previous_score,
      atMost: record.at_most,
      open: {
        critical: record.open_critical,
        high: record.open_high,
        medium: record.open_medium,
        low: record.open_low,
        info: record.open_info,
      },
      proof: proofCode.word(record.proof),
      consented: record.consented,
      schedule: scheduleCode.word(record.schedule),
      lastRunAt: moment(record.last_run_at),
      nextRunAt: rests === null ? moment(record.next_run_at) : null,
      rests,
      run: run
        ? {
            id: run.id,
            state: runStateOf({
              state: run.state,
              heartbeat_at: run.heartbeat_at === null ? null : new Date(run.heartbeat_at),
            }),
            phase: runPhaseCode.word(run.phase),
            done: run.done,
            total: run.total,
          }
        : null,
      groups: beside?.groups ?? [],
      responsible: person(record.responsible),
      label: record.label,
      labels: labelsIn(record.label),
      readOnly: isBeyond(record),
      addedAt: record.added_at.toISOString(),
    };
  });
}
