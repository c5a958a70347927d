import { clientOf } from "@sekimori/kit-server/client-info";
import type { Bind } from "@sekimori/kit-server/http";
import { mfaSetting } from "@sekimori/portal-contract/endpoints/two-factor";
import type { PortalContext } from "../../context.ts";
import type { Principals } from "../principals/principals.ts";
import { freshProfile } from "../profile/fresh-profile.ts";
import { keepSession } from "../session/keep-session.ts";
import { setTwoFactor } from "./two-factor-service.ts";

export function bindTwoFactor(bind: Bind, context: PortalContext, principals: Principals): void {
  bind(mfaSetting, async ({ request, reply, body }) => {
    const member = principals.member(request);
    const token = await setTwoFactor(context, member, body.enabled, clientOf(request));
    if (token !== undefined) keepSession(context, reply, member, token);
    return freshProfile(context, member.session_id);
  });
}
