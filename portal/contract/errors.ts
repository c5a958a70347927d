import { commonErrors } from "@sekimori/kit-contract/wire-error";

/**
 * Every error type the portal's API can answer with, and its HTTP status. The first group is
 * Specification 8's catalogue under its own names, the second specification 8's payment errors, the third what the
 * flows need beside them. The sentences belong to the web app, which switches over this type.
 */
export const portalErrors = {
  ...commonErrors,

  LoginIDExists: 409,
  CodeInvalid: 400,
  CodeExpired: 400,
  OTPInvalid: 400,
  OTPExpired: 400,
  OTPExceeded: 400,
  OldPasswordWrong: 400,
  UserNotConfirmed: 403,
  UsernamePasswordIncorrect: 400,
  EmailDuplicated: 409,
  RecaptchaTokenIncorrect: 400,
  /** Not the code that the authenticator app shows now, or one that was used already. */
  AppCodeInvalid: 400,
  /** The code of another time: the clock of the app's device is off. */
  AppClockOff: 400,
  /** No recovery code of the present set, or one that was used already. */
  RecoveryCodeInvalid: 400,
  /** No passkey of an account here: it was removed, or belongs to another service. */
  PasskeyUnknown: 400,
  /** Its challenge is over, was answered already, or is another browser's. */
  PasskeyExpired: 400,
  /** Its answer does not fit: signature, address of the page, or account. */
  PasskeyRefused: 400,
  /** The device did not check that it is its owner who uses the passkey. */
  PasskeyUnverified: 400,
  /** Its counter went back: there is a copy of a passkey that cannot be copied. */
  PasskeyCopied: 400,
  /** The passkey is on an account already. */
  PasskeyDuplicate: 409,
  /** The account has as many passkeys as it may. */
  PasskeysFull: 409,
  /** Something stronger than a mailed code is on, so none is mailed. */
  OtherWayRequired: 403,
  /** A reset by the mailbox alone does not open an account with a passkey or an authenticator app; `data.hasRecoveryCodes` says whether a recovery code may be given too. */
  SecondFactorRequired: 403,
  /** The specification's "Reset": confirmation code incorrect or expired, never saying which. */
  ResetCodeIncorrect: 400,

  CardDeclined: 400,
  ThreeDSecureFailed: 400,
  CardTokenInvalid: 400,
  PaymentGatewayError: 502,
  PaymentNetworkError: 504,
  PaymentNotRestored: 404,

  /** The flow is at another step; `data.step` names it. */
  StepOutOfOrder: 409,
  /** A sensitive change needs a sign-in of the last ten minutes. */
  RecentSignInRequired: 403,
  /** The account is managed by the external identity provider. */
  ManagedExternally: 403,
  /** The external identity provider refused, failed or answered something we cannot trust. */
  ExternalIdFailed: 400,
  /** The external ID's address has an account here: its password must be given first. */
  ExternalIdNeedsPassword: 409,
  /** The account could not be entered any more without it: a password must be set first. */
  OnlyWayIn: 409,
  /** An application's request is over, or another browser began it: start from the application. */
  InteractionExpired: 404,
  /** The paid plan needs a card on file that has not expired. */
  CardRequired: 409,
  /** What a press agrees to, or pays, is no longer what its screen showed. */
  TermsChanged: 409,
} as const satisfies Readonly<Record<string, number>>;

export type PortalErrorType = keyof typeof portalErrors;

declare module "@sekimori/kit-contract/wire-error" {
  interface ErrorTypes extends Record<PortalErrorType, true> {}
}
