import { useLingui } from "@lingui/react/macro";
import { formatMoment } from "@sekimori/kit-contract/dates";
import { unbrokenCounts } from "@sekimori/kit-web/language/unbroken-counts";
import { language } from "../language.ts";
import { useSession } from "../session/session-query.ts";

/** What is left of the month's manual diagnoses, where the plan counts them. */
export function QuotaLine() {
  const { t } = useLingui();
  const quota = useSession().data?.workspace?.quota;
  if (!quota || quota.limit === null) return null;
  const left = Math.max(0, quota.limit - quota.used);
  const { limit } = quota;
  const renews = formatMoment(quota.renewsAt, language.current()).replace(/ .*/, "");
  return (
    <p className="text-[0.9375rem] text-muted">
      {unbrokenCounts(
        t`Manual scans this month: ${{ left }} of ${{ limit }} left. Resets on ${{ renews }}.`,
      )}
    </p>
  );
}
