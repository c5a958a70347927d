import { useLingui } from "@lingui/react/macro";
import { formatMonth } from "@sekimori/kit-contract/dates";
import { formatYen } from "@sekimori/kit-contract/yen";
import { unbrokenCounts } from "@sekimori/kit-web/language/unbroken-counts";
import type { InvoiceView } from "@sekimori/portal-contract/endpoints/invoice";
import { language } from "../language.ts";

interface AmountsOwedProps {
  readonly invoices: readonly InvoiceView[];
  /** Says of each that it is unpaid, where nothing around does. */
  readonly unpaid?: boolean;
}

/** What is charged for which month: each is a charge of its own. */
export function AmountsOwed({ invoices, unpaid = false }: AmountsOwedProps) {
  const { t } = useLingui();
  const locale = language.current();
  return (
    <ul className="grid gap-0.5 font-700 tabular-nums">
      {invoices.map(({ id, period, total }) => {
        const [amount, month] = [formatYen(total, locale), formatMonth(period, locale)];
        const owed = unpaid
          ? t`${{ amount }} for ${{ month }} (unpaid)`
          : t`${{ amount }} for ${{ month }}`;
        return <li key={id}>{unbrokenCounts(owed)}</li>;
      })}
    </ul>
  );
}
