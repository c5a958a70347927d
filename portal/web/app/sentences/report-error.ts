import { i18n } from "@lingui/core";
import { isApiError } from "@sekimori/kit-web/client/api-error";
import { StepUpCancelled } from "../step-up/step-up-cancelled.ts";
import { toasts } from "../toasts.ts";
import { errorSentence } from "./error-sentences.ts";
import { errorTitle } from "./toast-title.ts";

/**
 * The one funnel for failures that no form and no page shows itself: a toast with a title by
 * screen and call, a sentence by type and the reference to quote. A 401 and a plain 403 lead to another
 * page, which says it (SPEC 4), and a cancelled change is no failure.
 */
export function reportError(error: unknown): void {
  if (error instanceof StepUpCancelled || isApiError(error, "SessionExpired", "Forbidden")) return;
  const call = isApiError(error) ? error.call : undefined;
  const reference = isApiError(error) ? error.requestId : undefined;
  toasts.show({
    tone: "danger",
    title: i18n._(errorTitle(window.location.pathname, call)),
    text: errorSentence(error, i18n),
    ...(reference !== undefined && { reference }),
  });
}
