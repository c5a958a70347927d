import type { I18n, MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { FieldIssue } from "@sekimori/kit-web/form/field-issue";
import {
  type PasswordRule,
  passwordMinimum,
  passwordSymbols,
} from "@sekimori/portal-contract/password-policy";

const missing: Readonly<Record<Exclude<PasswordRule, "length" | "personal">, MessageDescriptor>> = {
  uppercase: msg`Add an uppercase letter (A–Z).`,
  lowercase: msg`Add a lowercase letter (a–z).`,
  digit: msg`Add a digit (0–9).`,
  symbol: msg`Add a symbol, for example # or %.`,
  characters: msg`Use only the letters A–Z and a–z, digits and the symbols listed.`,
};

/** What a password may not contain, whatever its combination. */
const forbidden: Readonly<Record<string, MessageDescriptor>> = {
  personal: msg`Don't use your name or email address in your password.`,
  service: msg`Don't use the name of this service in your password.`,
  common: msg`Many people use this password, so it's easy to guess. Choose another one.`,
  breached: msg`Many people use this password, so it's easy to guess. Choose another one.`,
};

/**
 * What to do about a new password that was refused; undefined for what is no matter of the policy.
 * The combination and the symbols are named for all that is a matter of them (specification 5), after
 * what is missing where it is one thing.
 */
export function passwordSentence(
  { code, params }: FieldIssue,
  maximum: number,
  i18n: I18n,
): string | undefined {
  if (code !== "policy") return undefined;
  const rules = String(params?.rules ?? "").split(",");
  const [only] = rules;
  const word = rules.length === 1 && only !== undefined ? forbidden[only] : undefined;
  if (word) return i18n._(word);
  const combination = i18n._(
    msg`Combine uppercase letters, lowercase letters, digits and symbols in ${{ minimum: passwordMinimum }} to ${{ maximum }} characters. Symbols: ${{ symbols: passwordSymbols }}`,
  );
  const hint = rules.length === 1 && only !== undefined && Object.hasOwn(missing, only);
  return hint ? `${i18n._(missing[only as keyof typeof missing])} ${combination}` : combination;
}
