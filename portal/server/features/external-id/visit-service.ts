import type { Locale } from "@sekimori/kit-contract/locale";
import { transaction } from "@sekimori/kit-server/database";
import { AppError } from "@sekimori/kit-server/errors";
import { emailSchema } from "@sekimori/portal-contract/fields";
import type { PlanId } from "@sekimori/portal-contract/plans";
import type { PortalContext } from "../../context.ts";
import {
  type ExternalIdentity,
  ExternalIdentityError,
  type ExternalIdentityProvider,
  type VisitAnswer,
} from "../../ports/external-identity.ts";
import { findAccountByEmail } from "../account/account-repository.ts";
import { appendAudit } from "../audit/audit.ts";
import { insertAttempt } from "../principals/attempt-repository.ts";
import { dropHeldFlow, insertFlow, newFlowId } from "../principals/flow-repository.ts";
import { sealFlowEmail, sealFlowName } from "../principals/flow-view.ts";
import type { Browser } from "../session/browser.ts";
import type { MemberRow } from "../session/member.ts";
import { continueFromProvider, type OtherAccount } from "../sign-in/other-account.ts";
import type { SignInResult } from "../sign-in/sign-in-service.ts";
import {
  hasAccount,
  mailVerification,
  newVerification,
  spendMail,
} from "../sign-up/sign-up-code.ts";
import { findLinkedAccount } from "./identity-repository.ts";
import { allowsExternalId, notAllowed } from "./organisation-rule.ts";
import { visitOutcome } from "./visit-outcome.ts";
import { keepVisit, newState, takeVisit, type VisitPurpose } from "./visit-repository.ts";

/** The next step of a visit: what a sign-in can answer, or the password of the address's account. */
export type VisitResult =
  | SignInResult
  | OtherAccount
  | { readonly status: "NEEDS_PASSWORD"; readonly attemptToken: string };

/** The browser that asks, as its cookies and headers show it. */
export interface VisitingBrowser extends Browser {
  /** Who is signed in here already. */
  readonly present: MemberRow | undefined;
  readonly flowToken: string | undefined;
}

function providerOf({ externalId }: PortalContext): ExternalIdentityProvider {
  if (externalId === undefined) {
    throw new AppError("ExternalIdFailed", { data: { reason: "off" } });
  }
  return externalId;
}

function failure(error: unknown): unknown {
  if (!(error instanceof ExternalIdentityError)) return error;
  return new AppError("ExternalIdFailed", { data: { reason: error.reason }, cause: error });
}

/**
 * Begins a visit for the browser that holds `browserToken`.
 *
 * @returns the address at the provider.
 * @throws AppError ExternalIdFailed.
 */
export async function beginVisit(
  context: PortalContext,
  purpose: VisitPurpose,
  locale: Locale,
  browserToken: string,
): Promise<string> {
  const state = newState();
  try {
    const { url, secrets } = await providerOf(context).begin({ state, locale });
    await keepVisit(context, state, browserToken, { purpose, locale, secrets });
    return url;
  } catch (error) {
    throw failure(error);
  }
}

/**
 * Completes a visit: checks that this browser began it and that the provider's answer is good,
 * then signs in, begins a sign-up or asks for a password.
 *
 * @throws AppError ExternalIdFailed with `data.reason`, LoginIDExists.
 */
export async function completeVisit(
  context: PortalContext,
  answer: VisitAnswer & { readonly state: string },
  browserToken: string | undefined,
  browser: VisitingBrowser,
): Promise<VisitResult> {
  const provider = providerOf(context);
  const { state } = answer;
  const visit = browserToken && (await takeVisit(context, state, browserToken));
  if (!visit) throw new AppError("ExternalIdFailed", { data: { reason: "expired" } });
  let identity: ExternalIdentity;
  try {
    identity = await provider.complete(answer, { ...visit.secrets, state });
  } catch (error) {
    throw failure(error);
  }
  return continueWith(context, identity, visit, browser);
}

async function continueWith(
  context: PortalContext,
  identity: ExternalIdentity,
  visit: { readonly purpose: VisitPurpose; readonly locale: Locale },
  browser: VisitingBrowser,
): Promise<VisitResult> {
  const { db, clock, digests } = context;
  const { purpose, locale } = visit;
  const email = emailSchema.safeParse(identity.email).data;
  const linked = await findLinkedAccount(db, identity);
  const sameAddress =
    email === undefined ? undefined : await findAccountByEmail(db, digests.email(email));
  const outcome = visitOutcome({
    purpose: purpose.is,
    linked: linked && { isComplete: linked.is_agree_service },
    hasEmail: email !== undefined,
    emailVerified: identity.emailVerified,
    sameAddress,
  });
  if (outcome.is === "refused") {
    throw new AppError(
      outcome.type,
      outcome.type === "ExternalIdFailed" ? { data: { reason: outcome.reason } } : {},
    );
  }
  if (outcome.is === "sign-in" && linked) {
    const at = clock.now();
    if (!(await allowsExternalId(db, linked.id, at))) {
      const event = { accountId: linked.id, at, client: browser.client };
      const action = "sign-in.external-id-refused";
      await transaction(db, (tx) => appendAudit(tx, { ...event, action }));
      throw notAllowed();
    }
    return continueFromProvider(context, linked.id, browser.present, browser, identity);
  }
  if (outcome.is === "ask-password" && sameAddress) {
    const values = { account_id: sameAddress.id, kind: "link" as const, ...columnsOf(identity) };
    const { token } = await transaction(db, (tx) => insertAttempt(tx, values, clock.now()));
    return { status: "NEEDS_PASSWORD", attemptToken: token };
  }
  if (email === undefined || purpose.is !== "sign-up") throw new Error("no sign-up to begin");
  const request = { email, plan: purpose.plan, locale, isProved: outcome.is === "information" };
  return beginSignUp(context, identity, request, browser.flowToken);
}

const columnsOf = ({ issuer, subject, amr }: ExternalIdentity) => ({
  external_issuer: issuer,
  external_subject: subject,
  provider_amr: amr && [...amr],
});

async function beginSignUp(
  context: PortalContext,
  identity: ExternalIdentity,
  request: {
    readonly email: string;
    readonly plan: PlanId;
    readonly locale: Locale;
    readonly isProved: boolean;
  },
  heldToken: string | undefined,
): Promise<VisitResult> {
  const { db, clock, digests, sealer } = context;
  const { email, plan, locale, isProved } = request;
  const now = clock.now();
  const id = newFlowId();
  const emailDigest = digests.email(email);
  if (!isProved) await spendMail(context, email);
  return transaction(db, async (tx) => {
    await dropHeldFlow(tx, heldToken);
    const verification = isProved ? undefined : newVerification(context, id, now);
    const { token, flow } = await insertFlow(
      tx,
      {
        id,
        origin: "external-id",
        plan,
        step: isProved ? "information" : "verification",
        locale,
        email_digest: emailDigest,
        email: sealFlowEmail(sealer, id, email),
        ...columnsOf(identity),
        external_name: identity.name ? sealFlowName(sealer, id, identity.name) : null,
        ...verification?.columns,
      },
      now,
    );
    if (verification) {
      const to = { email, locale, hasAccount: await hasAccount(tx, emailDigest) };
      await mailVerification(context, tx, to, verification.mailed);
    }
    return { status: "SERVICE_AGREE", flowToken: token, flow };
  });
}
