import { msg } from "@lingui/core/macro";
import type { ConsoleErrorType } from "@sekimori/console-contract/errors";
import type { TransportErrorType } from "@sekimori/kit-web/client/api-error";
import {
  commonErrorSentences,
  type ErrorWords,
  errorSentenceBy,
} from "@sekimori/kit-web/sentences/error-sentences";

/** What a person is told about each error. A type without a sentence does not compile. */
export const errorSentences: Readonly<Record<ConsoleErrorType | TransportErrorType, ErrorWords>> = {
  ...commonErrorSentences,

  NetworkNotAllowed: msg`You can't use the console from your network. Use the office network or the VPN.`,
  NotStaff: msg`Your account doesn't have access to the console. Ask an administrator to appoint you.`,
  NotAllowed: msg`None of your roles allows this. Ask an administrator.`,
  SearchInvalid: msg`You can't search by this. Enter a full email address, at least two letters of each word of a name, a full number or a full reference.`,
  MemberNotFound: msg`We can't find this account. It may have been deleted.`,
  ChargeRefused: msg`We can't charge this invoice now. It's paid, there's no card, or a charge is still in progress.`,
  GivingUpRefused: msg`Only an unpaid invoice whose charge has failed can be marked as uncollectible.`,
  VoidingRefused: msg`Only an unpaid invoice without a charge in progress can be voided. Refund a paid one.`,
  RefundRefused: msg`We can't refund this amount. The invoice isn't paid, or less of it can be refunded.`,
  SecondPersonNeeded: msg`One person can't refund this much of an invoice. Ask a second person to confirm it.`,
  RefundKeyUsed: msg`This form has already refunded a different amount. Close it and check the invoice.`,
  RequestOver: msg`This request was decided already, or its time is over.`,
  OwnRequest: msg`You can't confirm what you asked for. Someone else has to.`,
  RequestImpossible: msg`The invoice or the account has changed, so this can no longer be done. Decline the request.`,
  UndoRefused: msg`There's nothing to undo, or it's too late. Reload the page.`,
  RecoveryRefused: msg`There's nothing to recover: the account has no passkey, authenticator app or recovery code, or its recovery is already in progress.`,
  PriceRefused: msg`A price can't start on this day. It starts on the 1st of a month, far enough ahead for members to answer, and no other price starts then.`,
  RotationRefused: msg`New signing keys are already published and will be used soon.`,
  RecipientRefused: msg`Enter a public key or certificate in PEM: RSA with 2048 bits, P-256, P-384, P-521 or X25519.`,
  CopyIncomplete: msg`An application doesn't answer with its part of the copy. Try again later, or choose to leave it out.`,
  MonthOpen: msg`The month can't be closed yet. Reload the page: what remains is listed there.`,
  DayNotOver: msg`That day isn't over yet.`,
  StaffNameTaken: msg`Someone else works here under this name. Enter another one.`,
  AdministratorStays: msg`Two administrators have to agree on removing an administrator. Ask another one to confirm it.`,
  WorkOver: msg`This was already done, or it can't be tried again. We've updated the list.`,
  MaintenanceOver: msg`This is already open again.`,
  ParkingRefused: msg`This contract has ended or is already excluded from billing.`,
  ReleaseRefused: msg`This contract is no longer excluded from billing, or now for another reason. Reload the page.`,
  NotIntegrator: msg`Your account doesn't have access to the integration console. Ask an administrator for the role of an integrator.`,
  NotForOwners: msg`Only the operator's integrators can do this.`,
  ApplicationNotFound: msg`We can't find this application. It may have been removed.`,
  ApplicationIdTaken: msg`Another application has this ID. Enter another one.`,
  ApplicationsFull: msg`Your organization has reached the limit for applications. Remove one that you no longer need.`,
  OwnApplication: msg`This application is the operator's own. Only commands can change it.`,
  NoSecret: msg`This application has no secret. It proves itself by a key, or without one.`,
  WalkImpossible: msg`This login can't be tried here: no browser returns to the application, or it proves itself by a key that only it has.`,
  WalkOver: msg`This try is over. Begin again.`,
  PrivateAddress: msg`An address is inside a private network, and the portal would call it. Enter an address that the public can reach, or ask the operator.`,
};

/** The sentence for an error in the present language. */
export const errorSentence = errorSentenceBy(errorSentences);
