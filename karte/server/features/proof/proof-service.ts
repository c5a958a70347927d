import { randomUUID } from "node:crypto";
import { NO_TOKEN, type OwnershipProof } from "@sekimori/diagnosis/ownership";
import { consentVersion } from "@sekimori/karte-contract/consent-statements";
import { proofDays } from "@sekimori/karte-contract/constants";
import type { DomainPage } from "@sekimori/karte-contract/endpoints/domains";
import { dayMs } from "@sekimori/kit-contract/tokyo";
import { AppError, invalidField } from "@sekimori/kit-server/errors";
import { enqueue } from "@sekimori/kit-server/jobs";
import { type SqlBool, sql } from "kysely";
import type { KarteContext, KarteTransaction } from "../../context.ts";
import { proofCode, proofMethodCode } from "../../database/codes.ts";
import { inScope, wholeWorkspace } from "../../database/scope.ts";
import { appendActivity } from "../activity/activity.ts";
import { raiseAlerts } from "../alert-requests/alert-jobs.ts";
import { type DomainRecord, domainRecords, mustBeLive } from "../domain-records/domain-rows.ts";
import type { Member } from "../principals/principals.ts";
import { consentOf } from "./consent.ts";
import { isProvedElsewhere, proofView } from "./proof-view.ts";

async function find(tx: KarteTransaction, id: string): Promise<DomainRecord | undefined> {
  const [record] = await domainRecords(tx, sql<SqlBool>`d.id = ${id}`, sql`for update`);
  return record;
}

async function mustFind(tx: KarteTransaction, id: string): Promise<DomainRecord> {
  const record = await find(tx, id);
  if (record === undefined) throw new AppError("NotFound");
  return record;
}

/**
 * What a look for the proof makes of the one that stands. It is lost when its token has been taken
 * away, or was not seen for 30 days: a name server that does not answer for an hour is no change of
 * owner.
 */
function proofAfter(record: DomainRecord, proof: OwnershipProof, now: Date) {
  if (proof.proved) return "proved";
  const before = proofCode.word(record.proof);
  if (before !== "proved") return before;
  const method = record.proof_method === null ? null : proofMethodCode.word(record.proof_method);
  const isGone = proof.failures.some(
    (failed) => failed.method === method && failed.why === NO_TOKEN,
  );
  const isOver = record.proof_until !== null && record.proof_until <= now;
  return isGone || isOver ? "lapsed" : "proved";
}

/** One look for a proof: what it gave, who asked for it, when. */
interface Look {
  readonly proof: OwnershipProof;
  readonly by: { readonly id: string; readonly ipAddress: string } | null;
  readonly at: Date;
}

/** Writes down what a look for the proof gave. */
async function keepProof(
  tx: KarteTransaction,
  workspaceId: string,
  record: DomainRecord,
  { proof, by, at }: Look,
): Promise<void> {
  const state = proofAfter(record, proof, at);
  await tx
    .updateTable("karte.domain")
    .set({
      proof: proofCode.of(state),
      proof_checked_at: at,
      proof_failures: JSON.stringify(proof.failures),
      ...(proof.proved && proof.method !== null
        ? {
            proof_method: proofMethodCode.of(proof.method),
            proof_covers: proof.covers?.name ?? null,
            proof_covers_domain: proof.covers?.kind === "domain",
            proved_at: at,
            proof_until: new Date(at.getTime() + proofDays * dayMs),
          }
        : {}),
    })
    .where("id", "=", record.id)
    .execute();
  const before = proofCode.word(record.proof);
  if (before === state) return;
  if (state === "lapsed") {
    await enqueue(tx, raiseAlerts, {
      workspace: workspaceId,
      domain: record.id,
      run: null,
    });
  }
  await appendActivity(tx, {
    at,
    action: state === "proved" ? "proof.found" : "proof.lost",
    by,
    detail: { name: record.name },
  });
}

/** Looks for the proof now. The look itself holds no transaction open. @throws AppError NotFound. */
export async function checkProofNow(
  context: KarteContext,
  member: Member,
  id: string,
): Promise<DomainPage["proofDetail"]> {
  const { db, clock, examiner } = context;
  const record = await inScope(db, member.scope, async (tx) => {
    const found = await mustFind(tx, id);
    await mustBeLive(tx, found);
    return found;
  });
  const proof = await examiner.prove(record.name, record.proof_token);
  return inScope(db, member.scope, async (tx) => {
    const by = { id: member.person.id, ipAddress: member.ipAddress };
    const look = { proof, by, at: clock.now() };
    await keepProof(tx, member.workspaceId, await mustFind(tx, id), look);
    const record = await mustFind(tx, id);
    return proofView(record, await isProvedElsewhere(tx, record));
  });
}

/** Writes down what a run or a look by itself found of a proof, if the domain is still there. */
export async function keepProofSeen(
  tx: KarteTransaction,
  workspaceId: string,
  domainId: string,
  proof: OwnershipProof,
  at: Date,
): Promise<void> {
  const record = await find(tx, domainId);
  if (record === undefined) return;
  await keepProof(tx, workspaceId, record, { proof, by: null, at });
}

/** Domains whose proof one look takes up. */
const againMost = 20;

/** Looks again for proofs whose 30 days are over: what is still there stands for another 30. */
export async function lookForProofsAgain(context: KarteContext): Promise<void> {
  const { db, clock, examiner, logger } = context;
  const now = clock.now();
  const { rows } = await sql<{ workspace_id: string; domain_id: string }>`
    select * from karte.proofs_due(${now}, ${againMost})`.execute(db);
  const look = async (workspaceId: string, domainId: string) => {
    const scope = wholeWorkspace(workspaceId);
    const [record] = await inScope(db, scope, (tx) =>
      domainRecords(tx, sql<SqlBool>`d.id = ${domainId}`, sql``),
    );
    if (record === undefined) return;
    const proof = await examiner.prove(record.name, record.proof_token);
    await inScope(db, scope, (tx) => keepProofSeen(tx, workspaceId, domainId, proof, now));
  };
  await Promise.all(
    rows.map(({ workspace_id: workspace, domain_id: domain }) =>
      look(workspace, domain).catch((error: unknown) =>
        logger.warn({ err: error, domain }, "a proof was not looked for again"),
      ),
    ),
  );
}

/** Records who agreed to the examination for whom. @throws AppError NotFound, InvalidInput. */
export async function consentNow(
  context: KarteContext,
  member: Member,
  id: string,
  given: {
    readonly version: string;
    readonly organisation: string;
    readonly thirdPartyHosting: "yes" | "no" | "unknown";
  },
): Promise<NonNullable<DomainPage["consent"]>> {
  // Whoever agrees has read the text that is in force.
  if (given.version !== consentVersion) throw invalidField("version", "not_accepted");
  const { db, clock, sealer } = context;
  return inScope(db, member.scope, async (tx) => {
    const record = await mustFind(tx, id);
    await mustBeLive(tx, record);
    const now = clock.now();
    await tx
      .insertInto("karte.consent")
      .values({
        id: randomUUID(),
        workspace_id: member.workspaceId,
        domain_id: id,
        account_id: member.person.id,
        organisation: given.organisation,
        version: given.version,
        hosting: given.thirdPartyHosting,
        ip_address: member.ipAddress,
        at: now,
      })
      .execute();
    await tx.updateTable("karte.domain").set({ consented: true }).where("id", "=", id).execute();
    const consent = await consentOf(tx, sealer, id);
    if (consent === null) throw new Error("A consent that was just given is there.");
    await appendActivity(tx, {
      at: now,
      action: "consent.given",
      by: { id: member.person.id, ipAddress: member.ipAddress },
      detail: { name: record.name, version: given.version },
    });
    return consent;
  });
}

/** Takes every consent of a domain back. @throws AppError NotFound. */
export async function withdrawConsentNow(
  context: KarteContext,
  member: Member,
  id: string,
): Promise<void> {
  const { db, clock } = context;
  await inScope(db, member.scope, async (tx) => {
    const record = await mustFind(tx, id);
    const now = clock.now();
    await tx
      .updateTable("karte.consent")
      .set({ withdrawn_at: now })
      .where("domain_id", "=", id)
      .where("withdrawn_at", "is", null)
      .execute();
    await tx.updateTable("karte.domain").set({ consented: false }).where("id", "=", id).execute();
    await appendActivity(tx, {
      at: now,
      action: "consent.withdrawn",
      by: { id: member.person.id, ipAddress: member.ipAddress },
      detail: { name: record.name },
    });
  });
}
