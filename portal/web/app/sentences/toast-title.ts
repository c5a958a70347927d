import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { FailedCall } from "@sekimori/kit-web/client/api-error";
import { type ToastTitleRule, toastTitle } from "@sekimori/kit-web/toast-queue/toast-titles";
import { gmoidSignIn } from "@sekimori/portal-contract/endpoints/external-id";
import { resendOtp } from "@sekimori/portal-contract/endpoints/sign-in";
import { type PageName, pagePaths } from "@sekimori/portal-contract/page-routes";

/** A heading by screen, and by call. */
type ErrorTitleRule = ToastTitleRule<MessageDescriptor>;

/** The row of a screen. */
export const on = (page: PageName, title: MessageDescriptor): ErrorTitleRule => ({
  screen: pagePaths[page],
  title,
});

/** The row of a call that failed on a screen. */
export const onCall = (
  page: PageName,
  { method, path }: FailedCall,
  title: MessageDescriptor,
): ErrorTitleRule => ({
  ...on(page, title),
  method,
  path,
});

/** Headings of error messages by the screen on which a call failed, and by the call (specification 7, 8). */
const errorTitles: ErrorTitleRule[] = [
  on("login", msg`Couldn't log in`),
  onCall("login", gmoidSignIn, msg`Couldn't open your external ID's page`),
  on("otp", msg`Couldn't verify the one-time password`),
  onCall("otp", resendOtp, msg`Couldn't resend the one-time password`),
  on("paymentInfo", msg`Payment Error`),
  on("tds", msg`Payment Error`),
];

/** Adds the rows of a part of the portal whose code comes later than the first page's. */
export function addErrorTitles(rules: readonly ErrorTitleRule[]): void {
  errorTitles.push(...rules);
}

/** @param call what failed, if it was a call. */
export function errorTitle(screen: string, call?: FailedCall): MessageDescriptor {
  const source = { screen, ...(call && { method: call.method, path: call.path }) };
  return toastTitle(errorTitles, source, msg`Something went wrong`);
}
