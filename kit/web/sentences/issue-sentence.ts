import type { I18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { type ErrorWords, wordsOf } from "./error-sentences.ts";

interface Issue {
  readonly code: string;
  readonly params?: Readonly<Record<string, string | number | boolean>>;
}

/**
 * What is wrong with one field, by code (specification 5).
 *
 * @param errors an API error placed at a field has its type's own sentence.
 */
export function issueSentence(
  { code, params }: Issue,
  label: string,
  i18n: I18n,
  errors: Readonly<Record<string, ErrorWords>>,
): string {
  const minimum = params?.minimum === undefined ? undefined : Number(params.minimum);
  const maximum = params?.maximum === undefined ? undefined : Number(params.maximum);
  switch (code) {
    case "required":
      return i18n._(msg`Please enter ${{ label }}.`);
    case "too_long":
      return maximum === undefined
        ? i18n._(msg`Character count exceeded for ${{ label }}.`)
        : i18n._(msg`Character count exceeded for ${{ label }} (at most ${{ maximum }}).`);
    case "too_short":
      return minimum === undefined
        ? i18n._(msg`Character count insufficient for ${{ label }}.`)
        : i18n._(msg`Character count insufficient for ${{ label }} (at least ${{ minimum }}).`);
    case "mismatch":
      return i18n._(msg`Passwords do not match.`);
    case "policy":
      return i18n._(msg`The password doesn't meet the requirements.`);
    case "not_accepted":
      return i18n._(msg`Select the checkbox to continue.`);
    case "no_letter":
      return i18n._(msg`Enter at least a letter or digit for ${{ label }}.`);
    case "hidden_mark":
      return i18n._(
        msg`${{ label }} has an invisible character, such as a line break. Type it instead of pasting it.`,
      );
    case "address":
      return i18n._(msg`${{ label }} can't contain a web or email address.`);
    case "carrier_dots":
      return i18n._(
        msg`This address has dots in a row, or a dot before the @. Some mobile carriers used to issue such addresses, but email doesn't reach them reliably. Use another address.`,
      );
    default: {
      const sentence = Object.hasOwn(errors, code) ? errors[code] : undefined;
      return sentence
        ? i18n._(wordsOf(sentence, params ?? {}))
        : i18n._(msg`Invalid ${{ label }}.`);
    }
  }
}
