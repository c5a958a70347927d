import { useLingui } from "@lingui/react/macro";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { PageHeader } from "@sekimori/kit-web/primitives/page-header";
import { Link } from "@sekimori/kit-web/routing/link";
import { useLocation } from "@sekimori/kit-web/routing/navigation";
import { memberTerms } from "@sekimori/portal-contract/legal/member-terms";
import { serviceTerms } from "@sekimori/portal-contract/legal/service-terms";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { language } from "../../app/language.ts";
import { legalQuery } from "../../app/legal-query.ts";
import { LegalLoading } from "./legal-loading.tsx";
import { TermsDocument } from "./terms-document.tsx";

const documents = [serviceTerms, memberTerms];

/** /terms: the two documents that are agreed to, a tab each, with an index and anchors. */
export function TermsPage() {
  const { t } = useLingui();
  const locale = language.current();
  const { hash, pathname } = useLocation();
  const { data, error, refetch } = useQuery(legalQuery, queryClient);
  const there = data !== undefined;
  const shown = documents.find(({ id }) => hash.startsWith(`#${id}`)) ?? serviceTerms;

  const isArticle = hash.startsWith(`#${shown.id}-`);
  useEffect(() => {
    // The text arrives after the browser has looked for the fragment. A document itself begins below
    // its tab, which stays in sight.
    if (there && isArticle) document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [there, isArticle, hash]);

  return (
    <div className="mx-auto w-full max-w-[52rem] px-4 py-10 sm:py-16 xl:max-w-[72rem]">
      <PageHeader title={t`Terms of service`} />
      {data ? (
        <>
          <nav aria-label={t`Documents`} className="mb-8 flex gap-1 border-b border-border">
            {documents.map(({ id, title }) => (
              <Link
                key={id}
                to={`${pathname}#${id}`}
                replace
                aria-current={id === shown.id ? "page" : undefined}
                className="-mb-px border-b-[3px] border-transparent px-3 py-3 text-muted no-underline hover:text-text aria-[current=page]:border-key aria-[current=page]:font-700 aria-[current=page]:text-text sm:px-4 forced-colors:border-[Canvas] forced-colors:aria-[current=page]:border-[Highlight]"
              >
                {title[locale]}
              </Link>
            ))}
          </nav>
          <TermsDocument
            key={shown.id}
            document={shown}
            names={data}
            pdf={data.documents.find(({ id }) => id === shown.id)?.pdf}
          />
        </>
      ) : (
        <LegalLoading error={error} onRetry={() => void refetch()} />
      )}
    </div>
  );
}
