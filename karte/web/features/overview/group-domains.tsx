import { useLingui } from "@lingui/react/macro";
import type { GroupView } from "@sekimori/karte-contract/endpoints/groups";
import { pagePaths } from "@sekimori/karte-contract/page-routes";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { linkClass } from "@sekimori/kit-web/primitives/link";
import { Cell, ColumnHeader, Row, RowHeader, Table } from "@sekimori/kit-web/primitives/table";
import { Link } from "@sekimori/kit-web/routing/link";
import { QueryState } from "@sekimori/kit-web/shell/query-state";
import { useQuery } from "@tanstack/react-query";
import { Section } from "../../app/shell/section.tsx";
import { DomainName } from "../../app/words/domain-name.tsx";
import { Grade } from "../../app/words/grade.tsx";
import { Moment } from "../../app/words/moment.tsx";
import { SeverityCounts } from "../../app/words/severity-counts.tsx";
import { listAddresses } from "./list-addresses.ts";
import { worstDomainsQuery } from "./overview-queries.ts";

/** The domains of a group, those with the worst findings first. */
export function GroupDomains({ group }: { readonly group: GroupView }) {
  const { t, i18n } = useLingui();
  const { data, error, refetch } = useQuery(worstDomainsQuery(group.id), queryClient);
  const count = i18n.number(group.domains);
  return (
    <Section
      title={t`Domains of the group`}
      actions={
        <Link to={listAddresses.domains({ group: group.id })} className={linkClass}>
          {t`View all ${{ count }} in the domain list`}
        </Link>
      }
    >
      {!data && <QueryState error={error} onRetry={() => void refetch()} />}
      {data && (
        <Table label={t`Domains of the group`}>
          <thead>
            <tr>
              <ColumnHeader>{t`Domain`}</ColumnHeader>
              <ColumnHeader>{t`Grade`}</ColumnHeader>
              <ColumnHeader>{t`Open findings`}</ColumnHeader>
              <ColumnHeader>{t`Last scan`}</ColumnHeader>
            </tr>
          </thead>
          <tbody>
            {data.domains.map((domain) => (
              <Row key={domain.id}>
                <RowHeader>
                  <Link to={`${pagePaths.inventoryDomain}?id=${domain.id}`} className={linkClass}>
                    <DomainName name={domain.name} />
                  </Link>
                </RowHeader>
                <Cell>
                  <Grade grade={domain.grade} />
                </Cell>
                <Cell>
                  <SeverityCounts counts={domain.lastRunAt === null ? null : domain.open} />
                </Cell>
                <Cell>
                  <Moment at={domain.lastRunAt} />
                </Cell>
              </Row>
            ))}
          </tbody>
        </Table>
      )}
    </Section>
  );
}
