import { randomUUID } from "node:crypto";
import { HostNameRefused } from "@sekimori/diagnosis/host-name";
import { candidatesMost } from "@sekimori/karte-contract/constants";
import { type CandidateRelation, strengthOf } from "@sekimori/karte-contract/discovery";
import { sql } from "kysely";
import type { KarteContext, KarteTransaction } from "../../context.ts";
import {
  assetStateCode,
  assetTypeCode,
  candidateRelationCode,
  candidateStrengthCode,
} from "../../database/codes.ts";
import { provedDomains, speaksFor } from "./proved-names.ts";

/** A name that something led to. */
export interface FoundName {
  readonly name: string;
  readonly relation: CandidateRelation;
  /** The proved name or the file that it was found from. */
  readonly origin: string;
  readonly evidence: string;
}

const evidenceMost = 300;

/** Names as they are kept; what may not be examined, or is no name, is none. */
function readable({ examiner }: Pick<KarteContext, "examiner">, found: readonly FoundName[]) {
  const byPath = new Map<string, FoundName>();
  for (const one of found) {
    try {
      const { host } = examiner.name(one.name);
      byPath.set(`${host} ${one.relation} ${one.origin}`, { ...one, name: host });
    } catch (error) {
      if (!(error instanceof HostNameRefused)) throw error;
    }
  }
  return [...byPath.values()];
}

/**
 * Keeps names that were found, with their paths: what is a domain of the workspace already, or a host that its scans
 * know, is no candidate. What somebody put aside stays aside.
 *
 * @returns how many are new
 */
export async function keepFound(
  context: Pick<KarteContext, "examiner">,
  tx: KarteTransaction,
  workspaceId: string,
  found: readonly FoundName[],
  now: Date,
): Promise<number> {
  const all = readable(context, found);
  if (all.length === 0) return 0;
  const names = [...new Set(all.map(({ name }) => name))];
  const { rows: known } = await sql<{ name: string }>`
    select d.name from karte.domain d where d.deleted_at is null and d.name = any (${names}::text[])
    union select a.name from karte.asset a join karte.domain d on d.id = a.domain_id and d.deleted_at is null
      where a.name = any (${names}::text[]) and a.type = ${assetTypeCode.of("host")}
        and a.state <> ${assetStateCode.of("dependency")}`.execute(tx);
  const isKnown = new Set(known.map(({ name }) => name));
  const proved = await provedDomains(tx);
  const rows = all
    .filter(({ name }) => !isKnown.has(name))
    .map(({ name, relation, origin, evidence }) => ({
      id: randomUUID(),
      ...{ name, origin, evidence: evidence.slice(0, evidenceMost) },
      relation: candidateRelationCode.of(relation),
      strength: candidateStrengthCode.of(
        proved.some((domain) => speaksFor(domain, name)) ? "strong" : strengthOf[relation],
      ),
    }));
  if (rows.length === 0) return 0;
  // In one order, for other scans of the workspace find the same names.
  const { rows: added } = await sql<{ isNew: boolean }>`
    insert into karte.candidate as known (id, workspace_id, name, strength, first_seen_at, last_seen_at)
    select (array_agg(x.id))[1], ${workspaceId}, x.name, min(x.strength), ${now}, ${now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) x (id uuid, name text, strength smallint)
    where exists (select from karte.candidate c where c.name = x.name)
      or (select count(*) from karte.candidate) < ${candidatesMost}
    group by x.name order by min(x.strength), x.name limit ${candidatesMost}
    on conflict (workspace_id, name) do update set last_seen_at = excluded.last_seen_at,
      strength = least(known.strength, excluded.strength)
    returning (xmax = 0) as "isNew"`.execute(tx);
  await sql`
    insert into karte.candidate_path as known (candidate_id, workspace_id, relation, origin, evidence,
      first_seen_at, last_seen_at)
    select c.id, c.workspace_id, x.relation, x.origin, x.evidence, ${now}, ${now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      x (name text, relation smallint, origin text, evidence text)
    join karte.candidate c on c.name = x.name order by c.id, x.relation, x.origin
    on conflict (candidate_id, relation, origin) do update
      set evidence = excluded.evidence, last_seen_at = excluded.last_seen_at`.execute(tx);
  return added.filter(({ isNew }) => isNew).length;
}
