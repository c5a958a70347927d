import { newHostsMost } from "@sekimori/karte-contract/constants";
import { AppError } from "@sekimori/kit-server/errors";
import type { Job } from "@sekimori/kit-server/jobs";
import { type SqlBool, sql } from "kysely";
import type { KarteContext, KarteTransaction } from "../../context.ts";
import { assetStateCode, assetTypeCode } from "../../database/codes.ts";
import { inScope, wholeWorkspace } from "../../database/scope.ts";
import { appendActivity } from "../activity/activity.ts";
import { takeUpNames } from "../candidate-records/discovery-jobs.ts";
import { type DomainRecord, domainRecords, mustBeLive } from "../domain-records/domain-rows.ts";
import type { Member } from "../principals/principals.ts";
import { queueNewHosts } from "../runs/start-service.ts";
import { type FoundName, keepFound } from "./keep-found.ts";
import { isBelow, speaksFor } from "./proved-names.ts";

async function find(tx: KarteTransaction, id: string): Promise<DomainRecord> {
  const [domain] = await domainRecords(tx, sql<SqlBool>`d.id = ${id}`, sql`for update`);
  if (domain === undefined) throw new AppError("NotFound");
  return domain;
}

/** Agrees to scans of subdomains as they appear, or no longer. @throws AppError NotFound, PlanLimit, ConsentMissing. */
export async function switchNewHosts(
  { db, clock }: KarteContext,
  member: Member,
  id: string,
  scan: boolean,
): Promise<void> {
  await inScope(db, member.scope, async (tx) => {
    const domain = await find(tx, id);
    await mustBeLive(tx, domain);
    if (scan && !domain.consented) throw new AppError("ConsentMissing");
    const at = clock.now();
    const { rows } = await sql`
      update karte.consent set new_hosts_at = ${scan ? at : null}, new_hosts_by = ${scan ? member.person.id : null}
      where domain_id = ${id} and withdrawn_at is null and (new_hosts_at is not null) <> ${scan}
      returning 1`.execute(tx);
    if (rows.length === 0) return;
    await appendActivity(tx, {
      at,
      action: scan ? "new-hosts.on" : "new-hosts.off",
      by: { id: member.person.id, ipAddress: member.ipAddress },
      detail: { name: domain.name },
    });
  });
}

interface SeenHost {
  readonly id: string;
  readonly name: string;
  readonly state: number;
  readonly isNew: boolean;
  readonly judged: boolean;
  readonly detail: {
    readonly foundBy: readonly { source: string; at: string; evidence: string }[];
  };
}

/** A certificate that names more domains of others than this is a provider's, and says nothing of one of them. */
const sharedFrom = 10;

/** Names beyond the domain that its certificates and pages name as theirs. */
function besides(
  { examiner }: Pick<KarteContext, "examiner">,
  hosts: readonly SeenHost[],
): readonly FoundName[] {
  const found = hosts
    .filter(({ state }) => state === assetStateCode.of("dependency"))
    .flatMap(({ name, detail }) =>
      detail.foundBy.flatMap(({ source, at, evidence }) =>
        source === "certificate" || source === "redirect"
          ? [{ name: examiner.name(name).domain, relation: source, origin: at, evidence } as const]
          : [],
      ),
    );
  const named = Map.groupBy(found, ({ relation, origin }) => `${relation} ${origin}`);
  return [...named.values()].flatMap((of) =>
    new Set(of.map(({ name }) => name)).size > sharedFrom ? [] : of,
  );
}

async function seenIn(tx: KarteTransaction, domainId: string, run: string): Promise<SeenHost[]> {
  const { rows } = await sql<SeenHost>`
    select a.id, a.name, a.state, a.judged, a.detail, a.first_seen_at = r.finished_at as "isNew"
    from karte.run r join karte.asset a on a.domain_id = r.domain_id and a.last_seen_at = r.finished_at
    where r.id = ${run} and r.domain_id = ${domainId} and a.type = ${assetTypeCode.of("host")}
    order by a.name`.execute(tx);
  return rows;
}

const agreed = (domainId: string) => sql<SqlBool>`exists (select from karte.consent c
  where c.domain_id = ${domainId} and c.withdrawn_at is null and c.new_hosts_at is not null)`;

/**
 * After a whole scan: keeps names beside the domain's as candidates, and has subdomains scanned that it found for
 * the first time, where that is agreed to, the domain's record speaks for them, and no alias leads elsewhere.
 */
export function newHostsJob(context: KarteContext): Job {
  const { db, clock, nameFinder } = context;
  return takeUpNames.handledBy(async ({ workspace, domain: domainId, run }, job) => {
    const inside = <T>(work: (tx: KarteTransaction) => Promise<T>) =>
      inScope(db, wholeWorkspace(workspace), work);
    const { domain, fresh } = await inside(async (tx) => {
      const [record] = await domainRecords(
        tx,
        sql<SqlBool>`d.id = ${domainId} and ${agreed(domainId)}`,
        sql``,
      );
      const hosts = await seenIn(tx, domainId, run);
      await keepFound(context, tx, workspace, besides(context, hosts), clock.now());
      const isCandidate = assetStateCode.of("candidate");
      return {
        domain: record,
        fresh: hosts.filter(
          ({ name, state, judged, isNew }) =>
            isNew &&
            !judged &&
            state === isCandidate &&
            record !== undefined &&
            speaksFor(record, name),
        ),
      };
    });
    if (domain === undefined || fresh.length === 0) return;
    const facts = await nameFinder.lookUp(
      fresh.slice(0, newHostsMost).map(({ name }) => name),
      job.signal,
    );
    const names = facts
      .filter(({ aliases }) =>
        aliases.every((to) => to === domain.name || isBelow(to, domain.name)),
      )
      .map(({ name }) => name);
    if (names.length === 0) return;
    await inside(async (tx) => {
      const at = clock.now();
      const { rows } = await sql<{ name: string }>`
        update karte.asset a set state = ${assetStateCode.of("approved")}, judged = true
        where a.domain_id = ${domainId} and a.type = ${assetTypeCode.of("host")} and not a.judged
          and a.name = any (${names}::text[]) and ${agreed(domainId)}
        returning a.name`.execute(tx);
      const taken = rows.map(({ name }) => name).toSorted();
      if (taken.length === 0) return;
      await queueNewHosts(tx, workspace, domain, taken, at);
      await appendActivity(tx, {
        at,
        action: "new-hosts.taken-up",
        by: null,
        detail: { name: domain.name, count: taken.length, hosts: taken.slice(0, 5).join(", ") },
      });
    });
  });
}
