import { clientOf } from "@sekimori/kit-server/client-info";
import type { Bind } from "@sekimori/kit-server/http";
import { changePromotionalMail } from "@sekimori/portal-contract/endpoints/promotional-mail";
import type { PortalContext } from "../../context.ts";
import type { Principals } from "../principals/principals.ts";
import { freshProfile } from "../profile/fresh-profile.ts";
import { recordConsent } from "./consent-service.ts";

export function bindPromotionalMail(
  bind: Bind,
  context: PortalContext,
  principals: Principals,
): void {
  bind(changePromotionalMail, async ({ request, body }) => {
    const member = principals.member(request);
    await recordConsent(context, member.account_id, body.consented, clientOf(request));
    return freshProfile(context, member.session_id);
  });
}
