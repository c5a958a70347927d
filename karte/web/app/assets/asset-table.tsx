import { useLingui } from "@lingui/react/macro";
import type { AssetRow } from "@sekimori/karte-contract/endpoints/inventory";
import { type ListColumn, type ListSort, listColumns } from "@sekimori/karte-contract/lists";
import { pagePaths } from "@sekimori/karte-contract/page-routes";
import { linkClass } from "@sekimori/kit-web/primitives/link";
import { Cell, ColumnHeader, Row, RowHeader, Table } from "@sekimori/kit-web/primitives/table";
import { Link } from "@sekimori/kit-web/routing/link";
import { useState } from "react";
import { sortableBy } from "../lists/sortable.ts";
import { useMay } from "../session/session-query.ts";
import { Grade } from "../words/grade.tsx";
import { HostText } from "../words/host-text.tsx";
import { Moment } from "../words/moment.tsx";
import { assetColumnWords } from "./asset-columns.ts";
import { AssetJudge } from "./asset-judge.tsx";
import { AssetState } from "./asset-state.tsx";
import { assetTypeWords } from "./asset-words.ts";
import { FoundBy } from "./found-by.tsx";
import { NotOursDialog } from "./not-ours-dialog.tsx";

interface AssetTableProps {
  readonly assets: readonly AssetRow[];
  /** Where the page is about one domain, it is not named in each row. */
  readonly ofOneDomain?: boolean;
  /** All of them unless said. */
  readonly columns?: ReadonlySet<ListColumn<"assets">>;
  readonly sort?: { readonly column: ListSort<"assets">; readonly order: "asc" | "desc" };
  readonly onSort?: (column: ListSort<"assets">, order: "asc" | "desc") => void;
}

/** Left out where the window is narrow. */
const isWide = (column: ListColumn<"assets">) =>
  column === "found-by" || column === "first-seen" || column === "last-seen";

const allColumns: ReadonlySet<ListColumn<"assets">> = new Set(listColumns.assets);

/** Assets with how they were found. Names and products are text of strangers, shown as text only. */
export function AssetTable({
  assets,
  ofOneDomain = false,
  columns = allColumns,
  sort,
  onSort,
}: AssetTableProps) {
  const { t, i18n } = useLingui();
  const mayJudge = useMay("judge-assets");
  const [leaving, setLeaving] = useState<{ asset: AssetRow; state: "not-ours" | "ignored" }>();
  const sortable = onSort ? sortableBy(sort, onSort) : () => ({});
  return (
    <>
      <Table label={t`Assets`} hasLines>
        <thead>
          <tr>
            <ColumnHeader {...sortable("name")}>{t`Asset`}</ColumnHeader>
            {listColumns.assets
              .filter((column) => columns.has(column))
              .map((column) => (
                <ColumnHeader
                  key={column}
                  numeric={column === "findings"}
                  data-wide={isWide(column) || undefined}
                  {...(column === "first-seen" || column === "last-seen" ? sortable(column) : {})}
                >
                  {i18n._(assetColumnWords[column])}
                </ColumnHeader>
              ))}
            {mayJudge && <ColumnHeader>{t`Change`}</ColumnHeader>}
          </tr>
        </thead>
        <tbody>
          {assets.map((asset) => (
            <Row key={asset.id}>
              <RowHeader>
                <div className="flex items-center gap-2">
                  <span title={asset.name} className="max-w-[min(24rem,60vw)] shrink-0 truncate">
                    <HostText text={asset.name} isWhole />
                  </span>
                  <AssetDetails asset={asset} ofOneDomain={ofOneDomain} />
                </div>
              </RowHeader>
              {columns.has("state") && (
                <Cell data-phone="start">
                  <AssetState state={asset.state} />
                </Cell>
              )}
              {columns.has("grade") && (
                <Cell data-phone="middle">
                  <Grade grade={asset.grade} />
                </Cell>
              )}
              {columns.has("findings") && (
                <Cell numeric>
                  <OpenFindings asset={asset} />
                </Cell>
              )}
              {columns.has("found-by") && (
                <Cell data-wide>
                  <FoundBy steps={asset.foundBy} />
                </Cell>
              )}
              {columns.has("first-seen") && (
                <Cell data-wide>
                  <Moment at={asset.firstSeenAt} />
                </Cell>
              )}
              {columns.has("last-seen") && (
                <Cell data-wide>
                  <Moment at={asset.lastSeenAt} />
                  {asset.missingSince !== null && (
                    <span className="ml-2 text-[0.8125rem] text-warning">{t`No longer found`}</span>
                  )}
                </Cell>
              )}
              {mayJudge && (
                <Cell data-phone="end">
                  {asset.type !== "domain" && (
                    <AssetJudge asset={asset} onLeave={(state) => setLeaving({ asset, state })} />
                  )}
                </Cell>
              )}
            </Row>
          ))}
        </tbody>
      </Table>
      {leaving && (
        <NotOursDialog
          asset={leaving.asset}
          state={leaving.state}
          onClose={() => setLeaving(undefined)}
        />
      )}
    </>
  );
}

interface AssetDetailsProps {
  readonly asset: AssetRow;
  readonly ofOneDomain: boolean;
}

/** What it is, where it answers, whose it is and how long its certificate lasts: as far as there is room. */
function AssetDetails({ asset, ofOneDomain }: AssetDetailsProps) {
  const { t, i18n } = useLingui();
  const details = [i18n._(assetTypeWords[asset.type]), ...detailsOf(asset)].join(" · ");
  return (
    <span data-cut title={details} className="min-w-0 font-400 text-[0.8125rem] text-muted">
      {details}
      {!ofOneDomain && asset.type !== "domain" && (
        <>
          {" · "}
          <Link to={`${pagePaths.inventoryDomain}?id=${asset.domain.id}`} className={linkClass}>
            {asset.domain.name}
          </Link>
        </>
      )}
      {asset.certificate && (
        <>
          {" · "}
          {t`Certificate expires`} <Moment at={asset.certificate.notAfter} />
        </>
      )}
    </span>
  );
}

/** How many are open there, and the way to them; a service's are those of its host. */
function OpenFindings({ asset: { openFindings, domain, name } }: { readonly asset: AssetRow }) {
  const { i18n } = useLingui();
  if (openFindings === 0) return 0;
  const host = new URLSearchParams({ domain: domain.id, host: name });
  return (
    <Link to={`${pagePaths.inventoryResult}?${host}`} className={linkClass}>
      {i18n.number(openFindings)}
    </Link>
  );
}

function detailsOf({ type, addresses, ports, product, version }: AssetRow): readonly string[] {
  const software = [product, version].filter((part) => part !== null).join(" ");
  return [
    ...(type === "ip" ? [] : addresses.slice(0, 2)),
    ...(type === "host" && ports.length > 0 ? [ports.join(", ")] : []),
    ...(software === "" ? [] : [software]),
  ];
}
