import { useLingui } from "@lingui/react/macro";
import { Button } from "@sekimori/kit-web/primitives/button";
import { StatePage } from "@sekimori/kit-web/primitives/state-page";

/** In place of a page where the browser blocks cookies: nobody can be signed in without one. */
export function CookiesNeeded() {
  const { t } = useLingui();
  return (
    <StatePage
      title={t`Cookies are blocked`}
      action={
        <Button
          size="large"
          wide
          onClick={() => window.location.reload()}
        >{t`Reload the page`}</Button>
      }
    >
      {t`You need cookies and site data to log in, but your browser blocks them for this site. Allow them in your browser's settings, then reload the page.`}
    </StatePage>
  );
}
