import type { Bind } from "@sekimori/kit-server/http";
import type { PortalContext } from "./context.ts";
import { bindChangeEmail } from "./features/change-email/routes.ts";
import { bindExternalId } from "./features/external-id/routes.ts";
import { bindNotice } from "./features/notice/routes.ts";
import { bindConnectedApplications } from "./features/openid/connected-applications-routes.ts";
import { bindPassword } from "./features/password/routes.ts";
import { bindPayment } from "./features/payment/routes.ts";
import { bindProfile } from "./features/profile/routes.ts";
import { bindSecurity } from "./features/security/routes.ts";
import type { Callers } from "./features/session/callers.ts";
import { bindSession } from "./features/session/routes.ts";
import { bindSignIn } from "./features/sign-in/routes.ts";
import { bindSignUp } from "./features/sign-up/routes.ts";
import { bindSite } from "./features/site/routes.ts";
import { bindTwoFactor } from "./features/two-factor/routes.ts";

/** Binds every feature's endpoints; the one list of what the server serves under /v1. */
export function bindFeatures(bind: Bind, context: PortalContext, callers: Callers): void {
  bindSite(bind, context);
  bindSignUp(bind, context, callers);
  bindSignIn(bind, context, callers);
  bindSession(bind, context, callers);
  bindProfile(bind, context, callers);
  bindPayment(bind, context, callers);
  bindChangeEmail(bind, context, callers);
  bindExternalId(bind, context, callers);
  bindNotice(bind, context, callers);
  bindPassword(bind, context, callers);
  bindSecurity(bind, context, callers);
  bindConnectedApplications(bind, context, callers);
  bindTwoFactor(bind, context, callers);
}
