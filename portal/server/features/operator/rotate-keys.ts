import { rotateDataKeys as rotateColumns } from "@sekimori/kit-server/processes/rotate-data-keys";
import { kitSealedColumns, type SealedColumn } from "@sekimori/kit-server/sealing/rotate";
import type { PortalContext } from "../../context.ts";

const own = (table: string, column: string, owner = "id"): SealedColumn => ({
  table: `portal.${table}`,
  column,
  owner,
  prefix: `portal.${table}.${column}`,
});

/**
 * Every sealed column that lives longer than an hour. A new one belongs here: operator.test.ts holds
 * the list against the tables.
 */
export const sealedColumns: readonly SealedColumn[] = [
  ...kitSealedColumns,
  own("account", "personal"),
  own("sign_up_flow", "email"),
  own("sign_up_flow", "information"),
  own("sign_up_flow", "external_name"),
  own("totp_secret", "secret"),
  own("sso_connection", "client_secret"),
  own("sso_key", "private_keys", "organisation_id"),
  own("sso_login", "hint"),
  own("scim_user", "personal"),
  own("passkey", "name"),
  own("card", "holder"),
  own("card_attempt", "card_token"),
  own("charge_attempt", "one_time_token"),
  own("email_change", "email", "account_id"),
  own("email_change_undo", "email", "account_id"),
  own("accounting_address", "email", "account_id"),
  own("accounting_proof", "email", "account_id"),
  own("data_export", "content", "account_id"),
  own("invoice", "snapshot"),
  { ...own("invoice_document", "pdf", "sealed_as"), ownerType: "text" },
  { ...own("oidc_key", "private_key", "kid"), ownerType: "text" },
  // Of applications from before secrets were kept as digests.
  { ...own("oidc_client", "secret", "client_id"), ownerType: "text" },
];

/**
 * Seals again, with the current data key, everything that an older one sealed. Afterwards the
 * older key can leave PORTAL_DATA_KEYS. Safe while the product serves, and to repeat.
 *
 * @param waitMs how long to wait for processes that seal with another key, in milliseconds.
 * @returns how many values were sealed again.
 * @throws KeyInUseError while a process seals with another key.
 */
export async function rotateDataKeys(context: PortalContext, waitMs: number): Promise<number> {
  const ring = context.settings.portalDataKeys.reveal();
  return rotateColumns(context, ring, sealedColumns, waitMs);
}
