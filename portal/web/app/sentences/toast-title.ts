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

/** Headings of error messages by the screen on which a call failed, and by the call (specification 7, 8). */
const errorTitles: readonly Rule[] = [
  on("login", msg`Couldn't log in`),
  onCall("login", gmoidSignIn, msg`Couldn't open your external ID's page`),
  on("otp", msg`Couldn't verify the one-time password`),
  onCall("otp", resendOtp, msg`Couldn't resend the one-time password`),
  on("register", msg`Couldn't start your registration`),
  onCall("register", gmoidSignUp, msg`Couldn't open your external ID's page`),
  on("registerSecurity24", msg`Couldn't start your registration`),
  onCall("registerSecurity24", gmoidSignUp, msg`Couldn't open your external ID's page`),
  on("registerVerification", msg`Couldn't verify the code`),
  onCall("registerVerification", resendConfirmSignUpCode, msg`Couldn't resend the code`),
  on("registerInfo", msg`Couldn't save your information`),
  on("confirmInfo", msg`Couldn't save your information`),
  on("paymentInfo", msg`Payment Error`),
  on("tds", msg`Payment Error`),
  on("agreement", msg`Couldn't complete your registration`),
  on("resetPassword", msg`Couldn't send the reset code`),
  on("changePassword", msg`Couldn't change your password`),
  onCall("changePassword", forgotPassword, msg`Couldn't send the reset code`),
  on("security", msg`Couldn't save the change`),
  { ...on("security", msg`Couldn't load the page`), method: "GET" },
  onCall("security", updateMyProfile, msg`Couldn't change your name`),
  onCall("security", changeEmail, msg`Couldn't change your email address`),
  onCall("security", changeLanguage, msg`Couldn't change your language`),
  onCall("security", changePassword, msg`Couldn't change your password`),
  onCall("security", mfaSetting, msg`Couldn't change two-factor authentication`),
  onCall("security", endSession, msg`Couldn't log out the other device`),
  onCall("security", endOtherSessions, msg`Couldn't log out the other devices`),
  onCall("security", withdrawAccess, msg`Couldn't withdraw access`),
  onCall("security", replaceCard, msg`Payment Error`),
  onCall("security", cardAttempt, msg`Payment Error`),
  on("changeEmailVerify", msg`Couldn't change your email address`),
  onCall("changeEmailVerify", changeEmail, msg`Couldn't resend the code`),
];

/** @param call what failed, if it was a call. */
export function errorTitle(screen: string, call?: FailedCall): MessageDescriptor {
  const source = { screen, ...(call && { method: call.method, path: call.path }) };
  return toastTitle(errorTitles, source, msg`Something went wrong`);
}
