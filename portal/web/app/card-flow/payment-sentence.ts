import type { I18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { ApiError } from "@sekimori/kit-web/client/api-error";

/**
 * Specification 8's client error: the browser failed, or sent what the server cannot take. Undefined for
 * everything that has a sentence of its own.
 */
export function clientErrorSentence(
  { type, status }: Pick<ApiError, "type" | "status">,
  i18n: I18n,
): string | undefined {
  const isOurs =
    type === "InvalidInput" || type === "Conflict" || (type === "Unexpected" && status === 0);
  return isOurs
    ? i18n._(msg`We couldn't register your card from this browser. Reload the page and try again.`)
    : undefined;
}
