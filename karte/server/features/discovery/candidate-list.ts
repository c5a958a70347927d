import { domainToUnicode } from "node:url";
import type { Candidate, listCandidates } from "@sekimori/karte-contract/endpoints/discovery";
import type { EndpointRequest, EndpointResult } from "@sekimori/kit-contract/endpoint";
import { type SqlBool, sql } from "kysely";
import type { KarteContext } from "../../context.ts";
import {
  candidateRelationCode,
  candidateStateCode,
  candidateStrengthCode,
} from "../../database/codes.ts";
import { moment } from "../../database/moments.ts";
import {
  after,
  countUpTo,
  cutPage,
  oneOf,
  ordering,
  type PageOrder,
  readCursor,
} from "../../database/pages.ts";
import { inScope } from "../../database/scope.ts";
import type { Member } from "../principals/principals.ts";

interface CandidateRow {
  readonly id: string;
  readonly name: string;
  readonly state: number;
  readonly strength: number;
  readonly first_seen_at: Date;
  readonly last_seen_at: Date;
  readonly paths: {
    readonly relation: number;
    readonly origin: string;
    readonly evidence: string;
    readonly first: string;
    readonly last: string;
  }[];
}

/** The surest first. */
const order: PageOrder = {
  column: sql`(c.strength::text || ' ' || c.name)`,
  type: "text",
  id: sql`c.id`,
  idType: "uuid",
  descending: false,
};

const viewOf = (row: CandidateRow): Candidate => ({
  id: row.id,
  name: { ascii: row.name, unicode: domainToUnicode(row.name) },
  state: candidateStateCode.word(row.state),
  strength: candidateStrengthCode.word(row.strength),
  paths: row.paths.map(({ relation, origin, evidence, first, last }) => ({
    relation: candidateRelationCode.word(relation),
    ...{ from: origin, evidence },
    firstSeenAt: new Date(first).toISOString(),
    lastSeenAt: new Date(last).toISOString(),
  })),
  firstSeenAt: row.first_seen_at.toISOString(),
  lastSeenAt: row.last_seen_at.toISOString(),
});

/** One page of the names that may be the organisation's. @throws AppError InvalidInput for a cursor that is none of ours. */
export function candidateList(
  { db, nameFinder }: KarteContext,
  { scope }: Member,
  { state, cursor, size }: EndpointRequest<typeof listCandidates>["query"],
): Promise<EndpointResult<typeof listCandidates>> {
  const from = readCursor(cursor);
  const isAsked = state
    ? oneOf(sql`c.state`, state.map(candidateStateCode.of))
    : sql<SqlBool>`true`;
  return inScope(db, scope, async (tx) => {
    const { rows } = await sql<CandidateRow>`
      select c.*, (select coalesce(jsonb_agg(jsonb_build_object('relation', p.relation, 'origin', p.origin,
          'evidence', p.evidence, 'first', p.first_seen_at, 'last', p.last_seen_at)
          order by p.relation, p.origin), '[]') from (select * from karte.candidate_path q
            where q.candidate_id = c.id order by q.relation, q.origin limit 20) p) as paths
      from karte.candidate c where ${isAsked} and ${after(order, from)}
      order by ${ordering(order)} limit ${size + 1}`.execute(tx);
    const { shown, next } = cutPage(rows, size, ({ strength, name, id }) => [
      `${strength} ${name}`,
      id,
    ]);
    const search = await tx.selectFrom("karte.candidate_search").selectAll().executeTakeFirst();
    return {
      candidates: shown.map(viewOf),
      next,
      count: await countUpTo(tx, sql`1 from karte.candidate c where ${isAsked}`),
      search: search
        ? { askedAt: search.asked_at.toISOString(), finishedAt: moment(search.finished_at) }
        : null,
      certificateLog: nameFinder.hasCertificateLog,
    };
  });
}
