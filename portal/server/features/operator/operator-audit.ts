import type { Clock } from "@sekimori/kit-server/clock";
import type { PortalDatabase, PortalTransaction } from "../../context.ts";
import { type AuditEvent, appendAudit } from "../audit/audit.ts";

/** What an operator's act on money works with; none needs keys or the payment company. */
export interface OperatorTables {
  readonly db: PortalDatabase;
  readonly clock: Clock;
}

/** Something that cannot be done, in words for the operator. */
export class OperatorRefused extends Error {}

/** Who acts, for the record. */
export interface ActingOperator {
  /** The operator's own name. */
  readonly operator: string;
  /** The name of a second person, where one asks and another confirms. */
  readonly confirmedBy?: string;
  /** Everything is tried and taken back: what would be done is thrown as a `DryRun`. */
  readonly dryRun?: boolean;
}

/** What an act would have done; nothing was changed. */
export class DryRun extends Error {
  readonly facts: NonNullable<AuditEvent["detail"]>;

  constructor(facts: DryRun["facts"]) {
    super("a dry run");
    this.facts = facts;
  }
}

/**
 * Writes an act on somebody's account down, with the operator's name. The last statement of its
 * transaction.
 *
 * @throws DryRun when nothing is to be changed: the transaction is taken back.
 */
export async function recordAccountAct(
  tx: PortalTransaction,
  { clock }: Pick<OperatorTables, "clock">,
  { dryRun, ...names }: ActingOperator,
  { accountId, detail = {} }: { readonly accountId: string } & Pick<AuditEvent, "detail">,
  ...actions: readonly AuditEvent["action"][]
): Promise<void> {
  if (dryRun) throw new DryRun({ action: actions.join(", "), ...detail, account: accountId });
  const event = { accountId, at: clock.now(), client: null, detail: { ...detail, ...names } };
  for (const action of actions) await appendAudit(tx, { ...event, action });
}

/**
 * Writes an operator's act down, with the name. The last statement of its transaction.
 *
 * @throws DryRun when nothing is to be changed: the transaction is taken back.
 */
export async function recordAct(
  tx: PortalTransaction,
  tables: Pick<OperatorTables, "clock">,
  acting: ActingOperator,
  action: AuditEvent["action"],
  detail: NonNullable<AuditEvent["detail"]>,
): Promise<void> {
  await recordActOn(tx, tables, acting, { accountId: null, action, detail });
}

/**
 * The same for an act on an account of which more is to be said than that it was done.
 *
 * @throws DryRun when nothing is to be changed: the transaction is taken back.
 */
export async function recordActOn(
  tx: PortalTransaction,
  { clock }: Pick<OperatorTables, "clock">,
  { dryRun, ...names }: ActingOperator,
  { accountId, action, detail = {} }: Pick<AuditEvent, "accountId" | "action" | "detail">,
): Promise<void> {
  const account = accountId === null ? {} : { account: accountId };
  if (dryRun) throw new DryRun({ action, ...detail, ...account });
  const event = { accountId, action, at: clock.now(), client: null };
  await appendAudit(tx, { ...event, detail: { ...detail, ...names } });
}
