import { useLingui } from "@lingui/react/macro";
import { Button } from "@sekimori/kit-web/primitives/button";
import { EmptyState } from "@sekimori/kit-web/primitives/empty-state";
import { ErrorText } from "./error-text.tsx";

/** What stands in place of a page that failed: what happened, what to do, what to quote. */
export function ErrorPage({ error }: { error: unknown }) {
  const { t } = useLingui();
  return (
    <EmptyState
      level={1}
      title={t`This page could not be shown`}
      action={<Button onClick={() => window.location.reload()}>{t`Reload the page`}</Button>}
    >
      <ErrorText error={error} />
    </EmptyState>
  );
}
