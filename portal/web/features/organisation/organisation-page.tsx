import { useLingui } from "@lingui/react/macro";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { Banner } from "@sekimori/kit-web/primitives/banner";
import { EmptyState } from "@sekimori/kit-web/primitives/empty-state";
import { linkClass } from "@sekimori/kit-web/primitives/link";
import { PageHeader } from "@sekimori/kit-web/primitives/page-header";
import { Link } from "@sekimori/kit-web/routing/link";
import { QueryState } from "@sekimori/kit-web/shell/query-state";
import type { OrganisationPage as Answer } from "@sekimori/portal-contract/endpoints/organisation";
import { pagePaths } from "@sekimori/portal-contract/page-routes";
import { useQuery } from "@tanstack/react-query";
import { ConnectionSection } from "./connection-section.tsx";
import { CreateOrganisation } from "./create-organisation.tsx";
import { DomainsSection } from "./domains-section.tsx";
import { GroupRolesSection } from "./group-roles-section.tsx";
import { organisationQuery } from "./organisation-query.ts";
import { ProvisioningSection } from "./provisioning-section.tsx";
import { RemoveOrganisation } from "./remove-organisation.tsx";
import { RulesSection } from "./rules-section.tsx";

/** /setting/organisation: the organisation that the member owns, and its domains. */
export function OrganisationPage() {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery(organisationQuery, queryClient);
  return (
    <div className="mx-auto w-full max-w-[60rem] px-4 py-8 sm:px-8 sm:py-12">
      <PageHeader
        title={t({ message: "Organization", context: "page" })}
        description={t`Verify the domains of your company's email addresses, and let colleagues log in through your own provider.`}
      />
      {data ? (
        <Content answer={data} />
      ) : (
        <QueryState error={error} onRetry={() => void refetch()} />
      )}
    </div>
  );
}

function Content({ answer: { organisation, creation } }: { readonly answer: Answer }) {
  const { t } = useLingui();
  if (!organisation) {
    if (creation === "possible") return <CreateOrganisation />;
    return <NotIncluded isIndividual={creation === "individual"} />;
  }
  return (
    <>
      <p className="mb-8 text-std-20B-150 wrap-anywhere">{organisation.name}</p>
      {!organisation.included && (
        <Banner
          className="mb-8"
          tone="warning"
          title={t`Your plan doesn't include an organization now`}
        >
          {t`Your domains have no effect until you're on the paid plan again.`}
        </Banner>
      )}
      <DomainsSection domains={organisation.domains} included={organisation.included} />
      <ConnectionSection
        included={organisation.included}
        hasDomain={organisation.domains.some(({ state }) => state === "held" || state === "unseen")}
      />
      <RulesSection />
      <GroupRolesSection />
      <ProvisioningSection included={organisation.included} />
      <RemoveOrganisation name={organisation.name} />
    </>
  );
}

function NotIncluded({ isIndividual }: { readonly isIndividual: boolean }) {
  const { t } = useLingui();
  const toMyPage = (
    <Link to={pagePaths.security} className={linkClass}>
      {t`Go to My Page`}
    </Link>
  );
  return isIndividual ? (
    <EmptyState title={t`This page is for organizations only`} action={toMyPage}>
      <p>{t`Your account is registered as an individual's.`}</p>
    </EmptyState>
  ) : (
    <EmptyState title={t`The paid plan includes an organization`} action={toMyPage}>
      <p>{t`Your plan doesn't include one. You can upgrade on My Page.`}</p>
    </EmptyState>
  );
}
