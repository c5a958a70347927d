import type { Localized } from "@sekimori/kit-contract/locale";
import { transaction } from "@sekimori/kit-server/database";
import type { PortalContext } from "../../context.ts";
import { type ActingOperator, OperatorRefused, recordActOn } from "../operator/operator-audit.ts";
import { requireReason } from "../operator/reason.ts";
import { wordsOfAct } from "./act-words.ts";

const pageSize = 50;

/** One event of an account, its holder's or an operator's. */
export interface HistoryEntry {
  /** By which `event:…` finds it. */
  readonly id: string;
  readonly at: Date;
  readonly action: string;
  readonly words: Localized;
  /** Null where the member or a job did it. */
  readonly operator: string | null;
  readonly ipAddress: string | null;
  readonly device: string | null;
  /** What else was written down, without names. */
  readonly detail: Readonly<Record<string, string | number | boolean>>;
}

/** A part of an account's history, newest first. */
export interface History {
  readonly entries: readonly HistoryEntry[];
  /** Where the next part begins; null on the last. */
  readonly next: string | null;
}

/**
 * What has happened with an account, from the audit log, newest first, fifty events at a time; also of
 * one that is deleted. That somebody looked, who and why, is written down.
 *
 * @param asked.before only what was before this event
 * @throws OperatorRefused: nothing is known of the account, or no reason
 */
export async function accountHistory(
  context: PortalContext,
  { operator }: ActingOperator,
  accountId: string,
  asked: { readonly reason: string; readonly before?: string | undefined },
): Promise<History> {
  const reason = requireReason(asked.reason);
  if (asked.before !== undefined && !/^[0-9]{1,18}$/.test(asked.before)) {
    throw new OperatorRefused("An event is named by its number.");
  }
  let query = context.db
    .selectFrom("portal.audit_event")
    .select(["id", "action", "at", "ip_address", "device", "detail"])
    .where("account_id", "=", accountId)
    .orderBy("id", "desc")
    .limit(pageSize + 1);
  if (asked.before !== undefined) query = query.where("id", "<", asked.before);
  const rows = await query.execute();
  if (rows.length === 0 && asked.before === undefined)
    throw new OperatorRefused("The log has no event of this account.");
  await transaction(context.db, (tx) =>
    recordActOn(
      tx,
      context,
      { operator },
      { accountId, action: "operator.account-read", detail: { reason, shown: "history" } },
    ),
  );
  const shown = rows.slice(0, pageSize);
  return {
    entries: shown.map((row) => {
      const { operator: by, ...detail } = row.detail as HistoryEntry["detail"];
      return {
        id: row.id,
        at: row.at,
        action: row.action,
        words: wordsOfAct(row.action),
        operator: by === undefined ? null : String(by),
        ipAddress: row.ip_address,
        device: row.device,
        detail,
      };
    }),
    next: rows.length > pageSize ? (shown.at(-1)?.id ?? null) : null,
  };
}
