import { useLingui } from "@lingui/react/macro";
import type { groupFindings } from "@sekimori/karte-contract/endpoints/findings";
import { pagePaths } from "@sekimori/karte-contract/page-routes";
import type { EndpointResult } from "@sekimori/kit-contract/endpoint";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { ChevronRightIcon } from "@sekimori/kit-web/icons";
import { linkClass } from "@sekimori/kit-web/primitives/link";
import { Cell, ColumnHeader, Row, RowHeader, Table } from "@sekimori/kit-web/primitives/table";
import { Link } from "@sekimori/kit-web/routing/link";
import { QueryState } from "@sekimori/kit-web/shell/query-state";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { counted } from "../../app/counted.ts";
import type { FindingFilterQuery } from "../../app/findings/finding-groups-query.ts";
import { findingsQuery } from "../../app/findings/findings-query.ts";
import { language } from "../../app/language.ts";
import { Moment } from "../../app/words/moment.tsx";
import { Severity } from "../../app/words/severity.tsx";
import { placeOf } from "./place-of.ts";

type Group = EndpointResult<typeof groupFindings>["groups"][number];

/** So many hosts are shown below an open line; the list has the rest. */
const shownMost = 25;

interface FindingGroupsProps {
  readonly groups: readonly Group[];
  /** What narrows the list that the lines are of. */
  readonly filters: FindingFilterQuery;
  /** Where the whole list of one check is. */
  readonly addressOf: (check: string) => string;
}

/** Equal findings on many hosts as one line that opens. */
export function FindingGroups({ groups, filters, addressOf }: FindingGroupsProps) {
  const { t, i18n } = useLingui();
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const locale = language.current();
  const toggle = (check: string) =>
    setOpen((now) => {
      const next = new Set(now);
      if (!next.delete(check)) next.add(check);
      return next;
    });
  const figure = (count: number, more: boolean) => counted(i18n, count, more);
  return (
    <Table label={t`Findings by type`}>
      <thead>
        <tr>
          <ColumnHeader>{t`Severity`}</ColumnHeader>
          <ColumnHeader>{t`Finding`}</ColumnHeader>
          <ColumnHeader numeric>{t`Findings`}</ColumnHeader>
          <ColumnHeader numeric>{t`Hosts`}</ColumnHeader>
          <ColumnHeader numeric>{t`Domains`}</ColumnHeader>
          <ColumnHeader>{t`Oldest`}</ColumnHeader>
          <ColumnHeader>{t`Newest`}</ColumnHeader>
        </tr>
      </thead>
      <tbody>
        {groups.flatMap((group) => {
          const isOpen = open.has(group.check);
          const line = (
            <Row key={group.check}>
              <Cell>
                <Severity severity={group.severity} />
              </Cell>
              <RowHeader className="min-w-64">
                <button
                  type="button"
                  aria-expanded={isOpen}
                  onClick={() => toggle(group.check)}
                  className="flex cursor-pointer items-start gap-2 rounded-4 text-left text-link hover:underline"
                >
                  <ChevronRightIcon
                    className={`mt-1 shrink-0 transition-transform ${isOpen ? "rotate-90" : ""}`}
                  />
                  {group.title[locale]}
                </button>
              </RowHeader>
              <Cell numeric>{figure(group.findings, group.more)}</Cell>
              <Cell numeric>{figure(group.hosts, group.more)}</Cell>
              <Cell numeric>{figure(group.domains, group.more)}</Cell>
              <Cell>
                <Moment at={group.oldestAt} />
              </Cell>
              <Cell>
                <Moment at={group.newestAt} />
              </Cell>
            </Row>
          );
          if (!isOpen) return [line];
          return [
            line,
            <tr key={`${group.check} open`}>
              <td colSpan={7} className="border-b border-border bg-sunken px-4 py-3">
                <OfOneCheck
                  filters={{ ...filters, check: group.check }}
                  all={addressOf(group.check)}
                />
              </td>
            </tr>,
          ];
        })}
      </tbody>
    </Table>
  );
}

interface OfOneCheckProps {
  readonly filters: FindingFilterQuery;
  readonly all: string;
}

function OfOneCheck({ filters, all }: OfOneCheckProps) {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery(
    findingsQuery({ ...filters, sort: "host", size: shownMost }),
    queryClient,
  );
  const locale = language.current();
  if (!data) return <QueryState error={error} onRetry={() => void refetch()} />;
  return (
    <>
      <ul className="grid gap-1">
        {data.findings.map((finding) => (
          <li key={finding.id}>
            <Link to={`${pagePaths.inventoryResult}?id=${finding.id}`} className={linkClass}>
              <bdi className="break-all">{placeOf(finding)}</bdi>
            </Link>{" "}
            <span className="text-muted">{finding.summary[locale]}</span>
          </li>
        ))}
      </ul>
      <p className="mt-2">
        <Link to={all} className={linkClass}>
          {t`Show as a list`}
        </Link>
      </p>
    </>
  );
}
