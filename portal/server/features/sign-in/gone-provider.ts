import { AppError } from "@sekimori/kit-server/errors";
import type { PortalContext, PortalTransaction } from "../../context.ts";
import type { AccountRow } from "../account/account-repository.ts";
import { openPersonalData } from "../account/personal-data.ts";
import { appendAudit, type ClientInfo } from "../audit/audit.ts";
import { domainsOfConnection } from "../organisation/domains-in-force.ts";
import { mailDomainOf } from "../organisation/mail-domain.ts";
import { findAccountRules } from "../sign-in-rules/account-rules.ts";

interface Key {
  readonly issuer: string;
  readonly subject: string;
  /** The login at an organisation's provider. */
  readonly loginId?: string | null;
}

/** The connection, which is on, by which a login signs an account in: another of the same issuer is none of it. */
async function connectionOf(
  tx: PortalTransaction,
  accountId: string,
  { issuer, subject, loginId = null }: Key,
): Promise<{ readonly id: string; readonly organisation_id: string } | undefined> {
  if (loginId === null) return undefined;
  return tx
    .selectFrom("portal.sso_identity as identity")
    .innerJoin("portal.sso_connection as connection", "connection.id", "identity.connection_id")
    .innerJoin("portal.sso_login as login", "login.connection_id", "connection.id")
    .select(["connection.id", "connection.organisation_id"])
    .where("login.id", "=", loginId)
    .where("identity.account_id", "=", accountId)
    .where("identity.issuer", "=", issuer)
    .where("identity.subject", "=", subject)
    .whereRef("connection.issuer", "=", "identity.issuer")
    .where("connection.enabled_at", "is not", null)
    .executeTakeFirst();
}

async function isOwnExternalId(
  tx: PortalTransaction,
  accountId: string,
  { issuer, subject }: Key,
): Promise<boolean> {
  const identity = await tx
    .selectFrom("portal.external_identity")
    .select("subject")
    .where("account_id", "=", accountId)
    .where("issuer", "=", issuer)
    .where("subject", "=", subject)
    .executeTakeFirst();
  return identity !== undefined;
}

/**
 * Why an identity at a provider signs an account in no more, though its provider's answer did a while ago:
 * undefined where it still does. What an organisation's rule refuses is written down.
 */
export async function refuseGoneProvider(
  { clock, sealer }: PortalContext,
  tx: PortalTransaction,
  account: AccountRow,
  external: Key,
  client: ClientInfo,
): Promise<AppError | undefined> {
  const at = clock.now();
  const connection = await connectionOf(tx, account.id, external);
  if (connection) {
    const { email } = openPersonalData(sealer, account.id, account.personal);
    const domains = await domainsOfConnection(tx, connection, at);
    if (domains.includes(mailDomainOf(email) ?? "")) return undefined;
  }
  if (!(await isOwnExternalId(tx, account.id, external))) {
    return new AppError("SingleSignOnFailed", { data: { reason: "off" } });
  }
  if (!(await findAccountRules(tx, account.id, at)).noExternalIds) return undefined;
  const event = { accountId: account.id, at, client };
  await appendAudit(tx, { ...event, action: "sign-in.external-id-refused" });
  return new AppError("ExternalIdFailed", { data: { reason: "organisation" } });
}
