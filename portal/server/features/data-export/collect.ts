import type { PortalContext } from "../../context.ts";
import { openCardHolder } from "../account/card-holder.ts";
import { openPersonalData } from "../account/personal-data.ts";
import { findAccountingAddress } from "../accounting-address/accounting-addresses.ts";
import { findInvoices, showInvoice } from "../billing/invoice-service.ts";

/** One part of somebody's data: rows of named values, as they stand in the JSON and in the page. */
export type Part = readonly Readonly<Record<string, unknown>>[];

/** Everything the portal holds of a person, by part; no secret, no token, no hash. */
export type PersonalExport = Readonly<Record<string, Part>>;

/** @returns undefined when the account is gone. */
export async function collectPersonalData(
  context: PortalContext,
  accountId: string,
): Promise<PersonalExport | undefined> {
  const { db, sealer } = context;
  const account = await db
    .selectFrom("portal.account")
    .selectAll()
    .where("id", "=", accountId)
    .where("closed_at", "is", null)
    .executeTakeFirst();
  if (!account) return undefined;
  const { email, information } = openPersonalData(sealer, accountId, account.personal);
  const cards = await db
    .selectFrom("portal.card")
    .selectAll()
    .where("account_id", "=", accountId)
    .where("removed_at", "is", null)
    .execute();
  const invoices = await findInvoices(context, accountId, {});
  return {
    account: [
      {
        email,
        ...information,
        language: account.language,
        twoFactor: account.mfa_enabled,
        monthlySummary: account.monthly_summary,
        promotionalMail: account.promotional_mail,
        accountingEmail: (await findAccountingAddress(context, accountId))?.email ?? null,
        createdAt: account.created_at,
      },
    ],
    contracts: await db
      .selectFrom("portal.contract")
      .where("account_id", "=", accountId)
      .select(["plan", "started_on", "free_until", "next_billing_on", "monthly_price"])
      .select(["ends_on", "end_reason", "ended_on"])
      .orderBy("started_on")
      .execute(),
    agreements: await db
      .selectFrom("portal.agreement")
      .select(["agreed_at", "locale", "documents", "shown", "promotional_mail", "ip_address"])
      .select("device")
      .where("account_id", "=", accountId)
      .orderBy("agreed_at")
      .execute(),
    card: cards.map((card) => ({
      brand: card.brand,
      last4: card.last4,
      expiry: `${card.expiry_year}-${String(card.expiry_month).padStart(2, "0")}`,
      holder: openCardHolder(sealer, card.id, card.holder),
    })),
    invoices: invoices.map(({ invoice, snapshot }) => ({
      ...showInvoice(invoice, snapshot),
      recipient: snapshot.recipient,
    })),
    externalIds: await db
      .selectFrom("portal.external_identity")
      .select(["issuer", "subject", "linked_at"])
      .where("account_id", "=", accountId)
      .execute(),
    roles: await db
      .selectFrom("portal.account_role")
      .select(["audience", "role", "granted_at"])
      .where("account_id", "=", accountId)
      .orderBy("audience")
      .orderBy("role")
      .execute(),
    inquiries: await db
      .selectFrom("portal.inquiry")
      .select(["asked_on", "answered_on"])
      .where("account_id", "=", accountId)
      .orderBy("asked_on")
      .execute(),
    sessions: await db
      .selectFrom("portal.session")
      .select(["created_at", "last_seen_at", "device", "ip_address"])
      .where("account_id", "=", accountId)
      .orderBy("created_at")
      .execute(),
    activity: await db
      .selectFrom("portal.audit_event")
      .select(["at", "action", "ip_address", "device"])
      .where("account_id", "=", accountId)
      .orderBy("id")
      .execute(),
  };
}
