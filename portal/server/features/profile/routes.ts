import { clientOf } from "@sekimori/kit-server/client-info";
import type { Bind } from "@sekimori/kit-server/http";
import {
  changeLanguage,
  changeRegisteredDetails,
  getMyProfile,
  updateMyProfile,
} from "@sekimori/portal-contract/endpoints/profile";
import type { PortalContext } from "../../context.ts";
import type { Principals } from "../principals/principals.ts";
import { profileOf } from "../session/member.ts";
import { freshProfile } from "./fresh-profile.ts";
import { changeDetails, changeName, setLanguage } from "./profile-service.ts";

export function bindProfile(bind: Bind, context: PortalContext, principals: Principals): void {
  const { clock, sealer } = context;

  bind(getMyProfile, ({ request }) => profileOf(sealer, principals.member(request), clock.now()));

  bind(updateMyProfile, async ({ request, body }) => {
    const member = principals.member(request);
    await changeName(context, member, body, clientOf(request));
    return freshProfile(context, member.session_id);
  });

  bind(changeRegisteredDetails, async ({ request, body }) => {
    const member = principals.member(request);
    await changeDetails(context, member, body, clientOf(request));
    return freshProfile(context, member.session_id);
  });

  bind(changeLanguage, async ({ request, body }) => {
    const member = principals.member(request);
    await setLanguage(context, member.account_id, body.language_code, clientOf(request));
    return freshProfile(context, member.session_id);
  });
}
