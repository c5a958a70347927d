import type { PortalContext, PortalTransaction } from "../../context.ts";
import { type AccountRow, updateAccount } from "../account/account-repository.ts";
import { appendAudit } from "../audit/audit.ts";
import { deleteTrusts } from "../authenticators/trusted-browser-repository.ts";
import { revokeAllGrants } from "../openid/clients/connected-applications-repository.ts";
import { endAllBeside } from "../session/end-beside.ts";

type Kept = Pick<AccountRow, "id" | "access_ended_at">;

/**
 * Keeps somebody out, in the caller's transaction: sessions, half-done sign-ins, trust in browsers and
 * what applications were granted end, applications are told, and nobody is signed in to the account until
 * the access is given back. None of its data is touched.
 */
export async function endAccess(
  { clock }: Pick<PortalContext, "clock">,
  tx: PortalTransaction,
  account: Kept,
): Promise<void> {
  if (account.access_ended_at !== null) return;
  const at = clock.now();
  await updateAccount(tx, account.id, { access_ended_at: at });
  await endAllBeside(tx, account.id);
  await deleteTrusts(tx, account.id);
  await revokeAllGrants(tx, account.id);
  const event = { accountId: account.id, at, client: null };
  await appendAudit(tx, { ...event, action: "organisation.access-ended" });
}

/** Lets somebody in again: they sign in anew, to what they had. */
export async function giveBackAccess(
  { clock }: Pick<PortalContext, "clock">,
  tx: PortalTransaction,
  account: Kept,
): Promise<void> {
  if (account.access_ended_at === null) return;
  const at = clock.now();
  await updateAccount(tx, account.id, { access_ended_at: null });
  const event = { accountId: account.id, at, client: null };
  await appendAudit(tx, { ...event, action: "organisation.access-restored" });
}
