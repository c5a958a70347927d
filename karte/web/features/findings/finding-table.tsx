import { useLingui } from "@lingui/react/macro";
import type { FindingRow } from "@sekimori/karte-contract/endpoints/findings";
import { isOpen } from "@sekimori/karte-contract/finding-life";
import { type ListColumn, type ListSort, listColumns } from "@sekimori/karte-contract/lists";
import { pagePaths } from "@sekimori/karte-contract/page-routes";
import { linkClass } from "@sekimori/kit-web/primitives/link";
import { Cell, ColumnHeader, Row, RowHeader, Table } from "@sekimori/kit-web/primitives/table";
import { Link } from "@sekimori/kit-web/routing/link";
import { Fragment, useState } from "react";
import { language } from "../../app/language.ts";
import { highestFirst, sortableBy } from "../../app/lists/sortable.ts";
import { Tick, TickAll } from "../../app/lists/ticks.tsx";
import type { Selection } from "../../app/lists/use-selection.ts";
import { HostText, SentenceText } from "../../app/words/host-text.tsx";
import { Moment } from "../../app/words/moment.tsx";
import { Severity } from "../../app/words/severity.tsx";
import { findingStateWords } from "../../app/words/words.ts";
import { CauseFindings } from "./cause-findings.tsx";
import { CauseToggle } from "./cause-toggle.tsx";
import { DueDay } from "./due-day.tsx";
import { findingColumnWords } from "./finding-columns.ts";
import { placeOf } from "./place-of.ts";
import { TicketKeys } from "./ticket-keys.tsx";

interface FindingTableProps {
  readonly findings: readonly FindingRow[];
  /** Undefined for who may not work on them. */
  readonly selection: Selection | undefined;
  readonly columns: ReadonlySet<ListColumn<"findings">>;
  readonly sort: ListSort<"findings">;
  readonly order: "asc" | "desc";
  readonly onSort: (sort: ListSort<"findings">, order: "asc" | "desc") => void;
}

/** Left out where the window is narrow. */
const isWide = (column: ListColumn<"findings">) => column !== "place" && column !== "due";

/** What sorts by each column; undefined where nothing does. */
const sortedBy: Readonly<Record<ListColumn<"findings">, ListSort<"findings"> | undefined>> = {
  place: "host",
  state: undefined,
  "first-seen": "age",
  "last-seen": "last-seen",
  assignee: undefined,
  due: "due",
  ticket: undefined,
};

/**
 * One page of the list, each cause as one row: with the priority of its worst finding, the first due day,
 * and what it opens to. What a check saw is text of strangers, shown as text only.
 */
export function FindingTable({
  findings,
  selection,
  columns,
  sort,
  order,
  onSort,
}: FindingTableProps) {
  const { t, i18n } = useLingui();
  const locale = language.current();
  const sortable = sortableBy({ column: sort, order }, onSort);
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const toggle = (id: string) =>
    setOpened((now) => {
      const next = new Set(now);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  return (
    <Table label={t`Findings`} hasLines>
      <thead>
        <tr>
          {selection && <TickAll selection={selection} ids={findings.map(({ id }) => id)} />}
          <ColumnHeader numeric {...highestFirst(sortable("priority"))}>{t`Priority`}</ColumnHeader>
          <ColumnHeader {...sortable("severity")}>{t`Severity`}</ColumnHeader>
          <ColumnHeader>{t`Finding`}</ColumnHeader>
          {listColumns.findings
            .filter((column) => columns.has(column))
            .map((column) => {
              const by = sortedBy[column];
              return (
                <ColumnHeader
                  key={column}
                  data-wide={isWide(column) || undefined}
                  {...(by ? sortable(by) : {})}
                >
                  {i18n._(findingColumnWords[column])}
                </ColumnHeader>
              );
            })}
        </tr>
      </thead>
      <tbody>
        {findings.map((finding) => (
          <Fragment key={finding.id}>
            <Row>
              {selection && (
                <Tick
                  selection={selection}
                  id={finding.id}
                  name={`${finding.summary[locale]} ${placeOf(finding)}`}
                />
              )}
              <Cell numeric>{i18n.number(finding.cause.priority)}</Cell>
              <Cell data-phone="start">
                <Severity severity={finding.severity} />
              </Cell>
              <RowHeader>
                <div className="flex items-center gap-2">
                  <div data-cut="name" className="min-w-0" title={finding.summary[locale]}>
                    <Link
                      to={`${pagePaths.inventoryResult}?id=${finding.id}`}
                      className={linkClass}
                    >
                      <SentenceText text={finding.summary[locale]} isWhole />
                    </Link>
                  </div>
                  {finding.labels.length > 0 && (
                    <span
                      title={finding.labels.join(", ")}
                      className="max-w-24 shrink-0 truncate font-400 text-[0.8125rem] text-muted sm:max-w-36"
                    >
                      {finding.labels.join(", ")}
                    </span>
                  )}
                  {finding.cause.findings > 1 && (
                    <CauseToggle
                      finding={finding}
                      isOpen={opened.has(finding.id)}
                      controls={`cause-${finding.id}`}
                      onToggle={() => toggle(finding.id)}
                    />
                  )}
                </div>
              </RowHeader>
              {columns.has("place") && (
                <Cell data-phone="middle">
                  <HostText text={placeOf(finding)} isWhole />
                </Cell>
              )}
              {columns.has("state") && (
                <Cell data-wide>
                  {i18n._(findingStateWords[finding.state])}
                  {finding.acceptedUntil !== null && (
                    <span className="ml-2 text-[0.8125rem] text-muted">
                      {t`until`} <Moment at={finding.acceptedUntil} />
                    </span>
                  )}
                </Cell>
              )}
              {columns.has("first-seen") && (
                <Cell data-wide>
                  <Moment at={finding.firstSeenAt} />
                </Cell>
              )}
              {columns.has("last-seen") && (
                <Cell data-wide>
                  <Moment at={finding.lastSeenAt} />
                </Cell>
              )}
              {columns.has("assignee") && (
                <Cell data-wide>
                  {finding.cause.oneAssignee ? (finding.assignee?.name ?? "–") : t`Several people`}
                </Cell>
              )}
              {columns.has("due") && (
                <Cell data-phone="end">
                  {finding.cause.dueOn === null ? (
                    "–"
                  ) : (
                    <DueDay day={finding.cause.dueOn} waits={isOpen(finding.state)} />
                  )}
                </Cell>
              )}
              {columns.has("ticket") && (
                <Cell data-wide>
                  <TicketKeys tickets={finding.tickets} />
                </Cell>
              )}
            </Row>
            {opened.has(finding.id) && (
              <tr id={`cause-${finding.id}`}>
                <td
                  colSpan={3 + (selection ? 1 : 0) + columns.size}
                  className="border-b border-border bg-sunken px-4 py-3"
                >
                  <CauseFindings finding={finding} />
                </td>
              </tr>
            )}
          </Fragment>
        ))}
      </tbody>
    </Table>
  );
}
