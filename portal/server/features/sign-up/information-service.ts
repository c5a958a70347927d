import { randomUUID } from "node:crypto";
import { transaction } from "@sekimori/kit-server/database";
import { AppError, invalidField } from "@sekimori/kit-server/errors";
import type { AccountInformation } from "@sekimori/portal-contract/fields";
import type { PortalContext, PortalTransaction } from "../../context.ts";
import { insertAccount } from "../account/account-repository.ts";
import { appendAudit, type ClientInfo } from "../audit/audit.ts";
import { requireAcceptablePassword } from "../credentials/new-password.ts";
import { deleteFlow, type FlowRow, lockFlow, updateFlow } from "../principals/flow-repository.ts";
import { requireStep } from "../principals/flow-step.ts";
import {
  openFlowEmail,
  openFlowInformation,
  sealFlowInformation,
  stepAfterConfirmation,
} from "../principals/flow-view.ts";

async function lockedFlow(
  context: PortalContext,
  tx: PortalTransaction,
  id: string,
): Promise<FlowRow> {
  const flow = await lockFlow(tx, { id }, context.clock.now());
  if (!flow) throw new AppError("SessionExpired");
  return flow;
}

/**
 * Keeps the information and password. May be repeated until the information is confirmed; without
 * a password the one given before stays.
 *
 * @throws AppError StepOutOfOrder, InvalidInput (password missing or against the policy).
 */
export async function editInformation(
  context: PortalContext,
  held: FlowRow,
  information: AccountInformation,
  password: string | undefined,
): Promise<FlowRow> {
  const { db, sealer, settings, breached, passwords } = context;
  requireStep(held, "information", "confirmation");
  const isExternal = held.external_subject !== null;
  if (password === undefined && held.password_hash === null && !isExternal) {
    throw invalidField("password", "required");
  }
  if (password !== undefined) {
    const personal = [openFlowEmail(sealer, held), information.firstName, information.lastName];
    const policy = {
      maximum: settings.passwordMaximum,
      breached,
      serviceName: settings.serviceName,
    };
    await requireAcceptablePassword(policy, password, personal, "password");
  }
  // Hashed before the transaction, which must not be held open for it.
  const passwordHash = password === undefined ? undefined : await passwords.hash(password);
  return transaction(db, async (tx) => {
    const flow = await lockedFlow(context, tx, held.id);
    requireStep(flow, "information", "confirmation");
    return updateFlow(tx, flow.id, {
      step: "confirmation",
      information: sealFlowInformation(sealer, flow.id, information),
      ...(passwordHash === undefined ? {} : { password_hash: passwordHash }),
    });
  });
}

/**
 * Makes the account from the reviewed information, not yet agreed. One account for one address,
 * however many sign-ups race for it. Repeating it gives the flow as it stands.
 *
 * @throws AppError StepOutOfOrder, LoginIDExists.
 */
export async function confirmInformation(
  context: PortalContext,
  held: FlowRow,
  client: ClientInfo,
): Promise<FlowRow> {
  const { db, clock, sealer } = context;
  const now = clock.now();
  const confirmed = await transaction(db, async (tx) => {
    const flow = await lockedFlow(context, tx, held.id);
    if (flow.account_id !== null) return flow;
    requireStep(flow, "confirmation");
    const information = openFlowInformation(sealer, flow);
    if (information === null) throw new Error("A flow at confirmation has no information.");
    const accountId = randomUUID();
    const isNew = await insertAccount(tx, sealer, {
      id: accountId,
      emailDigest: flow.email_digest,
      personal: { email: openFlowEmail(sealer, flow), information },
      language: flow.locale,
      passwordHash: flow.password_hash,
      external:
        flow.external_issuer === null || flow.external_subject === null
          ? null
          : { issuer: flow.external_issuer, subject: flow.external_subject },
      createdAt: now,
    });
    if (!isNew) {
      await deleteFlow(tx, flow.id);
      return undefined;
    }
    const changed = await updateFlow(tx, flow.id, {
      account_id: accountId,
      step: stepAfterConfirmation(flow.plan),
      password_hash: null,
    });
    await appendAudit(tx, { accountId, action: "sign-up.started", at: now, client });
    return changed;
  });
  if (confirmed === undefined) throw new AppError("LoginIDExists");
  return confirmed;
}
