import type { PortalContext } from "./context.ts";
import { type AuditVerdict, verifyAudit } from "./features/audit/verify.ts";
import {
  closeAccount,
  endAccountSessions,
  findOperatorAccount,
  forcePasswordReset,
  type OperatorAccount,
} from "./features/operator/accounts.ts";
import { type NewNotice, publishNotice, withdrawNotice } from "./features/operator/notices.ts";
import { rotateDataKeys } from "./features/operator/rotate-keys.ts";

/** What an operator does from the command line; each act is a method, nothing is printed here. */
export interface Operator {
  verifyAudit(): Promise<AuditVerdict>;
  findAccount(email: string): Promise<OperatorAccount | undefined>;
  /** @returns false when there is no such account. */
  endSessions(accountId: string): Promise<boolean>;
  /** @returns false when there is no such account. */
  forcePasswordReset(accountId: string): Promise<boolean>;
  /** @returns false when there is no such account. */
  closeAccount(accountId: string): Promise<boolean>;
  /** @returns the notice's id. */
  publishNotice(notice: NewNotice): Promise<string>;
  /** @returns false when there is no such notice. */
  withdrawNotice(id: string): Promise<boolean>;
  /** @returns how many values were sealed again with the current key. */
  rotateDataKeys(): Promise<number>;
}

/** @param portal what `createPortal` gave; it need not listen. */
export function createOperator({ context }: { readonly context: PortalContext }): Operator {
  return {
    verifyAudit: () => verifyAudit(context.db),
    findAccount: (email) => findOperatorAccount(context, email),
    endSessions: (accountId) => endAccountSessions(context, accountId),
    forcePasswordReset: (accountId) => forcePasswordReset(context, accountId),
    closeAccount: (accountId) => closeAccount(context, accountId),
    publishNotice: (notice) => publishNotice(context, notice),
    withdrawNotice: (id) => withdrawNotice(context, id),
    rotateDataKeys: () => rotateDataKeys(context),
  };
}
