import type { CardView } from "@sekimori/portal-contract/endpoints/card-view";
import type { FinalConfirmation } from "@sekimori/portal-contract/endpoints/final-confirmation";
import type { PlanId } from "@sekimori/portal-contract/plans";
import type { PortalContext, Queryable } from "../../context.ts";
import { openCardHolder } from "../account/card-holder.ts";
import { openPersonalData } from "../account/personal-data.ts";
import { findAccountingAddress } from "../accounting-address/accounting-addresses.ts";
import { type AuditAction, isOwnersAct } from "../audit/audit.ts";
import { openPasskeyName } from "../authenticators/passkey-name.ts";
import { findPasskeys } from "../authenticators/passkey-repository.ts";
import { findTrustedBrowsers } from "../authenticators/trusted-browser-repository.ts";
import { findInvoices, showInvoice } from "../billing/invoice-service.ts";
import { namesById } from "../openid/clients/client-names.ts";
import { findHoldings } from "../openid/clients/connected-applications-repository.ts";
import { collectContracts } from "./collect-contracts.ts";
import { collectPayments } from "./collect-payments.ts";
import { SaidName } from "./said-name.ts";

/** What the portal holds of a person, by part, but for what `notInCopy` names with its reason. */
export type PersonalExport = NonNullable<Awaited<ReturnType<typeof collectPersonalData>>>;

/** What is kept of a final confirmation: of its card no more than the digits that were shown. */
type Stored = Pick<FinalConfirmation, "documents"> & {
  readonly shown: Omit<FinalConfirmation, "card"> & {
    readonly plan: PlanId;
    readonly card: Pick<CardView, "last4"> | null;
  };
};

/** What was agreed to, as it was stored. */
async function findAgreements(db: Queryable, accountId: string) {
  const rows = await db
    .selectFrom("portal.agreement")
    .select(["agreed_at", "locale", "documents", "shown", "promotional_mail", "ip_address"])
    .select("device")
    .where("account_id", "=", accountId)
    .orderBy("agreed_at")
    .execute();
  return rows.map((row) => ({ ...row, ...(row as Stored) }));
}

async function findActivity(db: Queryable, accountId: string) {
  const rows = await db
    .selectFrom("portal.audit_event")
    .select(["at", "action", "ip_address", "device"])
    .where("account_id", "=", accountId)
    .where(isOwnersAct)
    .orderBy("id")
    .execute();
  return rows.map(({ at, action, ...row }) => ({ at, action: action as AuditAction, ...row }));
}

async function passkeysOf({ db, sealer }: PortalContext, accountId: string) {
  return (await findPasskeys(db, accountId)).map((row) => ({
    name: openPasskeyName(sealer, row),
    synced: row.backup_eligible,
    added_at: row.created_at,
    last_used_at: row.last_used_at,
  }));
}

async function trustedBrowsersOf({ db, clock }: PortalContext, accountId: string) {
  return (await findTrustedBrowsers(db, accountId, clock.now())).map((row) => ({
    device: row.device,
    trusted_at: row.created_at,
    last_used_at: row.last_used_at,
    expires_at: row.expires_at,
  }));
}

/** An application is said by its name in the reader's language, an API by its identifier. */
async function rolesOf(db: Queryable, accountId: string) {
  const rows = await db
    .selectFrom("portal.account_role")
    .select(["audience", "role", "granted_at"])
    .where("account_id", "=", accountId)
    .orderBy("audience")
    .orderBy("role")
    .execute();
  const ids = rows.map(({ audience }) => audience);
  const names = await namesById(db, ids);
  return rows.map(({ audience, ...row }) => ({
    audience: new SaidName(audience, names.get(audience)),
    ...row,
  }));
}

/** @returns undefined when the account is gone. */
export async function collectPersonalData(context: PortalContext, accountId: string) {
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
  const noticesRead = await db
    .selectFrom("portal.notice_read")
    .select("read_up_to")
    .where("account_id", "=", accountId)
    .executeTakeFirst();
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
        noticesReadUpTo: noticesRead?.read_up_to ?? null,
        createdAt: account.created_at,
      },
    ],
    ...(await collectContracts(context, accountId)),
    agreements: await findAgreements(db, accountId),
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
    ...(await collectPayments(context, accountId)),
    allowedApplications: (await findHoldings(db, accountId, context.clock.now())).map(
      ({ name, names, scope, claims, since }) => ({
        name: new SaidName(name, names),
        scope,
        claims,
        since,
      }),
    ),
    externalIds: await db
      .selectFrom("portal.external_identity")
      .select(["issuer", "subject", "linked_at"])
      .where("account_id", "=", accountId)
      .unionAll((eb) =>
        eb
          .selectFrom("portal.sso_identity")
          .select(["issuer", "subject", "linked_at"])
          .where("account_id", "=", accountId),
      )
      .execute(),
    passkeys: await passkeysOf(context, accountId),
    trustedBrowsers: await trustedBrowsersOf(context, accountId),
    roles: await rolesOf(db, accountId),
    consoleStaff: await db
      .selectFrom("portal.staff")
      .select(["name", "roles", "appointed_at", "ended_at"])
      .where("account_id", "=", accountId)
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
    knownDevices: await db
      .selectFrom("portal.known_device")
      .select(["first_seen_at", "last_seen_at"])
      .where("account_id", "=", accountId)
      .orderBy("first_seen_at")
      .execute(),
    activity: await findActivity(db, accountId),
  };
}
