import { transaction } from "@sekimori/kit-server/database";
import type { PortalContext, PortalTransaction } from "../../context.ts";
import { lockAccount } from "../account/account-repository.ts";
import { type ActingOperator, OperatorRefused, recordActOn } from "../operator/operator-audit.ts";
import { requireReason } from "../operator/reason.ts";
import { beginByStaff, recoveryRefusal } from "../recovery/start-recovery.ts";
import type { IdentityCheck } from "./identity-checks.ts";

const sentences = {
  "nothing-lost": "No passkey, app or recovery code is on: a new password by mail is enough.",
  running: "Account recovery is in progress already.",
};

/** An open account that could be helped now. @throws OperatorRefused. */
export async function requireHelpable(
  tx: PortalTransaction,
  context: PortalContext,
  accountId: string,
) {
  const account = await lockAccount(tx, accountId);
  if (!account) throw new OperatorRefused("No open account has this id.");
  const refusal = await recoveryRefusal(context, tx, accountId);
  if (refusal) throw new OperatorRefused(sentences[refusal]);
  return account;
}

/**
 * Begins the delay of getting back in for a member, as the link of a reset does; also where one was stopped
 * this week, because somebody has made sure who asks. Nothing is removed now: the member is mailed, can stop
 * it for 72 hours, and is then mailed the link that works once.
 *
 * @throws OperatorRefused where there is nothing to recover, or it is in progress.
 */
export async function helpRecoveryIn(
  tx: PortalTransaction,
  context: PortalContext,
  acting: ActingOperator,
  { accountId, identity, why }: HelpWanted,
): Promise<Date> {
  const account = await requireHelpable(tx, context, accountId);
  const endsAt = await beginByStaff(context, tx, account);
  const detail = { identity, reason: why };
  await recordActOn(tx, context, acting, { accountId, action: "recovery.started", detail });
  return endsAt;
}

interface HelpWanted {
  readonly accountId: string;
  readonly identity: IdentityCheck;
  readonly why: string;
}

/**
 * The same by a command: whoever runs it names the second person, and both stand in the log.
 *
 * @throws OperatorRefused also where both are one, or without a reason.
 * @throws DryRun.
 */
export async function helpRecovery(
  context: PortalContext,
  acting: ActingOperator & { readonly confirmedBy: string },
  wanted: HelpWanted,
): Promise<Date> {
  const why = requireReason(wanted.why);
  const [first, second] = [acting.operator, acting.confirmedBy].map((name) =>
    name.normalize("NFKC").trim().toLowerCase(),
  );
  if (second === "" || first === second) {
    throw new OperatorRefused("Another person has to confirm this: --confirmed-by names them.");
  }
  return transaction(context.db, (tx) => helpRecoveryIn(tx, context, acting, { ...wanted, why }));
}
