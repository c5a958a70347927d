import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import type { DomainRow } from "@sekimori/karte-contract/endpoints/domains";
import { type ListColumn, type ListSort, listColumns } from "@sekimori/karte-contract/lists";
import { pagePaths } from "@sekimori/karte-contract/page-routes";
import { Badge } from "@sekimori/kit-web/primitives/badge";
import { linkClass } from "@sekimori/kit-web/primitives/link";
import { Cell, ColumnHeader, Row, RowHeader, Table } from "@sekimori/kit-web/primitives/table";
import { Link } from "@sekimori/kit-web/routing/link";
import { type Order, sortableBy } from "../../app/lists/sortable.ts";
import { Tick, TickAll } from "../../app/lists/ticks.tsx";
import type { Selection } from "../../app/lists/use-selection.ts";
import { useMay } from "../../app/session/session-query.ts";
import { DomainName } from "../../app/words/domain-name.tsx";
import { Grade } from "../../app/words/grade.tsx";
import { Moment } from "../../app/words/moment.tsx";
import { SeverityCounts } from "../../app/words/severity-counts.tsx";
import { scheduleWords } from "../../app/words/words.ts";
import { domainColumnWords } from "./domain-columns.ts";
import { ProofBadge } from "./proof-badge.tsx";
import { RunButton } from "./run-button.tsx";

interface DomainTableProps {
  readonly domains: readonly DomainRow[];
  readonly selection: Selection;
  readonly columns: ReadonlySet<ListColumn<"domains">>;
  readonly sort: ListSort<"domains">;
  readonly order: Order;
  readonly onSort: (sort: ListSort<"domains">, order: Order) => void;
}

type Column = ListColumn<"domains">;

/** Left out where the window is narrow. */
const isWide = (column: Column) =>
  column !== "grade" && column !== "findings" && column !== "proof";

const isSort = (column: Column) => column !== "proof" && column !== "groups";

/** A column of names takes room, so it stands once somebody is named, or the list is sorted by it. */
function worthShowing(
  columns: ReadonlySet<Column>,
  domains: readonly DomainRow[],
  sort: ListSort<"domains">,
) {
  const isNamed = sort === "responsible" || domains.some(({ responsible }) => responsible !== null);
  return listColumns.domains.filter(
    (column) => columns.has(column) && (column !== "responsible" || isNamed),
  );
}

/** One page of the list. */
export function DomainTable({
  domains,
  selection,
  columns,
  sort,
  order,
  onSort,
}: DomainTableProps) {
  const { t, i18n } = useLingui();
  const mayRun = useMay("run");
  const shown = worthShowing(columns, domains, sort);
  const sortable = sortableBy({ column: sort, order }, onSort);
  return (
    <Table label={t`Domains`} hasLines>
      <thead>
        <tr>
          <TickAll selection={selection} ids={domains.map(({ id }) => id)} />
          <ColumnHeader {...sortable("name")}>{t`Domain`}</ColumnHeader>
          {shown.map((column) => (
            <ColumnHeader
              key={column}
              data-wide={isWide(column) || undefined}
              {...(isSort(column) ? sortable(column) : {})}
            >
              {i18n._(domainColumnWords[column])}
            </ColumnHeader>
          ))}
          {mayRun && <ColumnHeader>{t`Scan`}</ColumnHeader>}
        </tr>
      </thead>
      <tbody>
        {domains.map((domain) => (
          <Row key={domain.id}>
            <Tick selection={selection} id={domain.id} name={domain.name.unicode} />
            <RowHeader>
              <div className="flex items-center gap-2">
                <Link
                  to={`${pagePaths.inventoryDomain}?id=${domain.id}`}
                  title={domain.name.unicode}
                  className={`${linkClass} max-w-[min(24rem,60vw)] shrink-0 truncate`}
                >
                  <DomainName name={domain.name} isWhole />
                </Link>
                {domain.readOnly && <Badge tone="warning">{t`Over plan limit`}</Badge>}
                {domain.label !== "" && (
                  <span
                    data-cut
                    title={domain.label}
                    className="min-w-0 font-400 text-[0.8125rem] text-muted"
                  >
                    {domain.label}
                  </span>
                )}
              </div>
            </RowHeader>
            {columns.has("grade") && (
              <Cell data-phone="start">
                <Grade grade={domain.grade} atMost={domain.atMost} />
                <Trend now={domain.score} before={domain.previousScore} />
              </Cell>
            )}
            {columns.has("findings") && (
              <Cell data-phone="middle">
                <SeverityCounts counts={domain.lastRunAt === null ? null : domain.open} />
              </Cell>
            )}
            {columns.has("proof") && (
              <Cell data-phone="end">
                <ProofBadge state={domain.proof} />
              </Cell>
            )}
            {columns.has("last-run") && (
              <Cell data-wide>
                <Moment at={domain.lastRunAt} />
              </Cell>
            )}
            {columns.has("next-run") && (
              <Cell data-wide>
                <NextRun domain={domain} />
              </Cell>
            )}
            {columns.has("groups") && (
              <Cell data-wide>{domain.groups.map(({ name }) => name).join(", ")}</Cell>
            )}
            {shown.includes("responsible") && (
              <Cell data-wide>
                {domain.responsible && <bdi>{domain.responsible.name || t`A former member`}</bdi>}
              </Cell>
            )}
            {mayRun && (
              <Cell>
                <RunButton domain={domain} isInRow />
              </Cell>
            )}
          </Row>
        ))}
      </tbody>
    </Table>
  );
}

/** When it is scanned next by itself; or that the plan has it rest, or how it was set. */
function NextRun({ domain }: { readonly domain: DomainRow }) {
  const { t, i18n } = useLingui();
  if (domain.rests === "domains") return t`Paused: over plan limit`;
  if (domain.rests === "schedule") return t`Paused: not in your plan`;
  return domain.nextRunAt === null ? (
    <span className="text-muted">{i18n._(scheduleWords[domain.schedule])}</span>
  ) : (
    <Moment at={domain.nextRunAt} />
  );
}

interface TrendProps {
  readonly now: number | null;
  readonly before: number | null;
}

/** Whether the score rose or fell since the diagnosis before. */
function Trend({ now, before }: TrendProps) {
  const { t } = useLingui();
  if (now === null || before === null || now === before) return null;
  const points = Math.abs(now - before);
  const isUp = now > before;
  return (
    <span className={`ml-2 text-[0.8125rem] tabular-nums ${isUp ? "text-success" : "text-danger"}`}>
      <span aria-hidden="true">
        {isUp ? "▲" : "▼"}
        {points}
      </span>
      <span className="sr-only">
        {isUp
          ? t`up by ${plural(points, { one: "# point", other: "# points" })}`
          : t`down by ${plural(points, { one: "# point", other: "# points" })}`}
      </span>
    </span>
  );
}
