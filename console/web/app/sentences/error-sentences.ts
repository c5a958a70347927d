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
};

/** The sentence for an error in the present language. */
export const errorSentence = errorSentenceBy(errorSentences);
