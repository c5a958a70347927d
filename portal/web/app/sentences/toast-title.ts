import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import {
  type ToastSource,
  type ToastTitleRule,
  toastTitle,
} from "@sekimori/kit-web/toast-queue/toast-titles";
import { pagePaths } from "@sekimori/portal-contract/page-routes";

/** Headings of error messages by the screen on which the failure happened (SPEC 8). */
const errorTitles: readonly ToastTitleRule<MessageDescriptor>[] = [
  { screen: pagePaths.login, title: msg`Could not log in` },
  { screen: pagePaths.otp, title: msg`Could not verify the one-time password` },
  { screen: pagePaths.register, title: msg`Could not start the registration` },
  { screen: pagePaths.registerSecurity24, title: msg`Could not start the registration` },
  { screen: pagePaths.registerVerification, title: msg`Could not verify the code` },
  { screen: pagePaths.registerInfo, title: msg`Could not save your information` },
  { screen: pagePaths.confirmInfo, title: msg`Could not save your information` },
  { screen: pagePaths.paymentInfo, title: msg`Payment error` },
  { screen: pagePaths.tds, title: msg`Payment error` },
  { screen: pagePaths.agreement, title: msg`Could not complete the registration` },
  { screen: pagePaths.resetPassword, title: msg`Could not send the reset code` },
  { screen: pagePaths.changePassword, title: msg`Could not change the password` },
  { screen: pagePaths.security, title: msg`Could not save the change` },
  { screen: pagePaths.security, method: "GET", title: msg`Could not load the page` },
  { screen: pagePaths.changeEmailVerify, title: msg`Could not change the email address` },
];

export function errorTitle(source: ToastSource): MessageDescriptor {
  return toastTitle(errorTitles, source, msg`Something went wrong`);
}
