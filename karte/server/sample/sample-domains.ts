import { randomUUID } from "node:crypto";
import { consentVersion } from "@sekimori/karte-contract/consent-statements";
import { proofDays } from "@sekimori/karte-contract/constants";
import { dayMs } from "@sekimori/kit-contract/tokyo";
import { sql } from "kysely";
import type { KarteContext, KarteTransaction } from "../context.ts";
import {
  assetStateCode,
  proofCode,
  proofMethodCode,
  runKindCode,
  runPhaseCode,
  runStateCode,
  scheduleCode,
} from "../database/codes.ts";
import { readName } from "../features/domains/domain-name.ts";
import { insertDomains } from "../features/domains/domain-service.ts";
import { consentRecord } from "../features/proof/consent.ts";
import { ingestRun } from "../features/runs/ingest.ts";
import { nextRunAt } from "../features/schedules/schedule.ts";
import type { SampleDomain, SampleRun, SampleWorkspace } from "./sample.ts";

interface Making extends SampleWorkspace {
  readonly workspaceId: string;
  readonly began: Date;
  readonly now: Date;
}

const minuteMs = 60_000;

/** Adds groups and domains as they were registered, proved and agreed to, and then their past. */
export async function addSampleDomains(
  tx: KarteTransaction,
  context: KarteContext,
  making: Making,
): Promise<void> {
  const groups = await addGroups(tx, making);
  const domains = making.domains.map((domain) => {
    const read = readName(context.examiner, domain.name);
    if ("problem" in read) throw new Error(`${domain.name}: ${read.problem}`);
    const group = groups.get(domain.group);
    return { ...read, label: domain.label, groups: group === undefined ? [] : [group] };
  });
  const adding = {
    workspaceId: making.workspaceId,
    person: { ...making.owner, locale: "ja", organisation: making.name, twoFactor: false },
  } as const;
  const ids = await insertDomains(tx, adding, domains, making.began);
  for (const domain of making.domains) {
    const id = ids.get(domain.name);
    if (id === undefined) throw new Error(`${domain.name} was not added.`);
    await proveAndSchedule(tx, making, domain, id);
  }
  for (const run of making.runs) {
    const id = ids.get(run.domain);
    const hosts = making.domains.find(({ name }) => name === run.domain)?.hosts ?? [];
    if (id !== undefined) await replay(tx, context, making, { ...run, id, hosts });
  }
}

async function addGroups(
  tx: KarteTransaction,
  { workspaceId, domains, viewer, began }: Making,
): Promise<ReadonlyMap<string, string>> {
  const groups = new Map(
    [...new Set(domains.map(({ group }) => group))].map((name) => [name, randomUUID()]),
  );
  for (const [name, id] of groups) {
    await tx
      .insertInto("karte.domain_group")
      .values({ id, workspace_id: workspaceId, name, created_at: began })
      .execute();
  }
  const seen = groups.get(viewer.group);
  if (seen === undefined) throw new Error(`No group is called ${viewer.group}.`);
  await tx
    .insertInto("karte.member_group")
    .values({ workspace_id: workspaceId, account_id: viewer.id, group_id: seen })
    .execute();
  return groups;
}

/** Proof, consent and schedule of one domain. */
async function proveAndSchedule(
  tx: KarteTransaction,
  { workspaceId, owner, name: organisation, began, now }: Making,
  domain: SampleDomain,
  id: string,
): Promise<void> {
  const checked = new Date(now.getTime() - dayMs);
  await tx
    .updateTable("karte.domain")
    .set({ proof_token: domain.token })
    .where("id", "=", id)
    .execute();
  if (!domain.isProved) return;
  await tx
    .updateTable("karte.domain")
    .set({
      proof: proofCode.of("proved"),
      proof_method: proofMethodCode.of("dns-txt"),
      proof_covers: domain.name,
      proof_covers_domain: true,
      proved_at: began,
      proof_checked_at: checked,
      proof_until: new Date(checked.getTime() + proofDays * dayMs),
      consented: true,
      schedule: scheduleCode.of("weekly"),
      next_run_at: nextRunAt("weekly", checked, now) ?? now,
    })
    .where("id", "=", id)
    .execute();
  await tx
    .insertInto("karte.consent")
    .values({
      id: randomUUID(),
      workspace_id: workspaceId,
      domain_id: id,
      account_id: owner.id,
      organisation,
      version: consentVersion,
      hosting: "no",
      ip_address: "127.0.0.1",
      at: began,
    })
    .execute();
}

/** Has one diagnosis of the past end at its moment. */
async function replay(
  tx: KarteTransaction,
  context: KarteContext,
  { workspaceId }: Making,
  run: SampleRun & { readonly id: string; readonly hosts: readonly string[] },
): Promise<void> {
  const runId = randomUUID();
  const process = randomUUID();
  const began = new Date(run.at.getTime() - minuteMs);
  await tx
    .insertInto("karte.run")
    .values({
      id: runId,
      workspace_id: workspaceId,
      domain_id: run.id,
      kind: runKindCode.of("scheduled"),
      state: runStateCode.of("running"),
      phase: runPhaseCode.of("storing"),
      queued_at: began,
      started_at: began,
      heartbeat_at: run.at,
      worker: process,
      attempts: 1,
    })
    .execute();
  const consent = await consentRecord(
    tx,
    { id: run.id, name: run.domain },
    context.settings.contactAddress,
  );
  if (consent === undefined) throw new Error(`${run.domain} may not be examined.`);
  const authorisation = { ...run.result.authorisation, consent };
  const result = { ...run.result, scanId: runId, authorisation };
  await ingestRun(
    tx,
    {
      ...run,
      id: runId,
      workspaceId,
      domainId: run.id,
      process,
      onlyCheck: null,
      isOfNewHosts: false,
      result,
    },
    run.at,
    context,
  );
  if (run.hosts.length === 0) return;
  await sql`update karte.asset set judged = true, state = ${assetStateCode.of("approved")}
    where domain_id = ${run.id} and name = any (${run.hosts}::text[]) and not judged`.execute(tx);
}
