import { heartbeatSeconds } from "@sekimori/karte-contract/constants";
import type { RunView } from "@sekimori/karte-contract/endpoints/run-view";
import type { RunState } from "@sekimori/karte-contract/words";
import type { Sealer } from "@sekimori/kit-server/sealing";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { KarteTransaction } from "../../context.ts";
import { gradeCode, runKindCode, runPhaseCode, runStateCode } from "../../database/codes.ts";
import { moment } from "../../database/moments.ts";
import { peopleById } from "../principals/person.ts";

export interface RunRow {
  readonly id: string;
  readonly domain_id: string;
  readonly domain_name: string;
  readonly kind: number;
  readonly state: number;
  readonly phase: number;
  readonly version: number;
  readonly done: number;
  readonly total: number;
  readonly account_id: string | null;
  readonly queued_at: Date;
  readonly started_at: Date | null;
  readonly heartbeat_at: Date | null;
  readonly finished_at: Date | null;
  readonly problem: RunView["problem"];
  readonly score: number | null;
  readonly grade: number | null;
  readonly score_version: string | null;
  readonly new_findings: number;
  readonly closed_findings: number;
}

/** A run whose worker has been silent for too long says so until another takes it up. */
export function runStateOf(row: {
  readonly state: number;
  readonly heartbeat_at: Date | null;
}): RunState {
  const state = runStateCode.word(row.state);
  // Signs of life follow the machine's time: moving the product's clock silences nobody.
  const quietMs = Date.now() - (row.heartbeat_at?.getTime() ?? Date.now());
  const isSilent = quietMs > heartbeatSeconds * 1000;
  return state === "running" && isSilent ? "silent" : state;
}

const columns = sql`r.id, r.domain_id, d.name as domain_name, r.kind, r.state, r.phase, r.version,
  r.done, r.total, r.account_id, r.queued_at, r.started_at, r.heartbeat_at, r.finished_at, r.problem,
  r.score, r.grade, r.score_version, r.new_findings, r.closed_findings`;

/** Runs that the transaction may see, with their domains' names. */
export async function runRows(
  tx: KarteTransaction,
  where: RawBuilder<SqlBool>,
  rest: RawBuilder<unknown>,
): Promise<RunRow[]> {
  const { rows } = await sql<RunRow>`
    select ${columns} from karte.run r join karte.domain d on d.id = r.domain_id
    where ${where} ${rest}`.execute(tx);
  return rows;
}

export async function runViews(
  tx: KarteTransaction,
  sealer: Sealer,
  rows: readonly RunRow[],
): Promise<RunView[]> {
  const person = await peopleById(
    tx,
    sealer,
    rows.map((row) => row.account_id),
  );
  return rows.map((row) => ({
    id: row.id,
    domain: { id: row.domain_id, name: row.domain_name },
    kind: runKindCode.word(row.kind),
    state: runStateOf(row),
    phase: runPhaseCode.word(row.phase),
    version: row.version,
    done: row.done,
    total: row.total,
    queuedAt: row.queued_at.toISOString(),
    startedAt: moment(row.started_at),
    finishedAt: moment(row.finished_at),
    startedBy: person(row.account_id),
    score: row.score,
    grade: gradeCode.word(row.grade),
    scoreVersion: row.score_version,
    newFindings: row.new_findings,
    closedFindings: row.closed_findings,
    problem: row.problem,
  }));
}

/** One run, if the transaction may see it. */
export async function findRun(
  tx: KarteTransaction,
  sealer: Sealer,
  id: string,
): Promise<RunView | undefined> {
  const rows = await runRows(tx, sql<SqlBool>`r.id = ${id}`, sql``);
  const [view] = await runViews(tx, sealer, rows);
  return view;
}
