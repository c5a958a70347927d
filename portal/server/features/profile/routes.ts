import { transaction } from "@sekimori/kit-server/database";
import type { Bind } from "@sekimori/kit-server/http";
import {
  changeLanguage,
  getMyProfile,
  updateMyProfile,
} from "@sekimori/portal-contract/endpoints/profile";
import type { PortalContext } from "../../context.ts";
import type { Callers } from "../session/callers.ts";
import { clientOf } from "../session/client-info.ts";
import { profileOf } from "../session/member.ts";
import { freshProfile } from "./fresh-profile.ts";
import { changeName, setLanguage } from "./profile-service.ts";

export function bindProfile(bind: Bind, context: PortalContext, callers: Callers): void {
  const { db, clock, sealer } = context;

  bind(getMyProfile, ({ request }) => profileOf(sealer, callers.member(request), clock.now()));

  bind(updateMyProfile, async ({ request, body }) => {
    const member = callers.member(request);
    const name = { firstName: body.first_name, lastName: body.last_name };
    await transaction(db, (tx) =>
      changeName(context, tx, member.account_id, name, clientOf(request)),
    );
    return freshProfile(context, member.session_id);
  });

  bind(changeLanguage, async ({ request, body }) => {
    const member = callers.member(request);
    await transaction(db, (tx) =>
      setLanguage(context, tx, member.account_id, body.language_code, clientOf(request)),
    );
    return freshProfile(context, member.session_id);
  });
}
