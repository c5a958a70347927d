import { randomUUID } from "node:crypto";
import { domainToUnicode } from "node:url";
import type { CandidateState } from "@sekimori/karte-contract/discovery";
import { AppError } from "@sekimori/kit-server/errors";
import { sql } from "kysely";
import type { KarteContext, KarteTransaction } from "../../context.ts";
import {
  assetStateCode,
  assetTypeCode,
  candidateRelationCode,
  candidateStateCode,
} from "../../database/codes.ts";
import { inScope } from "../../database/scope.ts";
import { appendActivity } from "../activity/activity.ts";
import type { DomainRecord } from "../domain-records/domain-rows.ts";
import { insertDomains, lockDomains, roomInPlan } from "../domains/domain-service.ts";
import type { Member } from "../principals/principals.ts";
import { queueNewHosts } from "../runs/start-service.ts";
import { provedDomains, speaksFor } from "./proved-names.ts";

interface Judged {
  readonly id: string;
  readonly name: string;
  readonly state: number;
  readonly relation: number | null;
  readonly origin: string | null;
  readonly evidence: string | null;
}

/** How a path is called among those that a scan finds. */
const sourceOf = (relation: number | null) => {
  const word = relation === null ? undefined : candidateRelationCode.word(relation);
  if (word === "certificate" || word === "zone-file" || word === "certificate-log") return word;
  return word === "address-file" ? "address" : "approved-list";
};

/** Approves names below a domain whose record speaks for them, as hosts of it. */
async function approveHosts(
  tx: KarteTransaction,
  workspaceId: string,
  domain: DomainRecord,
  hosts: readonly Judged[],
  now: Date,
): Promise<void> {
  const rows = hosts.map(({ name, relation, origin, evidence }) => ({
    id: randomUUID(),
    name,
    detail: {
      ...{ addresses: [], ports: [], product: null, version: null, certificate: null },
      foundBy: [
        { source: sourceOf(relation), at: origin ?? domain.name, evidence: evidence ?? name },
      ],
    },
  }));
  await sql`insert into karte.asset as known (id, workspace_id, domain_id, key, type, name, state, judged,
      detail, first_seen_at, last_seen_at)
    select x.id, ${workspaceId}, ${domain.id}, 'host:' || x.name, ${assetTypeCode.of("host")}, x.name,
      ${assetStateCode.of("approved")}, true, x.detail, ${now}, ${now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) x (id uuid, name text, detail jsonb)
    on conflict (domain_id, key) do update set state = excluded.state, judged = true`.execute(tx);
  await queueNewHosts(
    tx,
    workspaceId,
    domain,
    hosts.map(({ name }) => name),
    now,
  );
}

/** Adds names to the domains, or as hosts to one that speaks for them. @throws AppError PlanLimit. */
async function add(
  tx: KarteTransaction,
  { examiner }: Pick<KarteContext, "examiner">,
  member: Member,
  wanted: readonly Judged[],
  now: Date,
): Promise<{ domains: number; hosts: number }> {
  const proved = await provedDomains(tx);
  const hostsOf = new Map<DomainRecord, Judged[]>();
  const others: Judged[] = [];
  for (const one of wanted) {
    // The longest name is the nearest.
    const above = proved.findLast((domain) => speaksFor(domain, one.name));
    if (above === undefined) others.push(one);
    else hostsOf.set(above, [...(hostsOf.get(above) ?? []), one]);
  }
  const { limit, room } = await roomInPlan(tx);
  if (others.length > room) {
    throw new AppError("PlanLimit", { data: { what: "domains", limit } });
  }
  const added = await insertDomains(
    tx,
    member,
    others.map(({ name }) => ({
      ...{ name, unicode: domainToUnicode(name), registrable: examiner.name(name).domain },
      ...{ label: "", groups: [] },
    })),
    now,
  );
  for (const [domain, some] of hostsOf) {
    await approveHosts(tx, member.workspaceId, domain, some, now);
  }
  return { domains: added.size, hosts: wanted.length - others.length };
}

/** Adds names to the domains, or puts them aside. @throws AppError NotFound, PlanLimit. */
export function judgeNow(
  { db, clock, examiner }: KarteContext,
  member: Member,
  ids: readonly string[],
  state: CandidateState,
): Promise<{ changed: number; domains: number; hosts: number }> {
  return inScope(db, member.scope, async (tx) => {
    const now = clock.now();
    if (state === "added") await lockDomains(tx);
    const { rows } = await sql<Judged>`
      select c.id, c.name, c.state, p.relation, p.origin, p.evidence from karte.candidate c
      left join lateral (select * from karte.candidate_path q where q.candidate_id = c.id
        order by q.relation, q.origin limit 1) p on true
      where c.id = any (${[...new Set(ids)]}::uuid[]) order by c.name for update of c`.execute(tx);
    if (rows.length !== new Set(ids).size) throw new AppError("NotFound");
    const changed = rows.filter((row) => candidateStateCode.word(row.state) !== state);
    const added =
      state === "added"
        ? await add(tx, { examiner }, member, changed, now)
        : { domains: 0, hosts: 0 };
    await sql`update karte.candidate set state = ${candidateStateCode.of(state)},
        judged_by = ${member.person.id}, judged_at = ${now}
      where id = any (${changed.map(({ id }) => id)}::uuid[])`.execute(tx);
    if (changed.length > 0) {
      await appendActivity(tx, {
        at: now,
        action: "candidates.judged",
        by: { id: member.person.id, ipAddress: member.ipAddress },
        detail: {
          state,
          count: changed.length,
          // The first of them; all stand in the list.
          name: changed
            .slice(0, 5)
            .map(({ name }) => name)
            .join(", "),
        },
      });
    }
    return { changed: changed.length, ...added };
  });
}
