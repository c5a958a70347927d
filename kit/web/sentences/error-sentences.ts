import type { I18n, MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { CommonErrorType } from "@sekimori/kit-contract/wire-error";
import { type ApiError, isApiError, type TransportErrorType } from "../client/api-error.ts";

type KitErrorType = CommonErrorType | TransportErrorType;

/** A sentence, or how it is made from what the error says beside its type. */
export type ErrorWords = MessageDescriptor | ((data: ApiError["data"]) => MessageDescriptor);

export const wordsOf = (words: ErrorWords, data: ApiError["data"]): MessageDescriptor =>
  typeof words === "function" ? words(data) : words;

/** What a person is told about the errors that every API answers with (specification 8). */
export const commonErrorSentences: Readonly<Record<KitErrorType, MessageDescriptor>> = {
  InvalidInput: msg`Invalid input value. Check what you entered.`,
  SessionExpired: msg`Your session has expired. Log in again.`,
  Forbidden: msg`You don't have access to this page.`,
  NotFound: msg`Target does not exist.`,
  MethodNotAllowed: msg`This isn't possible here. Reload the page and try again.`,
  Conflict: msg`Something changed while you were here. Reload the page and try again.`,
  ChangedMeanwhile: msg`Someone changed this while you were editing. Check what's saved now.`,
  TooManyRequest: msg`Too many attempts. Wait a while and try again.`,
  Unexpected: msg`An unexpected error occurred. If it happens again, contact the administrator.`,
  Unavailable: msg`The service isn't available right now. Try again in a few minutes.`,
  Timeout: msg`Your request could not be processed in time. Try again.`,
  Network: msg`Unable to connect. Check your connection and try again.`,
  Offline: msg`You're offline. Connect to the internet and try again.`,
};

/** Gives the sentence for an error in the present language; what is none of ours is unexpected. */
export type ErrorSentence = (error: unknown, i18n: I18n) => string;

/** @param sentences by type: `commonErrorSentences` and the app's own. */
export function errorSentenceBy(
  sentences: Readonly<Record<KitErrorType, ErrorWords>>,
): ErrorSentence {
  const isKnown = (type: string): type is KitErrorType => Object.hasOwn(sentences, type);
  return (error, i18n) => {
    if (!isApiError(error) || !isKnown(error.type))
      return i18n._(wordsOf(sentences.Unexpected, {}));
    // Why something is closed, in the operator's own words.
    const own = error.data[i18n.locale];
    return own ? String(own) : i18n._(wordsOf(sentences[error.type], error.data));
  };
}
