import { useLingui } from "@lingui/react/macro";
import { getContract } from "@sekimori/karte-contract/endpoints/contract";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { Banner } from "@sekimori/kit-web/primitives/banner";
import { buttonClass } from "@sekimori/kit-web/primitives/button-class";
import { linkClass } from "@sekimori/kit-web/primitives/link";
import { PageHeader } from "@sekimori/kit-web/primitives/page-header";
import { QueryState } from "@sekimori/kit-web/shell/query-state";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { client } from "../../app/client.ts";
import { Section } from "../../app/shell/section.tsx";
import { InvoiceSection } from "./invoice-section.tsx";
import { Leaving, LeavingLink } from "./leaving.tsx";
import { Measures } from "./measures.tsx";
import { PlanFacts } from "./plan-facts.tsx";
import { UsedBy } from "./used-by.tsx";

const contractQuery = queryOptions({
  queryKey: ["contract"],
  queryFn: ({ signal }) => client.call(getContract, { signal }),
});

/** /my-contract: the plan, its measures and what used them; it is changed at the portal. */
export function MyContractPage() {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery(contractQuery, queryClient);
  const isOver =
    data !== undefined &&
    [data.domains, data.people].some(
      ({ used, limit }) => limit !== null && used !== null && used > limit,
    );
  return (
    <>
      <PageHeader
        title={t`My contract`}
        description={t`The contract that covers this workspace. Manage plan, card and invoices in your account.`}
        actions={
          data?.yours && (
            <a href={data.manageUrl} target="_top" className={buttonClass({ variant: "primary" })}>
              {t`Change plan or card`}
            </a>
          )
        }
      />
      {!data && <QueryState error={error} onRetry={() => void refetch()} />}
      {data?.stale && (
        <Banner tone="warning" className="mb-6">
          {t`We can't reach your account's portal. This is the last known information.`}
        </Banner>
      )}
      {data?.youLeave && <Leaving contract={data} />}
      {data?.plan.suspended && (
        <Banner
          tone="danger"
          className="mb-6"
          title={t`The plan is suspended`}
          action={
            data.yours && (
              <a href={data.manageUrl} target="_top" className={linkClass}>
                {t`Go to My Page`}
              </a>
            )
          }
        >
          {data.yours
            ? t`The free plan's limits apply until you pay all unpaid invoices. Nothing was deleted.`
            : t`The free plan's limits apply until the contract holder pays all unpaid invoices. Nothing was deleted.`}
        </Banner>
      )}
      {isOver && (
        <Banner tone="warning" className="mb-6" title={t`You're over your plan's limits`}>
          {t`Nothing was deleted. Your oldest domains and people work as before. You can view and export the rest, but not change or scan it.`}
        </Banner>
      )}
      {data && (
        <>
          <Section title={t`Plan`}>
            <PlanFacts contract={data} />
            {(data.yours || data.closes.length > 0) && <LeavingLink contract={data} />}
          </Section>
          <Section
            title={t`Usage`}
            description={t`Counted across all workspaces on this contract.`}
          >
            <Measures contract={data} />
          </Section>
          <Section title={t`Scans this month`}>
            <UsedBy runs={data.usedBy} />
          </Section>
          {data.yours && <InvoiceSection manageUrl={data.manageUrl} />}
        </>
      )}
    </>
  );
}
