import { useLingui } from "@lingui/react/macro";
import type { ContractView } from "@sekimori/karte-contract/endpoints/contract";
import { formatDay } from "@sekimori/kit-contract/dates";
import { formatYen } from "@sekimori/kit-contract/yen";
import { Badge } from "@sekimori/kit-web/primitives/badge";
import { DescriptionList } from "@sekimori/kit-web/primitives/description-list";
import { language } from "../../app/language.ts";

/** Plan and days, as the portal tells them. */
export function PlanFacts({ contract }: { readonly contract: ContractView }) {
  const { t } = useLingui();
  const locale = language.current();
  const names = {
    free: t`Free plan`,
    security24: t`Security 24 free trial`,
    detailed: t`Detailed diagnosis plan`,
  };
  const {
    contractedPlan,
    state,
    freeUntil,
    nextBillingOn,
    endsOn,
    deletesOn,
    monthlyPrice,
    owner,
    yours,
  } = contract;
  const row = (id: string, label: string, value: string | null) =>
    value === null ? [] : [{ id, label, value }];
  return (
    <DescriptionList
      rows={[
        {
          id: "plan",
          label: t`Plan`,
          value: (
            <span className="flex flex-wrap items-center gap-2">
              {names[contractedPlan]}
              {state === "trial" && <Badge tone="key">{t`Free trial`}</Badge>}
            </span>
          ),
        },
        // As My Page names it.
        ...row(
          "state",
          t`Status`,
          state === "suspended" ? t`Suspended until all unpaid invoices are paid` : null,
        ),
        ...row(
          "price",
          t`Monthly price, tax included`,
          monthlyPrice === null ? null : formatYen(monthlyPrice, locale),
        ),
        ...row("trial", t`Free until`, freeUntil && formatDay(freeUntil, locale)),
        ...row("billing", t`Next billing date`, nextBillingOn && formatDay(nextBillingOn, locale)),
        ...row("end", t`Last day`, endsOn && formatDay(endsOn, locale)),
        ...row("deletion", t`Data deletion date`, deletesOn && formatDay(deletesOn, locale)),
        {
          id: "owner",
          label: t`Contract holder`,
          value: yours ? t`You` : (owner?.name ?? t`A former member`),
        },
      ]}
    />
  );
}
