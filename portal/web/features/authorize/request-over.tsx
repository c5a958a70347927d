import { useLingui } from "@lingui/react/macro";
import { TroubleIllustration } from "@sekimori/kit-web/brand/state-illustrations";
import { isApiError } from "@sekimori/kit-web/client/api-error";
import { ErrorText } from "@sekimori/kit-web/errors/error-text";
import { Button } from "@sekimori/kit-web/primitives/button";
import { EmptyState } from "@sekimori/kit-web/primitives/empty-state";
import { errorSentences } from "../../app/sentences/error-sentences.ts";

interface RequestOverProps {
  readonly error: unknown;
  readonly onRetry: () => void;
}

/** The request cannot be answered here: what happened, and what to do. */
export function RequestOver({ error, onRetry }: RequestOverProps) {
  const { t, i18n } = useLingui();
  const over = isApiError(error, "InteractionExpired", "InvalidInput");
  return (
    <div className="my-auto">
      <EmptyState
        level={1}
        title={t`We couldn't complete the application's request`}
        illustration={<TroubleIllustration />}
        action={over ? undefined : <Button onClick={onRetry}>{t`Try again`}</Button>}
      >
        <ErrorText
          error={error}
          sentence={over ? i18n._(errorSentences.InteractionExpired) : undefined}
        />
      </EmptyState>
    </div>
  );
}
