import { useLingui } from "@lingui/react/macro";
import { TroubleIllustration } from "@sekimori/kit-web/brand/state-illustrations";
import { Button } from "@sekimori/kit-web/primitives/button";
import { EmptyState } from "@sekimori/kit-web/primitives/empty-state";

/** The application does not answer: what that means, and what one can do. */
export function NotReachable() {
  const { t } = useLingui();
  return (
    <div className="my-auto">
      <EmptyState
        level={1}
        title={t`We can't reach the management application`}
        illustration={<TroubleIllustration />}
        action={<Button onClick={() => window.location.reload()}>{t`Try again`}</Button>}
      >
        {t`Your account and data are safe. Try again in a few minutes. If the problem continues, contact us.`}
      </EmptyState>
    </div>
  );
}
