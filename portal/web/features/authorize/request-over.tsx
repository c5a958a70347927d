import { useLingui } from "@lingui/react/macro";
import { TroubleIllustration } from "@sekimori/kit-web/brand/state-illustrations";
import { isApiError } from "@sekimori/kit-web/client/api-error";
import { Button } from "@sekimori/kit-web/primitives/button";
import { EmptyState } from "@sekimori/kit-web/primitives/empty-state";
import { errorSentences } from "../../app/sentences/error-sentences.ts";
import { ErrorText } from "../../app/shell/error-text.tsx";

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
        title={t`The application's request could not be answered`}
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
