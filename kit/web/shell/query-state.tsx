import { useLingui } from "@lingui/react/macro";
import { isApiError, referenceOf } from "../client/api-error.ts";
import { ErrorWait } from "../errors/error-wait.tsx";
import { useFormSentences } from "../form/form-sentences.ts";
import { Banner } from "../primitives/banner.tsx";
import { Button } from "../primitives/button.tsx";
import { Loading, Skeleton } from "../primitives/skeleton.tsx";

interface QueryStateProps {
  readonly error: unknown;
  readonly onRetry: () => void;
  /** What did not come, where a page has several parts: their buttons are told apart by it. */
  readonly of?: string;
}

/** In the place of a part whose data is on its way, or did not come. */
export function QueryState({ error, onRetry, of }: QueryStateProps) {
  const { t } = useLingui();
  const words = useFormSentences();
  if (!isApiError(error)) {
    return (
      <Loading label={t`Loading`}>
        <Skeleton className="mb-3 h-14 w-full" />
        <Skeleton className="h-14 w-full" />
      </Loading>
    );
  }
  const reference = referenceOf(error);
  return (
    <Banner
      tone="danger"
      title={words.error(error)}
      action={
        <Button size="small" onClick={onRetry} aria-label={of && `${t`Try again`}: ${of}`}>
          {t`Try again`}
        </Button>
      }
    >
      <ErrorWait error={error} />
      {reference && <span>{words.reference(reference)}</span>}
    </Banner>
  );
}
