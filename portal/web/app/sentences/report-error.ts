import { i18n } from "@lingui/core";
import { isApiError, referenceOf, waitOf } from "@sekimori/kit-web/client/api-error";
import { toasts } from "../toasts.ts";
import { errorSentence } from "./error-sentences.ts";
import { StepUpCancelled } from "./step-up-cancelled.ts";
import { errorTitle } from "./toast-title.ts";

/**
 * The one funnel for failures that no form and no page shows itself: a toast with a title by
 * screen and call, a sentence by type and the reference to quote. A 401 and a plain 403 lead to another
 * page, which says it (specification 4), and a cancelled change is no failure.
 *
 * @param sentence the page's own, in the place of the type's.
 */
export function reportError(error: unknown, sentence?: string): void {
  if (error instanceof StepUpCancelled || isApiError(error, "SessionExpired", "Forbidden")) return;
  const call = isApiError(error) ? error.call : undefined;
  const reference = referenceOf(error);
  toasts.show({
    tone: "danger",
    title: i18n._(errorTitle(window.location.pathname, call)),
    text: sentence ?? errorSentence(error, i18n),
    waitSeconds: waitOf(error),
    ...(reference !== undefined && { reference }),
  });
}
