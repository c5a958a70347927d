import type { Bind } from "@sekimori/kit-server/http";
import type { PortalContext } from "./context.ts";
import { bindAccountingAddress } from "./features/accounting-address/routes.ts";
import { bindAgreement } from "./features/agreement/routes.ts";
import { bindBilling } from "./features/billing/routes.ts";
import { bindChangeEmail } from "./features/change-email/routes.ts";
import { bindContract } from "./features/contract/routes.ts";
import { bindDataExport } from "./features/data-export/routes.ts";
import { bindLinkedIdentities } from "./features/external-id/linked-identities.ts";
import { bindExternalId } from "./features/external-id/routes.ts";
import { bindMonthlySummary } from "./features/monthly-summary/routes.ts";
import { bindNotice } from "./features/notice/routes.ts";
import { bindConnectedApplications } from "./features/openid/clients/connected-applications-routes.ts";
import { bindPassword } from "./features/password/routes.ts";
import { bindPayment } from "./features/payment/routes.ts";
import { bindPostalCode } from "./features/postal-code/routes.ts";
import type { Principals } from "./features/principals/principals.ts";
import { bindProfile } from "./features/profile/routes.ts";
import { bindSecurity } from "./features/security/routes.ts";
import { bindSignIn } from "./features/sign-in/routes.ts";
import { bindSession } from "./features/sign-in/session-routes.ts";
import { bindSignUp } from "./features/sign-up/routes.ts";
import { bindSite } from "./features/site-configuration/routes.ts";
import { bindTwoFactor } from "./features/two-factor/routes.ts";

/** Binds every feature's endpoints; the one list of what the server serves under /v1. */
export function bindFeatures(bind: Bind, context: PortalContext, principals: Principals): void {
  bindSite(bind, context);
  bindPostalCode(bind);
  bindSignUp(bind, context, principals);
  bindAgreement(bind, context, principals);
  bindSignIn(bind, context, principals);
  bindSession(bind, context, principals);
  bindProfile(bind, context, principals);
  bindMonthlySummary(bind, context, principals);
  bindPayment(bind, context, principals);
  bindBilling(bind, context, principals);
  bindAccountingAddress(bind, context, principals);
  bindContract(bind, context, principals);
  bindDataExport(bind, context, principals);
  bindChangeEmail(bind, context, principals);
  bindExternalId(bind, context, principals);
  bindLinkedIdentities(bind, context, principals);
  bindNotice(bind, context, principals);
  bindPassword(bind, context, principals);
  bindSecurity(bind, context, principals);
  bindConnectedApplications(bind, context, principals);
  bindTwoFactor(bind, context, principals);
}
