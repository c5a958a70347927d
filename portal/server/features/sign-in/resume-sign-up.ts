import { transaction } from "@sekimori/kit-server/database";
import { AppError } from "@sekimori/kit-server/errors";
import type { PortalContext, PortalTransaction } from "../../context.ts";
import type { AccountRow } from "../account/account-repository.ts";
import { type FlowRow, lockFlow, moveHold, updateFlow } from "../principals/flow-repository.ts";
import { sendNewCode, spendMail } from "../sign-up/sign-up-code.ts";

/**
 * Gives the sign-up of an account that has not agreed to the browser that signed in to it. The
 * browser that held it before does so no longer.
 */
export async function resumeAccountFlow(
  tx: PortalTransaction,
  account: AccountRow,
  now: Date,
): Promise<{ readonly token: string; readonly flow: FlowRow }> {
  const flow = await lockFlow(tx, { accountId: account.id }, now);
  // Flow and unfinished account are purged together, so one without the other is being purged.
  if (!flow) throw new AppError("UsernamePasswordIncorrect");
  const { token, columns } = await moveHold(tx, flow, now);
  return { token, flow: await updateFlow(tx, flow.id, { ...columns, origin: "login" }) };
}

/**
 * Sends a sign-up that was left before its account existed back to its address's proof, with a new
 * code, held by the browser that knows its password.
 *
 * @returns the token that holds the flow.
 * @throws AppError TooManyRequest when the address has had its mails.
 */
export async function reopenVerification(
  context: PortalContext,
  flowId: string,
  email: string,
): Promise<string> {
  const { db, clock } = context;
  await spendMail(context, email);
  const now = clock.now();
  return transaction(db, async (tx) => {
    const flow = await lockFlow(tx, { id: flowId }, now);
    if (!flow || flow.account_id !== null) throw new AppError("UsernamePasswordIncorrect");
    const { token, columns } = await moveHold(tx, flow, now);
    const verification = await sendNewCode(context, tx, flow, now);
    await updateFlow(tx, flow.id, { ...columns, ...verification, step: "verification" });
    return token;
  });
}
