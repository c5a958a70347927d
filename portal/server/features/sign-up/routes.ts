import { AppError } from "@sekimori/kit-server/errors";
import type { Bind } from "@sekimori/kit-server/http";
import {
  agreeConsent,
  confirmInformation as confirmInformationEndpoint,
  confirmSignUp,
  editInformation as editInformationEndpoint,
  resendConfirmSignUpCode,
  service,
  signUp,
} from "@sekimori/portal-contract/endpoints/sign-up";
import type { FastifyReply } from "fastify";
import type { PortalContext } from "../../context.ts";
import { agreeToService } from "../agreement/agree-service.ts";
import { finalConfirmation } from "../agreement/final-confirmation.ts";
import { requireCaptcha } from "../credentials/captcha.ts";
import { beginSession } from "../session/begin-session.ts";
import type { Callers } from "../session/callers.ts";
import { clientOf } from "../session/client-info.ts";
import { cardOfFlow } from "./flow-card.ts";
import type { FlowRow } from "./flow-repository.ts";
import { showFlow } from "./flow-view.ts";
import { confirmInformation, editInformation } from "./information-service.ts";
import { confirmByCode, confirmByLink, resendCode, startSignUp } from "./start-service.ts";

export function bindSignUp(bind: Bind, context: PortalContext, callers: Callers): void {
  const { clock, cookies, sealer } = context;

  const answer = async (flow: FlowRow) => ({
    flow: showFlow(sealer, flow, await cardOfFlow(context, flow)),
  });

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
      if ("code" in body) return answer(await confirmByCode(context, heldToken, body.code));
      const held = await confirmByLink(context, heldToken, body.token);
      cookies.flow.set(reply, held.token);
      return answer(held.flow);
    }),
  );

  bind(resendConfirmSignUpCode, async ({ request }) =>
    answer(await resendCode(context, callers.flow(request).id)),
  );

  bind(editInformationEndpoint, async ({ request, body }) =>
    answer(await editInformation(context, callers.flow(request), body.information, body.password)),
  );

  bind(confirmInformationEndpoint, ({ request, reply }) =>
    endingFlow(reply, async () =>
      answer(await confirmInformation(context, callers.flow(request), clientOf(request))),
    ),
  );

  bind(service, async ({ request }) => {
    const flow = callers.flow(request);
    const card = await cardOfFlow(context, flow);
    return {
      flow: showFlow(sealer, flow, card),
      agreement:
        flow.step === "agreement" ? finalConfirmation(context, flow, card, clock.now()) : null,
    };
  });

  bind(agreeConsent, async ({ request, reply, body }) => {
    const flow = callers.flow(request);
    const device = cookies.device.read(request);
    const done = await agreeToService(context, flow, body, clientOf(request), device);
    cookies.flow.clear(reply);
    beginSession(context, reply, done.session, done.deviceToken);
    return { status: "SIGNED_IN" as const, expiresAt: done.session.expiresAt.toISOString() };
  });
}
