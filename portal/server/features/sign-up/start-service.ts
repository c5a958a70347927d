import type { Locale } from "@sekimori/kit-contract/locale";
import { hashToken } from "@sekimori/kit-server/cookies";
import { transaction } from "@sekimori/kit-server/database";
import { AppError } from "@sekimori/kit-server/errors";
import { signUpCodeLifetimeMs } from "@sekimori/portal-contract/constants";
import type { PlanId } from "@sekimori/portal-contract/plans";
import type { PortalContext } from "../../context.ts";
import {
  deleteFlow,
  dropHeldFlow,
  type FlowRow,
  insertFlow,
  lockFlow,
  moveHold,
  newFlowId,
  rememberHold,
  updateFlow,
} from "../principals/flow-repository.ts";
import { sealFlowEmail, stepAfterVerification } from "../principals/flow-view.ts";
import {
  codeScope,
  hasAccount,
  mailVerification,
  newVerification,
  requireResendPause,
  sendNewCode,
  signUpCodeTries,
} from "./sign-up-code.ts";

/** A flow and the new token that holds it. */
export interface HeldFlow {
  readonly token: string;
  readonly flow: FlowRow;
}

export interface SignUpRequest {
  readonly email: string;
  readonly plan: PlanId;
  readonly locale: Locale;
}

/**
 * Starts a sign-up and mails its code. An address that has an account gets the same answer; its
 * owner learns it from the mail.
 *
 * @throws AppError LoginIDExists only where the operator chose to tell at once.
 */
export async function startSignUp(
  context: PortalContext,
  request: SignUpRequest,
  heldToken: string | undefined,
): Promise<HeldFlow> {
  const { db, clock, digests, sealer, settings } = context;
  const now = clock.now();
  const id = newFlowId();
  const emailDigest = digests.email(request.email);
  return transaction(db, async (tx) => {
    const isTaken = await hasAccount(tx, emailDigest);
    if (isTaken && settings.tellExistingAddress) throw new AppError("LoginIDExists");
    await dropHeldFlow(tx, heldToken);
    const { mailed, columns } = newVerification(context, id, now);
    const held = await insertFlow(
      tx,
      {
        id,
        origin: "register",
        plan: request.plan,
        step: "verification",
        locale: request.locale,
        email_digest: emailDigest,
        email: sealFlowEmail(sealer, id, request.email),
        ...columns,
      },
      now,
    );
    const { email, locale } = request;
    await mailVerification(context, tx, { email, locale, hasAccount: isTaken }, mailed);
    return held;
  });
}

type Proof =
  | { readonly is: "proved"; readonly held: HeldFlow }
  | { readonly is: "CodeInvalid" | "CodeExpired" | "LoginIDExists" };

function settled(proof: Proof): HeldFlow {
  if (proof.is === "proved") return proof.held;
  throw new AppError(proof.is);
}

/**
 * Proves the address by the code typed into the browser that holds the flow. A flow that is past
 * this step is given as it stands, so that a second tab or a double click does no harm.
 *
 * @throws AppError CodeInvalid, CodeExpired (also after five wrong ones), LoginIDExists.
 */
export async function confirmByCode(
  context: PortalContext,
  heldToken: string | undefined,
  code: string,
): Promise<FlowRow> {
  const { db, clock, digests } = context;
  if (heldToken === undefined) throw new AppError("CodeExpired");
  const now = clock.now();
  // The outcome leaves the transaction as a value: a throw would undo the count of tries.
  const proof = await transaction(db, async (tx): Promise<Proof> => {
    const flow = await lockFlow(tx, { cookieDigest: hashToken(heldToken) }, now);
    if (!flow) return { is: "CodeExpired" };
    if (flow.step !== "verification") return { is: "proved", held: { token: heldToken, flow } };
    const isOver = flow.code_expires_at === null || flow.code_expires_at <= now;
    if (isOver || flow.code_tries >= signUpCodeTries) return { is: "CodeExpired" };
    if (!digests.isCode(codeScope(flow.id), code, flow.code_digest)) {
      await updateFlow(tx, flow.id, { code_tries: flow.code_tries + 1 });
      return { is: "CodeInvalid" };
    }
    if (await hasAccount(tx, flow.email_digest)) {
      await deleteFlow(tx, flow.id);
      return { is: "LoginIDExists" };
    }
    const proved = await updateFlow(tx, flow.id, {
      step: stepAfterVerification(flow),
      code_digest: null,
      code_expires_at: null,
    });
    return { is: "proved", held: { token: heldToken, flow: proved } };
  });
  return settled(proof).flow;
}

/**
 * Proves the address by the mailed link, or resumes the sign-up, on any device. The flow moves:
 * the browser that held it before does so no longer, because whoever began a sign-up with another
 * person's address must not share the account that person completes (classic pre-hijacking).
 *
 * @throws AppError CodeExpired (also when another browser has used the link), LoginIDExists.
 */
export async function confirmByLink(
  context: PortalContext,
  heldToken: string | undefined,
  linkToken: string,
): Promise<HeldFlow> {
  const { db, clock } = context;
  const now = clock.now();
  const proof = await transaction(db, async (tx): Promise<Proof> => {
    const flow = await lockFlow(tx, { linkDigest: hashToken(linkToken) }, now);
    const sentAt = flow?.code_sent_at;
    if (!flow || !sentAt) return { is: "CodeExpired" };
    if (isLinkOver(sentAt, now)) return { is: "CodeExpired" };
    const isTaken = flow.account_id === null && (await hasAccount(tx, flow.email_digest));
    const isOwn = heldToken !== undefined && hashToken(heldToken) === flow.cookie_digest;
    if (isTaken) {
      if (!isOwn) await rememberHold(tx, flow);
      await deleteFlow(tx, flow.id);
      return { is: "LoginIDExists" };
    }
    const step = flow.step === "verification" ? stepAfterVerification(flow) : flow.step;
    // The link works once; a second click in the browser that holds the sign-up does no harm.
    if (flow.link_used_at !== null && !isOwn) return { is: "CodeExpired" };
    const used = { step, code_digest: null, link_used_at: now };
    if (isOwn) {
      const own = await updateFlow(tx, flow.id, used);
      return { is: "proved", held: { token: heldToken, flow: own } };
    }
    await dropHeldFlow(tx, heldToken);
    const { token, columns } = await moveHold(tx, flow, now);
    const moved = await updateFlow(tx, flow.id, {
      ...used,
      ...columns,
      ...(flow.step === "verification" ? withoutExternalId(flow) : {}),
    });
    return { is: "proved", held: { token, flow: moved } };
  });
  return settled(proof);
}

/**
 * Whoever opens the link proves the address, but need not own the external ID of the browser that
 * began: completing the sign-up would give that browser's owner an account with this address
 * (trojan identifier). The sign-up goes on with a password.
 */
function withoutExternalId(flow: FlowRow) {
  if (flow.external_subject === null) return {};
  return {
    origin: "register" as const,
    external_issuer: null,
    external_subject: null,
    provider_amr: null,
  };
}

function isLinkOver(sentAt: Date, now: Date): boolean {
  return sentAt.getTime() + signUpCodeLifetimeMs <= now.getTime();
}

/** @throws AppError StepOutOfOrder, TooManyRequest (once a minute). */
export async function resendCode(context: PortalContext, flowId: string): Promise<FlowRow> {
  const now = context.clock.now();
  return transaction(context.db, async (tx) => {
    const flow = await lockFlow(tx, { id: flowId }, now);
    if (!flow) throw new AppError("SessionExpired");
    if (flow.step !== "verification") {
      throw new AppError("StepOutOfOrder", { data: { step: flow.step } });
    }
    requireResendPause(flow.code_sent_at, now);
    return updateFlow(tx, flow.id, await sendNewCode(context, tx, flow, now));
  });
}
