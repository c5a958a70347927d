import { useLingui } from "@lingui/react/macro";
import { formatMonth } from "@sekimori/kit-contract/dates";
import { formatYen } from "@sekimori/kit-contract/yen";
import { unbrokenCounts } from "@sekimori/kit-web/language/unbroken-counts";
import type { InvoiceView } from "@sekimori/portal-contract/endpoints/invoice";
import { language } from "../language.ts";

/** What is charged for which month: each is a charge of its own. */
export function AmountsOwed({ invoices }: { readonly invoices: readonly InvoiceView[] }) {
  const { t } = useLingui();
  const locale = language.current();
  return (
    <ul className="grid gap-0.5 font-700 tabular-nums">
      {invoices.map(({ id, period, total }) => {
        const [amount, month] = [formatYen(total, locale), formatMonth(period, locale)];
        return <li key={id}>{unbrokenCounts(t`${{ amount }} for ${{ month }}`)}</li>;
      })}
    </ul>
  );
}
