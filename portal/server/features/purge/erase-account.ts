import { enqueue } from "@sekimori/kit-server/jobs";
import type { PortalTransaction } from "../../context.ts";
import { updateAccount } from "../account/account-repository.ts";
import { appendAudit } from "../audit/audit.ts";
import { removeClientsOf } from "../openid/clients/client-registry.ts";
import { revokeAllGrants } from "../openid/clients/connected-applications-repository.ts";
import { deleteGatewayCard } from "../payment/job-definitions.ts";
import { accountRows } from "./account-rows.ts";

/**
 * What of an account stays when it is deleted, and why. No other table may hold a row of it
 * afterwards: the deletion fails rather than leave one.
 */
export const retainedAfterDeletion: Readonly<Record<string, string>> = {
  invoice: "issued documents, kept for the years of tax law, names sealed in their snapshots",
  charge_attempt: "which charge paid which document; the last digits of a card and no more",
  trial: "one trial for each account and card; names nobody",
  trial_card: "the cards of a trial as keyed digests, for the same; name nobody",
  invoice_document: "issued documents as they were handed out, sealed, for the same years",
  accounting_copy: "that a document was mailed once; not where to",
  ledger_entry: "the books, which nothing is taken out of; yen and the document's id",
  late_charge: "what an overdue document cost more, in the books too",
  refund: "what was given back of a document, in the books too",
  dispute: "what a bank took back of a charge, in the books too",
  parked_contract: "what an operator has to look at still; names nobody",
  pay_link: "a digest of a link by which a document can still be looked at, until the link is old",
  audit_event: "the log of security-relevant acts, a chain that cannot lose a link",
  deletion: "the proof itself",
};

/**
 * Deletes an account that the caller has locked, and all that hangs on it; the card at the payment
 * company too. Counts before and after, and keeps the count as a proof.
 *
 * @throws Error when anything remains that no law or promise keeps: nothing is deleted then.
 */
export async function eraseAccount(
  tx: PortalTransaction,
  accountId: string,
  reason: "withdrawn" | "closed",
  now: Date,
): Promise<void> {
  const cards = await tx
    .selectFrom("portal.card")
    .select("gateway_card")
    .where("account_id", "=", accountId)
    .where("removed_at", "is", null)
    .execute();
  for (const { gateway_card: card } of cards) await enqueue(tx, deleteGatewayCard, { card });
  const rowsOf = await accountRows(tx, accountId);
  const before = await rowsOf();
  await revokeAllGrants(tx, accountId);
  const organisations = await tx
    .selectFrom("portal.organisation")
    .select("id")
    .where("holder_id", "=", accountId)
    .execute();
  const owner = { account: accountId, client: null };
  for (const { id } of organisations) await removeClientsOf(tx, id, { owner, at: now });
  // Closed before it goes: this is what applications are told.
  if (reason === "withdrawn") await updateAccount(tx, accountId, { closed_at: now });
  await tx.deleteFrom("portal.account").where("id", "=", accountId).execute();
  const kept = await rowsOf();
  const left = Object.keys(kept).filter((table) => !(table in retainedAfterDeletion));
  if (left.length > 0) throw new Error(`A deletion would leave rows in ${left.join(", ")}.`);
  const removed = Object.fromEntries([
    ["account", 1],
    ...Object.entries(before)
      .map(([table, count]) => [table, count - (kept[table] ?? 0)] as const)
      .filter(([, count]) => count > 0),
  ]);
  await tx
    .insertInto("portal.deletion")
    .values({
      account_id: accountId,
      reason,
      deleted_at: now,
      removed: JSON.stringify(removed),
      kept: JSON.stringify(kept),
    })
    .execute();
  if (reason === "withdrawn") {
    await appendAudit(tx, { accountId, action: "account.closed", at: now, client: null });
  }
}
