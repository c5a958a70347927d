import type {
  TypedProof,
  typedProofErrors,
} from "@sekimori/portal-contract/endpoints/authenticators";
import type { PortalContext, PortalTransaction } from "../../context.ts";
import { recoveryCodeUsedMail } from "../../mails/authenticator-mails.ts";
import type { AccountRow } from "../account/account-repository.ts";
import { mailMember } from "../account/mail-member.ts";
import { appendAudit, type ClientInfo } from "../audit/audit.ts";
import { openSecret } from "./app-secret.ts";
import {
  burnStep,
  findApp,
  findRecoveryCodes,
  takeRecoveryCode,
  takeStep,
} from "./authenticator-repository.ts";
import { meantRecoveryCode } from "./recovery-codes.ts";
import { stopDelay } from "./recovery-delay.ts";
import { readTotp } from "./totp.ts";

/** What came of a proof; a value, because the caller counts what failed. */
export type Proved = "right" | (typeof typedProofErrors)[number];

async function proveByApp(
  { clock, sealer }: PortalContext,
  tx: PortalTransaction,
  accountId: string,
  code: string,
): Promise<Proved> {
  const now = clock.now();
  const app = await findApp(tx, accountId);
  if (!app) return "AppCodeInvalid";
  const reading = readTotp(openSecret(sealer, app), code, now);
  if (reading.is === "clock-off") {
    await burnStep(tx, app.id, reading.step);
    return "AppClockOff";
  }
  const isTaken = reading.is === "right" && (await takeStep(tx, app.id, reading.step, now));
  return isTaken ? "right" : "AppCodeInvalid";
}

async function proveByRecoveryCode(
  context: PortalContext,
  tx: PortalTransaction,
  account: AccountRow,
  typed: string,
  client: ClientInfo,
): Promise<Proved> {
  const now = context.clock.now();
  const digest = context.digests.recoveryCode(account.id, meantRecoveryCode(typed));
  if (!(await takeRecoveryCode(tx, account.id, digest, now))) return "RecoveryCodeInvalid";
  const left = (await findRecoveryCodes(tx, account.id))?.left ?? 0;
  await mailMember(context, tx, account, (sender, locale) =>
    recoveryCodeUsedMail(sender, locale, left),
  );
  const event = { accountId: account.id, at: now, client };
  await appendAudit(tx, { ...event, action: "recovery-code.used" });
  return "right";
}

/**
 * Looks at a typed proof of the second factor and, when it is right, uses it up. The caller counts
 * failures, and completes in the same transaction what the proof was for.
 */
export async function proveFactor(
  context: PortalContext,
  tx: PortalTransaction,
  account: AccountRow,
  { way, code }: TypedProof,
  client: ClientInfo,
): Promise<Proved> {
  const proved = await (way === "app"
    ? proveByApp(context, tx, account.id, code)
    : proveByRecoveryCode(context, tx, account, code, client));
  // Who has it has not lost it.
  if (proved === "right") await stopDelay(context, tx, account, "proved", client);
  return proved;
}
