import { useLingui } from "@lingui/react/macro";
import type { GroupView } from "@sekimori/karte-contract/endpoints/groups";
import { pagePaths, queryNames } from "@sekimori/karte-contract/page-routes";
import { EmptyIllustration } from "@sekimori/kit-web/brand/state-illustrations";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { buttonClass } from "@sekimori/kit-web/primitives/button-class";
import { EmptyState } from "@sekimori/kit-web/primitives/empty-state";
import { linkClass } from "@sekimori/kit-web/primitives/link";
import { PageHeader } from "@sekimori/kit-web/primitives/page-header";
import { Link } from "@sekimori/kit-web/routing/link";
import { useSearchParams } from "@sekimori/kit-web/routing/navigation";
import { QueryState } from "@sekimori/kit-web/shell/query-state";
import { useQuery } from "@tanstack/react-query";
import { groupsQuery } from "../../app/session/workspace-queries.ts";
import { Section } from "../../app/shell/section.tsx";
import { GroupChoice } from "./group-choice.tsx";
import { GroupDomains } from "./group-domains.tsx";
import { overviewQuery } from "./overview-queries.ts";
import { Situation } from "./situation.tsx";

/** /group?id=…: one group, as the overview narrowed to it; without an id, which one. */
export function GroupPage() {
  const { t } = useLingui();
  const [address] = useSearchParams();
  const id = address.get(queryNames.id);
  const { data, error, refetch } = useQuery(groupsQuery, queryClient);
  if (!data) return <QueryState error={error} onRetry={() => void refetch()} />;
  if (id === null) return <GroupChoice groups={data.groups} />;
  const group = data.groups.find((one) => one.id === id);
  if (group) return <OneGroup key={id} group={group} />;
  return (
    <EmptyState
      level={1}
      title={t`This group isn't in this workspace`}
      action={
        <Link to={pagePaths.groupList} className={buttonClass({})}>
          {t`Go to the group list`}
        </Link>
      }
    >
      {t`It may have been deleted, or you don't have access to it.`}
    </EmptyState>
  );
}

function OneGroup({ group }: { readonly group: GroupView }) {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery(overviewQuery(group.id), queryClient);
  const { name } = group;
  return (
    <>
      <p className="mb-4">
        <Link to={pagePaths.groupList} className={linkClass}>
          {t`All groups`}
        </Link>
      </p>
      <PageHeader title={<bdi>{name}</bdi>} windowTitle={name} />
      {!data && <QueryState error={error} onRetry={() => void refetch()} />}
      {data && data.domains.all === 0 && (
        <EmptyState title={t`No domains in this group yet`} illustration={<EmptyIllustration />}>
          {t`Add domains to groups on their page, in the domain list, or when you register them in bulk.`}
        </EmptyState>
      )}
      {data && data.domains.all > 0 && (
        <>
          <Situation overview={data} chartLabel={t`Grade of ${{ name }}`} group={group.id} />
          <GroupDomains group={group} />
        </>
      )}
      {group.viewers.length > 0 && (
        <Section
          title={t`Visible only to`}
          description={t`These people see only this group, not the whole workspace.`}
        >
          <ul>
            {group.viewers.map((person) => (
              <li key={person.id} className="border-b border-border py-2">
                {person.name} <span className="text-muted">{person.email}</span>
              </li>
            ))}
          </ul>
        </Section>
      )}
    </>
  );
}
