import { transaction } from "@sekimori/kit-server/database";
import { AppError } from "@sekimori/kit-server/errors";
import type {
  CreationOptions,
  NewPasskey,
} from "@sekimori/portal-contract/endpoints/passkey-values";
import type { PortalContext, PortalTransaction } from "../../context.ts";
import { type AccountRow, findAccount, lockAccount } from "../account/account-repository.ts";
import { openPersonalData } from "../account/personal-data.ts";
import { newAppFor, putNewAppInForce } from "../authenticators/new-app.ts";
import {
  newPasskeyOptions,
  putNewPasskeyInForce,
  readNewPasskey,
} from "../authenticators/new-passkey.ts";
import { findOrganisation } from "../organisation/organisation-repository.ts";
import { nameOfOrganisation } from "../organisation/show-organisation.ts";
import { type AttemptRow, lockAttempt } from "../principals/attempt-repository.ts";
import type { Browser } from "../session/browser.ts";
import { endAllBeside } from "../session/end-beside.ts";
import { findAccountRules } from "../sign-in-rules/account-rules.ts";
import { factorsFor } from "../sign-in-rules/judge.ts";
import { completeSignIn } from "./complete-sign-in.ts";
import { redirectedBy, type SignInResult } from "./sign-in-service.ts";

/** How a sign-in went on that set up what it lacked. */
export interface FactorSetUp {
  readonly result: SignInResult;
  /** Null where the codes from before go on. */
  readonly recoveryCodes: string[] | null;
}

const registering = ({ id }: AttemptRow) => ({ purpose: "register", holder: id }) as const;

/**
 * What is to be set up before a sign-in goes on. Any of it will do where the rule was lifted meanwhile.
 *
 * @throws AppError NotFound where nothing is wanted of the sign-in.
 */
export async function showWanted(context: PortalContext, attempt: AttemptRow) {
  if (attempt.kind !== "factor") throw new AppError("NotFound");
  const { db, clock } = context;
  const rules = await findAccountRules(db, attempt.account_id, clock.now());
  const { organisationId, strength = "any" } = rules;
  const organisation = organisationId && (await findOrganisation(db, organisationId));
  return {
    organisation: organisation ? await nameOfOrganisation(context, organisation) : "",
    ways: [...factorsFor(strength)],
  };
}

/** The account whose sign-in waits for a factor of this kind, locked. @throws AppError NotFound. */
async function lockWaiting(
  { clock }: PortalContext,
  tx: PortalTransaction,
  { id, account_id: accountId }: AttemptRow,
  way: "passkey" | "app",
): Promise<AccountRow> {
  // The account first: whoever goes on ends every other sign-in that waits for it.
  const account = await lockAccount(tx, accountId);
  const attempt = await lockAttempt(tx, id);
  if (!account || attempt?.kind !== "factor") throw new AppError("NotFound");
  const { strength = "any" } = await findAccountRules(tx, accountId, clock.now());
  if (!factorsFor(strength).includes(way)) throw new AppError("NotFound");
  return account;
}

/** Makes the secret of the app that is wanted. @throws AppError NotFound. */
export function beginWantedAppOf(context: PortalContext, attempt: AttemptRow) {
  return transaction(context.db, async (tx) =>
    newAppFor(context, tx, await lockWaiting(context, tx, attempt, "app")),
  );
}

/** What a browser makes the wanted passkey by. @throws AppError NotFound, PasskeysFull. */
export async function beginWantedPasskeyOf(
  context: PortalContext,
  attempt: AttemptRow,
): Promise<CreationOptions> {
  const account =
    attempt.kind === "factor" ? await findAccount(context.db, attempt.account_id) : undefined;
  if (!account) throw new AppError("NotFound");
  const { id: accountId, personal } = account;
  const { email } = openPersonalData(context.sealer, accountId, personal);
  return newPasskeyOptions(context, { accountId, email }, registering(attempt));
}

/**
 * Completes the sign-in by the factor that was just set up. What the account was open by before ends, as
 * after every change of factors.
 */
async function goOn(
  context: PortalContext,
  attempt: AttemptRow,
  browser: Browser,
  way: "passkey" | "app",
  setUp: (tx: PortalTransaction, account: AccountRow) => Promise<string[] | null>,
): Promise<FactorSetUp> {
  return transaction(context.db, async (tx) => {
    const account = await lockWaiting(context, tx, attempt, way);
    const recoveryCodes = await setUp(tx, account);
    await endAllBeside(tx, account.id);
    const proof = { firstFactor: "password", secondFactor: way } as const;
    const result =
      (await redirectedBy(tx, account, context.clock.now())) ??
      (await completeSignIn(context, tx, account, browser, { proof }));
    return { result, recoveryCodes };
  });
}

/** @throws AppError NotFound, AppCodeInvalid, AppClockOff, AccessEnded. */
export const confirmWantedAppOf = (
  context: PortalContext,
  attempt: AttemptRow,
  code: string,
  browser: Browser,
) =>
  goOn(context, attempt, browser, "app", (tx, account) =>
    putNewAppInForce(context, tx, account, { code, client: browser.client }),
  );

/**
 * @throws AppError NotFound, PasskeysFull, PasskeyDuplicate, PasskeyExpired, PasskeyRefused,
 *   PasskeyUnverified, AccessEnded.
 */
export async function addWantedPasskeyOf(
  context: PortalContext,
  attempt: AttemptRow,
  given: NewPasskey,
  browser: Browser,
): Promise<FactorSetUp> {
  if (attempt.kind !== "factor") throw new AppError("NotFound");
  const made = await readNewPasskey(context, registering(attempt), given);
  return goOn(context, attempt, browser, "passkey", async (tx, account) => {
    const { recoveryCodes } = await putNewPasskeyInForce(
      context,
      tx,
      account,
      made,
      browser.client,
    );
    return recoveryCodes;
  });
}
