import type { Locale, Localized } from "@sekimori/kit-contract/locale";
import { transaction } from "@sekimori/kit-server/database";
import type { PortalContext } from "./context.ts";
import { writeCheckpoint } from "./features/audit/checkpoint-jobs.ts";
import { type AuditRange, exportAudit } from "./features/audit/export-audit.ts";
import { linkAudit } from "./features/audit/linked-audit.ts";
import { type AuditVerdict, verifyAudit } from "./features/audit/verify.ts";
import type { InvoiceSearch } from "./features/billing/invoice-service.ts";
import { previewInvoices } from "./features/billing/preview-invoices.ts";
import {
  closeAccount,
  endAccountSessions,
  forcePasswordReset,
} from "./features/operator/accounts.ts";
import { findDocuments } from "./features/operator/find-documents.ts";
import {
  closeUnanswered,
  inquire,
  noteAnswer,
  type OpenInquiry,
  openInquiries,
} from "./features/operator/inquiries.ts";
import { monthDocuments } from "./features/operator/month-documents.ts";
import { recordAct } from "./features/operator/operator-audit.ts";
import { rotateDataKeys } from "./features/operator/rotate-keys.ts";
import { helpRecovery } from "./features/staff/help-recovery.ts";
import type { IdentityCheck } from "./features/staff/identity-checks.ts";
import { accountHistory, type History } from "./features/support/account-history.ts";
import { type CopyWish, copyAccount, type SealedCopy } from "./features/support/copy-account.ts";
import { type AccountSearch, findAccounts } from "./features/support/find-accounts.ts";
import { type ShownMember, showAccount } from "./features/support/show-account.ts";
import { undoEnd } from "./features/support/undo-end.ts";
import { type Unlocked, unlockAccount } from "./features/support/unlock-account.ts";

/** What an operator does from the command line; each act is a method, nothing is printed here. */
export interface Operator {
  /** @param expected checkpoints that were kept elsewhere, a line each; see {@link verifyAudit}. */
  verifyAudit(expected?: readonly string[]): Promise<AuditVerdict>;
  /** What was linked in a range, as lines of a file; see {@link exportAudit}. */
  exportAudit(range: AuditRange): AsyncGenerator<string, number>;
  /** Signs the log's present end. @returns its line; undefined where the last one still holds. */
  signCheckpoint(): Promise<string | undefined>;
  /** Members by what somebody has at hand; see {@link findAccounts}. */
  findAccounts(terms: readonly string[], reason: string): Promise<AccountSearch>;
  /** A member on one page; see {@link showAccount}. */
  showAccount(accountId: string, reason: string): Promise<ShownMember>;
  /** What has happened with an account; see {@link accountHistory}. */
  accountHistory(
    accountId: string,
    asked: { readonly reason: string; readonly before?: string | undefined },
  ): Promise<History>;
  /** Ends what keeps a member from signing in; see {@link unlockAccount}. */
  unlockAccount(accountId: string, reason: string): Promise<Unlocked>;
  /** Begins the recovery of an account for a member who has lost every factor; see {@link helpRecovery}. */
  recoverAccount(
    accountId: string,
    help: {
      readonly identity: IdentityCheck;
      readonly confirmedBy: string;
      readonly reason: string;
    },
  ): Promise<Date>;
  /** Takes a cancellation or the closing of an account back; see {@link undoEnd}. */
  undoEnd(accountId: string, reason: string): ReturnType<typeof undoEnd>;
  /** A copy of a member's data, sealed for somebody's key; see {@link copyAccount}. */
  copyAccount(accountId: string, wish: CopyWish): Promise<SealedCopy>;
  /** @returns false when there is no such account. */
  endSessions(accountId: string, reason?: string): Promise<boolean>;
  /** @returns false when there is no such account. */
  forcePasswordReset(accountId: string, reason?: string): Promise<boolean>;
  /** @returns false when there is no such account. */
  closeAccount(accountId: string): Promise<boolean>;
  /** Asks a member to confirm something; ten days later the membership may be cancelled. */
  inquire(accountId: string, about: Localized): Promise<OpenInquiry>;
  /** @returns false when the member was asked nothing. */
  noteAnswer(accountId: string): Promise<boolean>;
  openInquiries(): Promise<readonly OpenInquiry[]>;
  /** @throws OperatorRefused while the member may still answer. */
  closeUnanswered(accountId: string): Promise<void>;
  /** What the billing run of a business date would do; changes nothing. */
  previewBilling(day: string): ReturnType<typeof previewInvoices>;
  /** A month's documents of all members as ZIP files; see {@link monthDocuments}. */
  monthDocuments(month: string, locale: Locale): ReturnType<typeof monthDocuments>;
  /** Documents of all members; see {@link findDocuments}. */
  findDocuments(search: InvoiceSearch): ReturnType<typeof findDocuments>;
  /** @returns how many values were sealed again with the current key. */
  rotateDataKeys(waitMs?: number): Promise<number>;
}

/**
 * Every act is written down with the operator's name, also those that only read.
 *
 * @param portal what `createPortal` gave; it need not listen.
 * @param operator the name of the person who acts.
 * @param dryRun acts that change an account, or hand out documents, are tried and taken back: what
 *   they would do is thrown as a `DryRun`.
 */
export function createOperator(
  { context }: { readonly context: PortalContext },
  operator: string,
  dryRun = false,
): Operator {
  const { db } = context;
  const acting = { operator, dryRun };
  const note = (
    action:
      | "operator.audit-verified"
      | "operator.audit-exported"
      | "operator.checkpoint-asked"
      | "operator.data-keys-rotated",
    detail: Readonly<Record<string, string | number | boolean>>,
  ) => transaction(db, (tx) => recordAct(tx, context, { operator }, action, detail));
  return {
    async verifyAudit(expected) {
      const verdict = await verifyAudit(context, expected);
      const { events, unlinked, problems } = verdict;
      await note("operator.audit-verified", { events, unlinked, problems: problems.length });
      return verdict;
    },
    async *exportAudit(range) {
      const events = yield* exportAudit(context, range);
      const [from, to] = [range.from.toISOString(), range.to.toISOString()];
      await note("operator.audit-exported", { from, to, events });
      return events;
    },
    async signCheckpoint() {
      await note("operator.checkpoint-asked", {});
      await linkAudit(context);
      return writeCheckpoint(context);
    },
    findAccounts: (terms, reason) => findAccounts(context, operator, terms, reason),
    showAccount: (accountId, reason) => showAccount(context, acting, accountId, reason),
    accountHistory: (accountId, asked) => accountHistory(context, acting, accountId, asked),
    unlockAccount: (accountId, reason) => unlockAccount(context, acting, accountId, reason),
    recoverAccount: (accountId, { identity, confirmedBy, reason: why }) =>
      helpRecovery(context, { ...acting, confirmedBy }, { accountId, identity, why }),
    undoEnd: (accountId, reason) => undoEnd(context, acting, accountId, reason),
    copyAccount: (accountId, wish) => copyAccount(context, acting, accountId, wish),
    endSessions: (accountId, reason) => endAccountSessions(context, acting, accountId, reason),
    forcePasswordReset: (accountId, reason) =>
      forcePasswordReset(context, acting, accountId, reason),
    closeAccount: (accountId) => closeAccount(context, acting, accountId),
    inquire: (accountId, about) => inquire(context, acting, accountId, about),
    noteAnswer: (accountId) => noteAnswer(context, acting, accountId),
    openInquiries: () => openInquiries(context),
    closeUnanswered: (accountId) => closeUnanswered(context, acting, accountId),
    previewBilling: (day) => previewInvoices(context, day),
    monthDocuments: (month, locale) => monthDocuments(context, acting, month, locale),
    findDocuments: (search) => findDocuments(context, { operator }, search),
    async rotateDataKeys(waitMs = 0) {
      const values = await rotateDataKeys(context, waitMs);
      await note("operator.data-keys-rotated", { values });
      return values;
    },
  };
}
