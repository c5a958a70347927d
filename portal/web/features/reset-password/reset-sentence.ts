import type { I18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";

/** Specification 8 has a sentence of its own for too many tries at a reset; undefined for other errors. */
export function resetSentence({ type }: { readonly type: string }, i18n: I18n): string | undefined {
  return type === "TooManyRequest"
    ? i18n._(msg`Too many password reset attempts. Try again later.`)
    : undefined;
}
