import { useLingui } from "@lingui/react/macro";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { unbrokenCounts } from "@sekimori/kit-web/language/unbroken-counts";
import { DescriptionList } from "@sekimori/kit-web/primitives/description-list";
import { Link } from "@sekimori/kit-web/primitives/link";
import { NarrowPage } from "@sekimori/kit-web/shell/narrow-page";
import { disclosureRows } from "@sekimori/portal-contract/legal/disclosure";
import { useQuery } from "@tanstack/react-query";
import { language } from "../../app/language.ts";
import { legalQuery } from "../../app/legal-query.ts";
import { LegalLoading } from "./legal-loading.tsx";

/** /notation: what the Specified Commercial Transactions Act wants to be disclosed. */
export function NotationPage() {
  const { t } = useLingui();
  const locale = language.current();
  const { data, error, refetch } = useQuery(legalQuery, queryClient);
  return (
    <NarrowPage width="document" title={t`Legal notice`}>
      {data ? (
        <DescriptionList
          rows={disclosureRows(data).map(({ key, label, value }) => ({
            id: key,
            label: label[locale],
            value:
              key === "email" ? (
                <Link href={`mailto:${value[locale]}`}>{value[locale]}</Link>
              ) : (
                <span className="whitespace-pre-line">{unbrokenCounts(value[locale])}</span>
              ),
          }))}
        />
      ) : (
        <LegalLoading error={error} onRetry={() => void refetch()} />
      )}
    </NarrowPage>
  );
}
