import { commonErrors, type ErrorTable } from "@sekimori/kit-contract/wire-error";

/**
 * Every error type the portal's API can answer with, and its HTTP status. The first group is
 * Specification 8's catalogue under its own names, the second specification 8's payment errors, the third what the
 * flows need beside them. The sentences belong to the web app, which switches over this type.
 */
export const portalErrors = {
  ...commonErrors,

  LoginIDExists: { status: 409, message: "The login ID belongs to an account already." },
  CodeInvalid: { status: 400, message: "The code is wrong." },
  CodeExpired: { status: 400, message: "The code has expired." },
  OTPInvalid: { status: 400, message: "The one-time password is wrong." },
  OTPExpired: { status: 400, message: "The one-time password has expired." },
  OTPExceeded: {
    status: 400,
    message: "The one-time password was entered wrongly too often; ask for another.",
  },
  OldPasswordWrong: { status: 400, message: "The present password is wrong." },
  UserNotConfirmed: { status: 403, message: "The sign-up isn't finished." },
  UsernamePasswordIncorrect: { status: 400, message: "The login ID or the password is wrong." },
  EmailDuplicated: { status: 409, message: "The email address belongs to an account already." },
  RecaptchaTokenIncorrect: {
    status: 400,
    message: "The captcha's token is missing, wrong or used.",
  },
  AppCodeInvalid: {
    status: 400,
    message: "Not the code that the authenticator app shows now, or one that was used.",
  },
  AppClockOff: {
    status: 400,
    message: "The code is of another time: the clock of the app's device is off.",
  },
  RecoveryCodeInvalid: {
    status: 400,
    message: "Not a recovery code of the present set, or one that was used.",
  },
  PasskeyUnknown: { status: 400, message: "The passkey belongs to no account here." },
  PasskeyExpired: {
    status: 400,
    message: "The passkey's challenge is over, was answered, or is another browser's.",
  },
  PasskeyRefused: {
    status: 400,
    message: "The passkey's answer doesn't fit: signature, address of the page, or account.",
  },
  PasskeyUnverified: {
    status: 400,
    message: "The device didn't check that its owner uses the passkey.",
  },
  PasskeyCopied: {
    status: 400,
    message: "The passkey's counter went back: there is a copy of it.",
  },
  PasskeyDuplicate: { status: 409, message: "The passkey is on an account already." },
  PasskeysFull: { status: 409, message: "The account has as many passkeys as it may." },
  OtherWayRequired: {
    status: 403,
    message: "No code is mailed: the account has something stronger.",
  },
  SecondFactorRequired: {
    status: 403,
    message:
      "A reset by the mailbox alone doesn't open this account; `data.hasPasskey` and `data.hasRecoveryCodes` say whether those will do.",
  },
  OrganisationNotIncluded: {
    status: 409,
    message: "Only an organization's account on the paid plan may create an organization.",
  },
  OrganisationExists: { status: 409, message: "The account is in an organization already." },
  DomainNameInvalid: { status: 400, message: "Not a domain of email addresses." },
  DomainIsPublicSuffix: {
    status: 400,
    message: "A domain below which everybody registers theirs.",
  },
  DomainOfMailProvider: { status: 400, message: "A domain at which anybody gets a mailbox." },
  DomainListed: { status: 409, message: "The organization has listed this domain already." },
  DomainsFull: { status: 409, message: "The organization has as many domains as it may." },
  ProviderRefused: {
    status: 400,
    message:
      "No identity provider that one organization can rely on was found or described; `data.reason` says why.",
  },
  ConnectionNotReady: {
    status: 409,
    message: "A successful test and a verified domain come before single sign-on is switched on.",
  },
  SingleSignOnFailed: {
    status: 400,
    message: "The organization's single sign-on led nowhere; `data.reason` says why.",
  },
  ScimTokensFull: {
    status: 409,
    message: "The organization has as many tokens for its directory as it may; end one first.",
  },
  AccessEnded: {
    status: 403,
    message: "The directory of the account's organization has ended its access.",
  },
  PasswordsOff: {
    status: 403,
    message: "The organization of the account allows no sign-in with a password.",
  },
  NetworkRefused: {
    status: 403,
    message: "The organization of the account allows no sign-in from this network.",
  },
  BreakGlassMissing: {
    status: 409,
    message:
      "An owner whom no rule keeps out comes first: named, with a passkey and recovery codes.",
  },
  RuleDayRefused: {
    status: 400,
    message: "A rule holds from tomorrow at the earliest, and from a day within a year.",
  },
  OwnNetworkMissing: {
    status: 400,
    message: "The networks leave out the one the request comes from.",
  },
  FactorWanted: {
    status: 409,
    message:
      "The account's organization wants this factor, or its emergency owner needs it: add another first.",
  },
  /** The specification's "Reset": confirmation code incorrect or expired, never saying which. */
  ResetCodeIncorrect: { status: 400, message: "The confirmation code is wrong or has expired." },

  CardDeclined: { status: 400, message: "The card was declined." },
  ThreeDSecureFailed: { status: 400, message: "The card's 3-D Secure authentication failed." },
  CardTokenInvalid: { status: 400, message: "The card's token isn't valid." },
  PaymentGatewayError: { status: 502, message: "The payment company answered with an error." },
  PaymentNetworkError: { status: 504, message: "The payment company didn't answer." },
  PaymentNotRestored: { status: 404, message: "There is no payment to go on with." },

  StepOutOfOrder: { status: 409, message: "The flow is at another step; `data.step` names it." },
  ContinuedElsewhere: {
    status: 409,
    message: "The sign-up went on in another browser, where somebody logged in or opened its link.",
  },
  RecentSignInRequired: { status: 403, message: "This needs a recent sign-in." },
  ManagedExternally: {
    status: 403,
    message: "The external identity provider manages this account.",
  },
  ExternalIdFailed: {
    status: 400,
    message: "The external identity provider refused, failed, or answered what can't be trusted.",
  },
  ExternalIdNeedsPassword: {
    status: 409,
    message: "The external ID's address has an account here: give its password first.",
  },
  OnlyWayIn: {
    status: 409,
    message: "Without it nobody could sign in to the account: set a password first.",
  },
  InteractionExpired: {
    status: 404,
    message:
      "The application's request is over, or another browser began it; start from the application.",
  },
  CardRequired: { status: 409, message: "The paid plan needs a card that hasn't expired." },
  TermsChanged: { status: 409, message: "What is agreed to or paid is no longer what was shown." },
} as const satisfies ErrorTable;

export type PortalErrorType = keyof typeof portalErrors;

declare module "@sekimori/kit-contract/wire-error" {
  interface ErrorTypes extends Record<PortalErrorType, true> {}
}
