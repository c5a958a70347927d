import { useLingui } from "@lingui/react/macro";
import { Button } from "../primitives/button.tsx";
import { StatePage } from "../primitives/state-page.tsx";
import { ErrorText } from "./error-text.tsx";

/** What stands in place of a page that failed: what happened, what to do, what to quote. */
export function ErrorPage({ error }: { error: unknown }) {
  const { t } = useLingui();
  return (
    <StatePage
      title={t`We couldn't show this page`}
      action={
        <Button
          size="large"
          wide
          onClick={() => window.location.reload()}
        >{t`Reload the page`}</Button>
      }
    >
      <ErrorText error={error} />
    </StatePage>
  );
}
