import type { I18n, MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { isApiError, type TransportErrorType } from "@sekimori/kit-web/client/api-error";
import type { PortalErrorType } from "@sekimori/portal-contract/errors";

export type ErrorType = PortalErrorType | TransportErrorType;

/** What a person is told about each error (SPEC 8). A type without a sentence does not compile. */
export const errorSentences: Readonly<Record<ErrorType, MessageDescriptor>> = {
  InvalidInput: msg`Invalid input value. Check what you entered.`,
  SessionExpired: msg`Your session has expired. Log in again.`,
  Forbidden: msg`You do not have access to this page.`,
  NotFound: msg`Target does not exist.`,
  Conflict: msg`Something has changed in the meantime. Reload the page and try again.`,
  TooManyRequest: msg`Too many attempts. Wait a while and try again.`,
  Unexpected: msg`An unexpected error occurred. If it happens again, contact the administrator.`,
  Unavailable: msg`The service is not available at the moment. Try again in a few minutes.`,
  Timeout: msg`Your request could not be processed in time. Try again.`,
  Network: msg`Unable to connect. Check your connection and try again.`,
  Offline: msg`You are offline. Connect to the internet and try again.`,

  LoginIDExists: msg`This email address already exists.`,
  CodeInvalid: msg`Authentication code is incorrect.`,
  CodeExpired: msg`Authentication code has expired. Request a new one.`,
  OTPInvalid: msg`One-time password is incorrect.`,
  OTPExpired: msg`One-time password has expired. Request a new one.`,
  OTPExceeded: msg`Too many incorrect attempts. Start login over.`,
  OldPasswordWrong: msg`Current password is incorrect.`,
  UserNotConfirmed: msg`Your registration is not confirmed yet. We have sent you a new authentication code.`,
  UsernamePasswordIncorrect: msg`Email address or password is incorrect.`,
  EmailDuplicated: msg`This email address is already in use.`,
  RecaptchaTokenIncorrect: msg`We could not verify that you are human. Reload the page and try again.`,
  ResetCodeIncorrect: msg`Confirmation code is incorrect or has expired.`,

  CardDeclined: msg`Card registration failed: the card was declined. Use another card or contact its issuer.`,
  ThreeDSecureFailed: msg`3-D Secure authentication failed. Try again or use another card.`,
  CardTokenInvalid: msg`The card details could not be read. Enter them again.`,
  PaymentGatewayError: msg`The payment company reported an error. Wait a while and try again.`,
  PaymentNetworkError: msg`The payment company could not be reached. Wait a while and try again.`,
  PaymentNotRestored: msg`Your payment details could not be restored. Enter them again.`,

  StepOutOfOrder: msg`Your registration has moved on to another step.`,
  RecentSignInRequired: msg`Confirm your password to make this change.`,
  ManagedExternally: msg`This is managed by your external ID and cannot be changed here.`,
  ExternalIdFailed: msg`Login with the external ID failed. Try again.`,
  ExternalIdNeedsPassword: msg`An account with this email address exists. Enter its password to link your external ID.`,
  InteractionExpired: msg`The request of the application is over. Go back to the application and start again.`,
  TermsChanged: msg`The terms have changed. Read the new version before you agree.`,
};

const isKnown = (type: string): type is ErrorType => Object.hasOwn(errorSentences, type);

/** The sentence for an error, in the present language; what is none of ours is unexpected. */
export function errorSentence(error: unknown, i18n: I18n): string {
  return i18n._(
    errorSentences[isApiError(error) && isKnown(error.type) ? error.type : "Unexpected"],
  );
}
