import type { I18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { errorSentences } from "./error-sentences.ts";

interface Issue {
  readonly code: string;
  readonly params?: Readonly<Record<string, string | number | boolean>>;
}

/** What is wrong with one field, by code (SPEC 5); an API error's type has its own sentence. */
export function issueSentence({ code, params }: Issue, label: string, i18n: I18n): string {
  const minimum = params?.minimum === undefined ? undefined : Number(params.minimum);
  const maximum = params?.maximum === undefined ? undefined : Number(params.maximum);
  switch (code) {
    case "required":
      return i18n._(msg`Please enter ${{ label }}.`);
    case "too_long":
      return maximum === undefined
        ? i18n._(msg`Character count exceeded for ${{ label }}.`)
        : i18n._(msg`${{ label }} must be at most ${{ maximum }} characters.`);
    case "too_short":
      return minimum === undefined
        ? i18n._(msg`Character count insufficient for ${{ label }}.`)
        : i18n._(msg`${{ label }} must be at least ${{ minimum }} characters.`);
    case "mismatch":
      return i18n._(msg`Passwords do not match.`);
    case "policy":
      return i18n._(msg`The password does not meet the requirements.`);
    case "not_accepted":
      return i18n._(msg`Tick the box to continue.`);
    default:
      return Object.hasOwn(errorSentences, code)
        ? i18n._(errorSentences[code as keyof typeof errorSentences])
        : i18n._(msg`Invalid ${{ label }}.`);
  }
}
