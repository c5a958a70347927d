import { heartbeatSeconds } from "@sekimori/karte-contract/constants";
import type { getRun, listRuns } from "@sekimori/karte-contract/endpoints/runs";
import type { RunState } from "@sekimori/karte-contract/words";
import type { EndpointRequest, EndpointResult } from "@sekimori/kit-contract/endpoint";
import { AppError } from "@sekimori/kit-server/errors";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { KarteContext } from "../../context.ts";
import { runStateCode } from "../../database/codes.ts";
import {
  after,
  countUpTo,
  cutPage,
  every,
  ordering,
  type PageOrder,
  readCursor,
} from "../../database/pages.ts";
import { inScope } from "../../database/scope.ts";
import type { Member } from "../principals/principals.ts";
import { findRun, runRows, runViews } from "../run-records/run-rows.ts";

const latestFirst: PageOrder = {
  column: sql`r.queued_at`,
  type: "timestamptz",
  id: sql`r.id`,
  idType: "uuid",
  descending: true,
};

/** "running" and "silent" are one stored state, told apart by the worker's last sign of life. */
function stateCondition(states: readonly RunState[]): RawBuilder<SqlBool> {
  const silentBefore = new Date(Date.now() - heartbeatSeconds * 1000);
  const any = states.map((state) => {
    if (state === "silent") {
      return sql<SqlBool>`(r.state = ${runStateCode.of("running")} and r.heartbeat_at < ${silentBefore})`;
    }
    if (state === "running") {
      return sql<SqlBool>`(r.state = ${runStateCode.of("running")} and r.heartbeat_at >= ${silentBefore})`;
    }
    return sql<SqlBool>`r.state = ${runStateCode.of(state)}`;
  });
  return sql<SqlBool>`(${sql.join(any, sql` or `)})`;
}

/** @throws AppError NotFound. */
export function oneRun(
  { db, sealer }: KarteContext,
  { scope }: Member,
  id: string,
): Promise<EndpointResult<typeof getRun>> {
  return inScope(db, scope, async (tx) => {
    const run = await findRun(tx, sealer, id);
    if (run === undefined) throw new AppError("NotFound");
    return run;
  });
}

/** One page of runs, latest first. @throws AppError InvalidInput for a cursor that is none of ours. */
export async function runList(
  { db, sealer }: KarteContext,
  { scope }: Member,
  query: EndpointRequest<typeof listRuns>["query"],
): Promise<EndpointResult<typeof listRuns>> {
  const conditions = [
    ...(query.domain ? [sql<SqlBool>`r.domain_id = ${query.domain}`] : []),
    ...(query.state ? [stateCondition(query.state)] : []),
  ];
  const from = readCursor(query.cursor);
  return inScope(db, scope, async (tx) => {
    const rows = await runRows(
      tx,
      every([...conditions, after(latestFirst, from)]),
      sql`order by ${ordering(latestFirst)} limit ${query.size + 1}`,
    );
    const { shown, next } = cutPage(rows, query.size, (row) => [
      row.queued_at.toISOString(),
      row.id,
    ]);
    return {
      runs: await runViews(tx, sealer, shown),
      next,
      count: await countUpTo(tx, sql`1 from karte.run r where ${every(conditions)}`),
    };
  });
}
