import { randomUUID } from "node:crypto";
import type { OwnershipProof } from "@sekimori/diagnosis/ownership";
import { consentVersion } from "@sekimori/karte-contract/constants";
import type { DomainPage } from "@sekimori/karte-contract/endpoints/domains";
import { AppError, invalidField } from "@sekimori/kit-server/errors";
import { enqueue } from "@sekimori/kit-server/jobs";
import { type SqlBool, sql } from "kysely";
import type { KarteContext, KarteTransaction } from "../../context.ts";
import { proofCode, proofMethodCode } from "../../database/codes.ts";
import { inScope } from "../../database/scope.ts";
import { appendActivity } from "../activity/activity.ts";
import { raiseAlerts } from "../alert-requests/alert-jobs.ts";
import { type DomainRecord, domainRecords, mustBeLive } from "../domain-records/domain-rows.ts";
import type { Member } from "../principals/principals.ts";
import { consentOf } from "./consent.ts";
import { proofView } from "./proof-view.ts";

async function mustFind(tx: KarteTransaction, id: string): Promise<DomainRecord> {
  const [record] = await domainRecords(tx, sql<SqlBool>`d.id = ${id}`, sql`for update`);
  if (record === undefined) throw new AppError("NotFound");
  return record;
}

/**
 * Writes down what a look for the proof gave. One that failed takes a standing proof only when that
 * has lapsed: a name server that does not answer for an hour is no change of owner.
 */
export async function keepProof(
  tx: KarteTransaction,
  workspaceId: string,
  record: DomainRecord,
  proof: OwnershipProof,
  by: { readonly id: string; readonly ipAddress: string } | null,
): Promise<void> {
  const checkedAt = new Date(proof.checkedAt);
  const isLapsed = record.proof_until !== null && record.proof_until <= checkedAt;
  const state = proof.proved
    ? "proved"
    : proofCode.word(record.proof) === "proved" && !isLapsed
      ? "proved"
      : record.proof === proofCode.of("none")
        ? "none"
        : "lapsed";
  await tx
    .updateTable("karte.domain")
    .set({
      proof: proofCode.of(state),
      proof_checked_at: checkedAt,
      proof_failures: JSON.stringify(proof.failures),
      ...(proof.proved && proof.method !== null && proof.validUntil !== null
        ? {
            proof_method: proofMethodCode.of(proof.method),
            proof_covers: proof.covers?.name ?? null,
            proof_covers_domain: proof.covers?.kind === "domain",
            proved_at: checkedAt,
            proof_until: new Date(proof.validUntil),
          }
        : {}),
    })
    .where("id", "=", record.id)
    .execute();
  const before = proofCode.word(record.proof);
  if (before === state || (before === "none" && state === "none")) return;
  if (state === "lapsed") {
    await enqueue(tx, raiseAlerts, {
      workspace: workspaceId,
      domain: record.id,
      run: null,
    });
  }
  await appendActivity(tx, {
    at: checkedAt,
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
  const { db, examiner } = context;
  const record = await inScope(db, member.scope, async (tx) => {
    const found = await mustFind(tx, id);
    await mustBeLive(tx, found);
    return found;
  });
  const proof = await examiner.prove(record.name, record.proof_token);
  return inScope(db, member.scope, async (tx) => {
    const now = await mustFind(tx, id);
    await keepProof(tx, member.workspaceId, now, proof, {
      id: member.person.id,
      ipAddress: member.ipAddress,
    });
    return proofView(await mustFind(tx, id));
  });
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
