import { clientOf } from "@sekimori/kit-server/client-info";
import { AppError } from "@sekimori/kit-server/errors";
import type { Bind } from "@sekimori/kit-server/http";
import type { CardView } from "@sekimori/portal-contract/endpoints/card-view";
import {
  confirmInformation as confirmInformationEndpoint,
  confirmSignUp,
  editInformation as editInformationEndpoint,
  resendConfirmSignUpCode,
  service,
  signUp,
} from "@sekimori/portal-contract/endpoints/sign-up";
import type { SignUpStep } from "@sekimori/portal-contract/endpoints/sign-up-flow";
import type { FastifyReply } from "fastify";
import type { PortalContext } from "../../context.ts";
import { finalConfirmation, planStart, shownOf } from "../contract/final-confirmation.ts";
import { requireCaptcha } from "../credentials/captcha.ts";
import { nameOfShown } from "../plan/name-of-shown.ts";
import type { FlowRow } from "../principals/flow-repository.ts";
import { openFlowEmail, showFlow } from "../principals/flow-view.ts";
import type { Principals } from "../principals/principals.ts";
import { cardDigestOfFlow, cardOfFlow } from "./flow-card.ts";
import { confirmInformation, editInformation } from "./information-service.ts";
import { forgiveMail } from "./sign-up-code.ts";
import { confirmByCode, confirmByLink, resendCode, startSignUp } from "./start-service.ts";

export function bindSignUp(bind: Bind, context: PortalContext, principals: Principals): void {
  const { cookies, sealer, clock } = context;

  const answer = async (flow: FlowRow) => ({
    flow: showFlow(sealer, flow, await cardOfFlow(context, flow)),
  });

  const confirmationOf = async (flow: FlowRow, card: CardView | null) => {
    const cardDigest = await cardDigestOfFlow(context, flow);
    const applicant = { accountId: flow.account_id, plan: flow.plan, cardDigest, now: clock.now() };
    return finalConfirmation(context, await planStart(context, context.db, applicant), card);
  };

  const showsFigures = (step: SignUpStep) => step === "payment" || step === "agreement";

  /** A sign-up that turns out to have an account is over: its cookie goes with it. */
  const endingFlow = async <T>(reply: FastifyReply, work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      if (error instanceof AppError && error.type === "LoginIDExists") cookies.flow.clear(reply);
      throw error;
    }
  };

  bind(signUp, async ({ request, reply, body }) => {
    await requireCaptcha(context, body.captcha);
    const held = await startSignUp(context, body, cookies.flow.read(request));
    cookies.flow.set(reply, held.token);
    return answer(held.flow);
  });

  bind(confirmSignUp, ({ request, reply, body }) =>
    endingFlow(reply, async () => {
      const heldToken = cookies.flow.read(request);
      const held =
        "code" in body
          ? { flow: await confirmByCode(context, heldToken, body.code) }
          : await confirmByLink(context, heldToken, body.token);
      await forgiveMail(context, openFlowEmail(sealer, held.flow));
      if ("token" in held) cookies.flow.set(reply, held.token);
      return answer(held.flow);
    }),
  );

  bind(resendConfirmSignUpCode, async ({ request }) =>
    answer(await resendCode(context, principals.flow(request).id)),
  );

  bind(editInformationEndpoint, async ({ request, body }) =>
    answer(
      await editInformation(context, principals.flow(request), body.information, body.password),
    ),
  );

  bind(confirmInformationEndpoint, ({ request, reply }) =>
    endingFlow(reply, async () =>
      answer(await confirmInformation(context, principals.flow(request), clientOf(request))),
    ),
  );

  bind(service, async ({ request }) => {
    const flow = principals.flow(request);
    const card = await cardOfFlow(context, flow);
    const agreement = showsFigures(flow.step) ? await confirmationOf(flow, card) : null;
    return {
      flow: showFlow(sealer, flow, card),
      agreement,
      shown: agreement && nameOfShown(shownOf(flow.plan, agreement)),
    };
  });
}
