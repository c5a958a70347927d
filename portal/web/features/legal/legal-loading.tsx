import { useLingui } from "@lingui/react/macro";
import { isApiError, referenceOf } from "@sekimori/kit-web/client/api-error";
import { ErrorWait } from "@sekimori/kit-web/errors/error-wait";
import { Banner } from "@sekimori/kit-web/primitives/banner";
import { Button } from "@sekimori/kit-web/primitives/button";
import { Loading, Skeleton } from "@sekimori/kit-web/primitives/skeleton";
import { errorSentence } from "../../app/sentences/error-sentences.ts";

/** In the place of a legal text until the operator's details are there. */
export function LegalLoading({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t, i18n } = useLingui();
  if (isApiError(error)) {
    const requestId = referenceOf(error);
    return (
      <Banner
        tone="danger"
        title={errorSentence(error, i18n)}
        action={<Button size="small" onClick={onRetry}>{t`Try again`}</Button>}
      >
        <ErrorWait error={error} />
        {requestId && <span>{t`Reference: ${{ requestId }}`}</span>}
      </Banner>
    );
  }
  return (
    // As high as the screen, so that the footer does not leap when the text comes.
    <div className="min-h-dvh">
      <Loading label={t`Loading`}>
        {["first", "second", "third", "fourth", "fifth", "sixth"].map((row) => (
          <div key={row} className="grid gap-2 border-t border-border py-5">
            <Skeleton className="h-4 w-32" />
            <Skeleton className="h-4 w-full" />
          </div>
        ))}
      </Loading>
    </div>
  );
}
