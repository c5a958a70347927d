import { useLingui } from "@lingui/react/macro";
import { formatYen } from "@sekimori/kit-contract/yen";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { useQuery } from "@tanstack/react-query";
import { language } from "../../app/language.ts";
import { legalQuery } from "../../app/legal-query.ts";

/** What the paid plan costs whoever applies today; nothing until that is known. */
export function PlanPrice() {
  const { t } = useLingui();
  const offer = useQuery(legalQuery, queryClient).data;
  if (!offer) return null;
  return t`${{ price: formatYen(offer.monthlyPrice, language.current()) }} per month, tax included`;
}
