import type { Bind } from "@sekimori/kit-server/http";
import { resendPauseMs } from "@sekimori/portal-contract/constants";
import {
  cancelChangeEmail,
  changeEmail,
  confirmChangeEmail,
  undoChangeEmail,
} from "@sekimori/portal-contract/endpoints/change-email";
import type { PortalContext } from "../../context.ts";
import { freshProfile } from "../profile/fresh-profile.ts";
import type { Callers } from "../session/callers.ts";
import { clientOf } from "../session/client-info.ts";
import { keepSession } from "../session/keep-session.ts";
import {
  cancelEmailChange,
  confirmEmailChange,
  requestEmailChange,
} from "./change-email-service.ts";
import { undoEmailChange } from "./undo-service.ts";

export function bindChangeEmail(bind: Bind, context: PortalContext, callers: Callers): void {
  const { cookies } = context;

  bind(changeEmail, async ({ request, body }) => {
    const member = callers.member(request);
    const sentAt = await requestEmailChange(context, member, body.email, clientOf(request));
    return { resendAt: new Date(sentAt.getTime() + resendPauseMs).toISOString() };
  });

  bind(confirmChangeEmail, async ({ request, reply, body }) => {
    const member = callers.member(request);
    const token = await confirmEmailChange(context, member, body.code, clientOf(request));
    keepSession(context, reply, member, token);
    return freshProfile(context, member.session_id);
  });

  bind(cancelChangeEmail, async ({ request }) => {
    const member = callers.member(request);
    await cancelEmailChange(context, member.account_id);
    return freshProfile(context, member.session_id);
  });

  bind(undoChangeEmail, async ({ request, reply, body }) => {
    await undoEmailChange(context, body.token, clientOf(request));
    if (cookies.session.read(request) !== undefined) cookies.session.clear(reply);
    return {};
  });
}
