import { useLingui } from "@lingui/react/macro";
import { TroubleIllustration } from "@sekimori/kit-web/brand/state-illustrations";
import { Button } from "@sekimori/kit-web/primitives/button";
import { StatePage } from "@sekimori/kit-web/primitives/state-page";

/** The application does not answer: what that means, and what one can do. */
export function NotReachable() {
  const { t } = useLingui();
  return (
    <StatePage
      title={t`We can't reach the management application`}
      illustration={<TroubleIllustration />}
      action={
        <Button size="large" wide onClick={() => window.location.reload()}>{t`Try again`}</Button>
      }
    >
      {t`Your account and data are safe. Try again in a few minutes. If the problem continues, contact us.`}
    </StatePage>
  );
}
