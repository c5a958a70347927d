import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { FailedCall } from "@sekimori/kit-web/client/api-error";
import { type ToastTitleRule, toastTitle } from "@sekimori/kit-web/toast-queue/toast-titles";
import { replaceCard } from "@sekimori/portal-contract/endpoints/card";
import { changeEmail } from "@sekimori/portal-contract/endpoints/change-email";
import { withdrawAccess } from "@sekimori/portal-contract/endpoints/connected-applications";
import { gmoidSignIn, gmoidSignUp } from "@sekimori/portal-contract/endpoints/external-id";
import { changePassword, forgotPassword } from "@sekimori/portal-contract/endpoints/password";
import { changeLanguage, updateMyProfile } from "@sekimori/portal-contract/endpoints/profile";
import { endOtherSessions, endSession } from "@sekimori/portal-contract/endpoints/security";
import { resendOtp } from "@sekimori/portal-contract/endpoints/sign-in";
import { cardAttempt, resendConfirmSignUpCode } from "@sekimori/portal-contract/endpoints/sign-up";
import { mfaSetting } from "@sekimori/portal-contract/endpoints/two-factor";
import { type PageName, pagePaths } from "@sekimori/portal-contract/page-routes";

type Rule = ToastTitleRule<MessageDescriptor>;

const on = (page: PageName, title: MessageDescriptor): Rule => ({ screen: pagePaths[page], title });

const onCall = (page: PageName, { method, path }: FailedCall, title: MessageDescriptor): Rule => ({
  ...on(page, title),
  method,
  path,
});

/** Headings of error messages by the screen on which a call failed, and by the call (SPEC 7, 8). */
const errorTitles: readonly Rule[] = [
  on("login", msg`Could not log in`),
  onCall("login", gmoidSignIn, msg`Could not open the external ID's page`),
  on("otp", msg`Could not verify the one-time password`),
  onCall("otp", resendOtp, msg`Could not resend the one-time password`),
  on("register", msg`Could not start the registration`),
  onCall("register", gmoidSignUp, msg`Could not open the external ID's page`),
  on("registerSecurity24", msg`Could not start the registration`),
  onCall("registerSecurity24", gmoidSignUp, msg`Could not open the external ID's page`),
  on("registerVerification", msg`Could not verify the code`),
  onCall("registerVerification", resendConfirmSignUpCode, msg`Could not resend the code`),
  on("registerInfo", msg`Could not save your information`),
  on("confirmInfo", msg`Could not save your information`),
  on("paymentInfo", msg`Payment error`),
  on("tds", msg`Payment error`),
  on("agreement", msg`Could not complete the registration`),
  on("resetPassword", msg`Could not send the reset code`),
  on("changePassword", msg`Could not change the password`),
  onCall("changePassword", forgotPassword, msg`Could not send the reset code`),
  on("security", msg`Could not save the change`),
  { ...on("security", msg`Could not load the page`), method: "GET" },
  onCall("security", updateMyProfile, msg`Could not change the name`),
  onCall("security", changeEmail, msg`Could not change the email address`),
  onCall("security", changeLanguage, msg`Could not change the language`),
  onCall("security", changePassword, msg`Could not change the password`),
  onCall("security", mfaSetting, msg`Could not change two-factor authentication`),
  onCall("security", endSession, msg`Could not log out the other device`),
  onCall("security", endOtherSessions, msg`Could not log out the other devices`),
  onCall("security", withdrawAccess, msg`Could not withdraw the access`),
  onCall("security", replaceCard, msg`Payment error`),
  onCall("security", cardAttempt, msg`Payment error`),
  on("changeEmailVerify", msg`Could not change the email address`),
  onCall("changeEmailVerify", changeEmail, msg`Could not resend the code`),
];

/** @param call what failed, if it was a call. */
export function errorTitle(screen: string, call?: FailedCall): MessageDescriptor {
  const source = { screen, ...(call && { method: call.method, path: call.path }) };
  return toastTitle(errorTitles, source, msg`Something went wrong`);
}
