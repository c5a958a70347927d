import { useLingui } from "@lingui/react/macro";
import { Button } from "../primitives/button.tsx";
import { EmptyState } from "../primitives/empty-state.tsx";
import { ErrorText } from "./error-text.tsx";

/** What stands in place of a page that failed: what happened, what to do, what to quote. */
export function ErrorPage({ error }: { error: unknown }) {
  const { t } = useLingui();
  return (
    <EmptyState
      level={1}
      title={t`We couldn't show this page`}
      action={<Button onClick={() => window.location.reload()}>{t`Reload the page`}</Button>}
    >
      <ErrorText error={error} />
    </EmptyState>
  );
}
