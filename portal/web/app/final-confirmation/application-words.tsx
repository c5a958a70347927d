import { Trans, useLingui } from "@lingui/react/macro";
import { formatYen } from "@sekimori/kit-contract/yen";
import type { FinalConfirmation } from "@sekimori/portal-contract/endpoints/final-confirmation";
import { shownDay } from "../day.tsx";
import { language } from "../language.ts";

/** What the button that completes an application says: it tells a paid one from a free one. */
export function useApplyLabel({ monthlyPrice, hasTrial }: FinalConfirmation): string {
  const { t } = useLingui();
  if (monthlyPrice === null) return t`Agree and start for free`;
  return hasTrial ? t`Order the paid plan and start the free trial` : t`Order the paid plan`;
}

/** Above that button: that it is a paid service, and from when on it costs something. */
export function PaidApplicationNote({
  confirmation: { monthlyPrice, hasTrial, trialEndsOn, firstChargeOn },
}: {
  readonly confirmation: FinalConfirmation;
}) {
  if (monthlyPrice === null || firstChargeOn === null) return null;
  return (
    <p className="text-[0.875rem] text-muted">
      {hasTrial ? (
        <Trans>
          You're ordering a paid service. After the free trial, we charge the monthly price
          automatically.
        </Trans>
      ) : trialEndsOn === null ? (
        <Trans>
          You're ordering a paid service. We charge {formatYen(monthlyPrice, language.current())}{" "}
          today, and the monthly price automatically after that.
        </Trans>
      ) : (
        <Trans>
          You're ordering a paid service. From {shownDay(firstChargeOn)}, we charge the monthly
          price automatically.
        </Trans>
      )}
    </p>
  );
}
