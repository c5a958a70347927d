import { useLingui } from "@lingui/react/macro";
import { Button } from "@sekimori/kit-web/primitives/button";
import { EmptyState } from "@sekimori/kit-web/primitives/empty-state";

/** In place of a page where the browser blocks cookies: nobody can be signed in without one. */
export function CookiesNeeded() {
  const { t } = useLingui();
  return (
    <div className="my-auto">
      <EmptyState
        level={1}
        title={t`Cookies are blocked`}
        action={<Button onClick={() => window.location.reload()}>{t`Reload the page`}</Button>}
      >
        {t`You need cookies and site data to log in, but your browser blocks them for this site. Allow them in your browser's settings, then reload the page.`}
      </EmptyState>
    </div>
  );
}
