import { i18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { isApiError, waitOf } from "@sekimori/kit-web/client/api-error";
import { toasts } from "../toasts.ts";
import { errorSentence } from "./error-sentences.ts";

/** Takes what no form and no page shows itself. A 401 leads to sign-in, which says enough. */
export function reportError(error: unknown): void {
  if (isApiError(error, "SessionExpired")) return;
  const reference = isApiError(error) && error.status >= 500 ? error.requestId : undefined;
  toasts.show({
    tone: "danger",
    title: i18n._(msg`That didn't work`),
    text: errorSentence(error, i18n),
    waitSeconds: waitOf(error),
    ...(reference !== undefined && { reference }),
  });
}
