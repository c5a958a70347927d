import { useLingui } from "@lingui/react/macro";
import { isApiError } from "@sekimori/kit-web/client/api-error";
import { Button } from "@sekimori/kit-web/primitives/button";
import { EmptyState } from "@sekimori/kit-web/primitives/empty-state";
import { errorSentence, errorSentences } from "../sentences/error-sentences.ts";

/** What stands in place of a page that failed: what happened, what to do, what to quote. */
export function ErrorPage({ error }: { error: unknown }) {
  const { t, i18n } = useLingui();
  const sentence = isApiError(error)
    ? errorSentence(error, i18n)
    : i18n._(errorSentences.Unexpected);
  const reference = isApiError(error) ? error.requestId : undefined;
  return (
    <EmptyState
      level={1}
      title={t`This page could not be shown`}
      action={<Button onClick={() => window.location.reload()}>{t`Reload the page`}</Button>}
    >
      <p>{sentence}</p>
      {reference && (
        <p className="mt-2 font-mono text-[0.8125rem]">{t`Reference: ${{ requestId: reference }}`}</p>
      )}
    </EmptyState>
  );
}
