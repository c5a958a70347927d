import { useLingui } from "@lingui/react/macro";
import { Banner } from "@sekimori/kit-web/primitives/banner";
import { QueryState } from "@sekimori/kit-web/shell/query-state";
import type { InvoiceView } from "@sekimori/portal-contract/endpoints/invoice";
import { AmountsOwed } from "./amounts-owed.tsx";
import type { Owed } from "./use-owed.ts";

/** Above the fields of a card that is charged as soon as it is saved. */
function ChargedAtOnce({ owed }: { readonly owed: readonly InvoiceView[] }) {
  const { t } = useLingui();
  return (
    <Banner tone="warning" title={t`We'll charge this card as soon as you save it`}>
      <AmountsOwed invoices={owed} unpaid />
    </Banner>
  );
}

/** What a member's card form says of a charge; null: none follows, undefined: it isn't known yet. */
export const chargeNote = ({ invoices, error, askAgain }: Owed) => {
  if (invoices === undefined) {
    return error ? <QueryState error={error} onRetry={() => void askAgain()} /> : undefined;
  }
  return invoices.length === 0 ? null : <ChargedAtOnce owed={invoices} />;
};
