import { useLingui } from "@lingui/react/macro";
import { isApiError } from "@sekimori/kit-web/client/api-error";
import { Banner } from "@sekimori/kit-web/primitives/banner";
import { Button } from "@sekimori/kit-web/primitives/button";
import { Loading, Skeleton } from "@sekimori/kit-web/primitives/skeleton";
import { errorSentence } from "../../app/sentences/error-sentences.ts";

interface QueryStateProps {
  readonly error: unknown;
  readonly onRetry: () => void;
}

/** In the place of a part whose data is on its way, or did not come. */
export function QueryState({ error, onRetry }: QueryStateProps) {
  const { t, i18n } = useLingui();
  if (!isApiError(error)) {
    return (
      <Loading label={t`Loading`}>
        <Skeleton className="mb-3 h-14 w-full" />
        <Skeleton className="h-14 w-full" />
      </Loading>
    );
  }
  return (
    <Banner
      tone="danger"
      title={errorSentence(error, i18n)}
      action={
        <Button size="small" onClick={onRetry}>
          {t`Try again`}
        </Button>
      }
    >
      {error.requestId && t`Reference: ${{ requestId: error.requestId }}`}
    </Banner>
  );
}
