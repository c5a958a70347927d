import { clientOf } from "@sekimori/kit-server/client-info";
import type { Bind } from "@sekimori/kit-server/http";
import { resendPauseMs } from "@sekimori/portal-contract/constants";
import {
  cancelChangeEmail,
  changeEmail,
  confirmChangeEmail,
  resendChangeEmail,
  undoChangeEmail,
} from "@sekimori/portal-contract/endpoints/change-email";
import type { PortalContext } from "../../context.ts";
import type { Principals } from "../principals/principals.ts";
import { freshProfile } from "../profile/fresh-profile.ts";
import { keepSession } from "../session/keep-session.ts";
import {
  cancelEmailChange,
  confirmEmailChange,
  requestEmailChange,
  resendEmailChange,
} from "./change-email-service.ts";
import { undoEmailChange } from "./undo-service.ts";

const resendAfter = (sentAt: Date) => new Date(sentAt.getTime() + resendPauseMs).toISOString();

export function bindChangeEmail(bind: Bind, context: PortalContext, principals: Principals): void {
  const { cookies } = context;

  bind(changeEmail, async ({ request, body }) => {
    const member = principals.member(request);
    const sentAt = await requestEmailChange(context, member, body.email, clientOf(request));
    return { resendAt: resendAfter(sentAt) };
  });

  bind(resendChangeEmail, async ({ request }) => {
    const member = principals.member(request);
    return { resendAt: resendAfter(await resendEmailChange(context, member, clientOf(request))) };
  });

  bind(confirmChangeEmail, async ({ request, reply, body }) => {
    const member = principals.member(request);
    const token = await confirmEmailChange(context, member, body.code, clientOf(request));
    keepSession(context, reply, member, token);
    return freshProfile(context, member.session_id);
  });

  bind(cancelChangeEmail, async ({ request }) => {
    const member = principals.member(request);
    await cancelEmailChange(context, member);
    return freshProfile(context, member.session_id);
  });

  bind(undoChangeEmail, async ({ request, reply, body }) => {
    const email = await undoEmailChange(context, body.token, clientOf(request));
    if (cookies.session.read(request) !== undefined) cookies.session.clear(reply);
    return { email };
  });
}
