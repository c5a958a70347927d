import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { TransportErrorType } from "@sekimori/kit-web/client/api-error";
import {
  commonErrorSentences,
  type ErrorWords,
  errorSentenceBy,
} from "@sekimori/kit-web/sentences/error-sentences";
import type { PortalErrorType } from "@sekimori/portal-contract/errors";
import type { BrowserRefusal } from "./browser-refusal.ts";

type ErrorType = PortalErrorType | TransportErrorType | BrowserRefusal;

/** Errors that only members' pages meet: their sentences come with these (`private/error-sentences.ts`). */
export type MemberErrorType = Extract<
  ErrorType,
  | "PasskeyDuplicate"
  | "PasskeysFull"
  | "OnlyWayIn"
  | "CardRequired"
  | "OrganisationNotIncluded"
  | "OrganisationExists"
  | "DomainNameInvalid"
  | "DomainIsPublicSuffix"
  | "DomainOfMailProvider"
  | "DomainListed"
  | "DomainsFull"
  | "ProviderRefused"
  | "ConnectionNotReady"
  | "SingleSignOnFailed"
  | "ScimTokensFull"
  | "BreakGlassMissing"
  | "RuleDayRefused"
  | "OwnNetworkMissing"
  | "FactorWanted"
>;

/** What else a sign-in meets that sets a passkey up; it says them itself. */
type NewPasskeyErrorType = Extract<MemberErrorType, "PasskeyDuplicate" | "PasskeysFull">;

/** What only codes of an app and recovery codes meet; it comes with them (`second-factor/error-sentences.ts`). */
type ProofErrorType = Extract<ErrorType, "AppCodeInvalid" | "AppClockOff" | "RecoveryCodeInvalid">;

/** What only the reset of a password meets; it comes with that (`features/reset-password/error-sentences.ts`). */
type ResetErrorType = Extract<ErrorType, "ResetCodeIncorrect" | "SecondFactorRequired">;

/** What only the pages of a sign-up meet; it comes with them (`features/sign-up/error-titles.ts`). */
type SignUpErrorType = Extract<ErrorType, "ContinuedElsewhere">;

/** What its one page answers with a form instead of a sentence (`features/external-id/`). */
type FormErrorType = Extract<ErrorType, "ExternalIdNeedsPassword">;

/** What only pages that deal with cards meet; it comes with them (`payment-errors/`). */
type PaymentErrorType = Extract<
  ErrorType,
  | "CardDeclined"
  | "ThreeDSecureFailed"
  | "CardTokenInvalid"
  | "PaymentGatewayError"
  | "PaymentNetworkError"
  | "PaymentNotRestored"
>;
type LaterErrorType =
  | MemberErrorType
  | ProofErrorType
  | ResetErrorType
  | SignUpErrorType
  | FormErrorType
  | PaymentErrorType;

/** What only forms for names and addresses meet; it comes with them. */
interface FieldSentences {
  readonly no_font?: ErrorWords;
}

/** What only the form for an organisation's networks meets; it comes with it. */
interface NetworkSentences {
  readonly network_wrong?: ErrorWords;
  readonly networks_too_many?: ErrorWords;
}

/** Each type has a sentence here or among the later ones; without one it does not compile. */
type Sentences = Record<Exclude<ErrorType, LaterErrorType>, MessageDescriptor> &
  Partial<Record<Exclude<LaterErrorType, MemberErrorType>, MessageDescriptor>> &
  Partial<Record<MemberErrorType, ErrorWords>> &
  FieldSentences &
  NetworkSentences;

const sentences: Sentences = {
  ...commonErrorSentences,

  LoginIDExists: msg`This email address already exists.`,
  CodeInvalid: msg`Authentication code is incorrect. Check the latest email.`,
  CodeExpired: msg`Authentication code has expired. Request a new one.`,
  OTPInvalid: msg`One-time password is incorrect. Check the latest email.`,
  OTPExpired: msg`One-time password has expired. Request a new one.`,
  OTPExceeded: msg`Too many incorrect attempts. Start login over.`,
  OldPasswordWrong: msg`Current password is incorrect.`,
  UserNotConfirmed: msg`Your registration isn't confirmed yet. We've sent you a new authentication code.`,
  UsernamePasswordIncorrect: msg`Email address or password is incorrect.`,
  AccessEnded: msg`Your organization has ended your access. Contact its administrator.`,
  PasswordsOff: msg`Your organization doesn't allow passwords. Log in through it or with a passkey.`,
  NetworkRefused: msg`Your organization doesn't allow logins from this network. Contact its administrator.`,
  EmailDuplicated: msg`This email address is already in use.`,
  RecaptchaTokenIncorrect: msg`We couldn't verify that you're human. Reload the page and try again.`,
  PasskeyUnknown: msg`This passkey isn't registered here or was removed. Use another one, or log in with your password.`,
  PasskeyExpired: msg`The request timed out, or another page asked for the passkey. Try again.`,
  PasskeyRefused: msg`This passkey doesn't work for this account or this site. Use another one.`,
  PasskeyUnverified: msg`Your device didn't verify that it's you. Set up a PIN, fingerprint or face unlock on it and try again.`,
  PasskeyCopied: msg`This passkey may have been copied, so we refused it. Log in another way and remove it.`,
  PasskeyCancelled: msg`No passkey was used. Try again, or use another way.`,
  PasskeyImpossible: msg`Your browser couldn't use a passkey here. Use another way.`,
  OtherWayRequired: msg`Use a passkey, your authenticator app or a recovery code.`,

  StepOutOfOrder: msg`You've already completed this step. Reload the page to continue.`,
  RecentSignInRequired: msg`Confirm your password to make this change.`,
  ManagedExternally: msg`Your external ID manages this. You can't change it here.`,
  ExternalIdFailed: msg`Login with your external ID failed. Try again.`,
  InteractionExpired: msg`This request has expired. Go back to the application and start again.`,
  TermsChanged: msg`This page has changed since you opened it. Review it before you continue.`,
};

/** What a person is told about each error (specification 8). */
export const errorSentences: Readonly<Sentences> = sentences;

/** Adds the sentences of members' pages, or of forms, whose code comes later than the first page's. */
export function addErrorSentences(
  added:
    | Readonly<Record<MemberErrorType, ErrorWords>>
    | Readonly<Record<NewPasskeyErrorType, MessageDescriptor>>
    | Readonly<Record<ProofErrorType, MessageDescriptor>>
    | Readonly<Record<ResetErrorType, MessageDescriptor>>
    | Readonly<Record<SignUpErrorType, MessageDescriptor>>
    | Readonly<Record<PaymentErrorType, MessageDescriptor>>
    | Required<FieldSentences>
    | Required<NetworkSentences>,
): void {
  Object.assign(sentences, added);
}

/** The sentence for an error, in the present language; what is none of ours is unexpected. */
export const errorSentence = errorSentenceBy(errorSentences);
