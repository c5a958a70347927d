import { useLingui } from "@lingui/react/macro";
import { memberTerms } from "@sekimori/portal-contract/legal/member-terms";
import { serviceTerms } from "@sekimori/portal-contract/legal/service-terms";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { queryClient } from "../../app/query-client.ts";
import { useLocation } from "../../app/routing/navigation.ts";
import { NarrowPage } from "../../app/shell/narrow-page.tsx";
import { LegalLoading } from "./legal-loading.tsx";
import { legalQuery } from "./legal-query.ts";
import { TermsDocument } from "./terms-document.tsx";

const documents = [serviceTerms, memberTerms];

/** /terms: the two documents that are agreed to, each with an index and anchors. */
export function TermsPage() {
  const { t } = useLingui();
  const { hash } = useLocation();
  const { data, error, refetch } = useQuery(legalQuery, queryClient);
  const there = data !== undefined;

  useEffect(() => {
    // The text arrives after the browser has looked for the fragment.
    if (there && hash) document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [there, hash]);

  return (
    <NarrowPage width="document" title={t`Terms of service`}>
      {data ? (
        documents.map((document) => (
          <TermsDocument
            key={document.id}
            document={document}
            names={data}
            pdf={data.documents.find(({ id }) => id === document.id)?.pdf}
          />
        ))
      ) : (
        <LegalLoading error={error} onRetry={() => void refetch()} />
      )}
    </NarrowPage>
  );
}
