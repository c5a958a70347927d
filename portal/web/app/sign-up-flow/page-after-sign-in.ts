import type { ProviderOutcome } from "@sekimori/portal-contract/endpoints/other-account";
import { otherAccountPage, pagePaths } from "@sekimori/portal-contract/page-routes";
import type { Session } from "../session/session.ts";
import { pageOfStep } from "./flow-pages.ts";

/**
 * Takes note of what the server answered to a sign-in and says which page follows: the sign-in is
 * complete, or one of specification 3's redirect statuses leads on.
 *
 * @param email the address that was entered; empty when the external identity provider answered.
 */
export function pageAfter(session: Session, outcome: ProviderOutcome, email: string): string {
  switch (outcome.status) {
    case "SIGNED_IN":
      if (email) session.learnt({ email_address: email });
      return session.signedIn();
    case "OTP_VERIFY":
      session.flowStarted({ email_address: email }, pagePaths.otp);
      session.pendingSignIn = {
        email,
        resendAt: outcome.resendAt,
        ways: outcome.ways,
        mayTrustBrowser: outcome.mayTrustBrowser,
      };
      return pagePaths.otp;
    case "OTHER_ACCOUNT":
      return otherAccountPage;
    case "FACTOR_WANTED":
      session.flowStarted({ email_address: email }, pagePaths.wantedFactor);
      return pagePaths.wantedFactor;
    case "RESET_PASSWORD":
      session.pendingSignIn = { email, needsNewPassword: true };
      session.flowStarted({ email_address: email }, pagePaths.changePassword);
      return pagePaths.changePassword;
    case "SERVICE_AGREE": {
      const step = pageOfStep(outcome.flow.step);
      session.flowStarted({ email_address: outcome.flow.email }, step);
      return step;
    }
  }
}
