import type { listAssets } from "@sekimori/karte-contract/endpoints/inventory";
import type { EndpointRequest, EndpointResult } from "@sekimori/kit-contract/endpoint";
import { type SqlBool, sql } from "kysely";
import type { KarteContext, KarteTransaction } from "../../context.ts";
import { assetStateCode, assetTypeCode } from "../../database/codes.ts";
import {
  countUpTo,
  cutPage,
  every,
  ofLiveDomain,
  oneOf,
  oneOfIds,
  onPage,
  ordering,
  type PageOrder,
  readCursor,
} from "../../database/pages.ts";
import { inScope } from "../../database/scope.ts";
import { hasText, lookUp } from "../../database/words.ts";
import type { Member } from "../principals/principals.ts";
import { type AssetRecord, assetRecords, assetViews } from "./asset-rows.ts";

const orders = {
  name: { column: sql`a.name`, type: "text", value: (row: AssetRecord) => row.name },
  "first-seen": {
    column: sql`a.first_seen_at`,
    type: "timestamptz",
    value: (row: AssetRecord) => row.first_seen_at.toISOString(),
  },
  "last-seen": {
    column: sql`a.last_seen_at`,
    type: "timestamptz",
    value: (row: AssetRecord) => row.last_seen_at.toISOString(),
  },
} as const;

/** A pattern with `*`, or words that stand anywhere in a name. */
function findAssets(tx: KarteTransaction, q = "") {
  const isPattern = q.includes("*");
  return lookUp(
    tx,
    q,
    (words, most) =>
      isPattern
        ? sql`karte.find_assets_like(${words}, ${most})`
        : sql`karte.find_assets(${words}, ${most})`,
    sql`a.id`,
    isPattern
      ? sql<SqlBool>`a.search_text like karte.name_pattern(${q})`
      : hasText(sql`a.search_text`, q),
  );
}

/** One page of the narrowed list. @throws AppError InvalidInput for a cursor that is none of ours. */
export async function assetList(
  { db }: KarteContext,
  { scope }: Member,
  query: EndpointRequest<typeof listAssets>["query"],
): Promise<EndpointResult<typeof listAssets>> {
  const filters = [
    ...(query.type ? [oneOf(sql`a.type`, query.type.map(assetTypeCode.of))] : []),
    ...(query.state ? [oneOf(sql`a.state`, query.state.map(assetStateCode.of))] : []),
    ...(query.domain ? [sql<SqlBool>`a.domain_id = ${query.domain}`] : []),
    ...(query.group
      ? [
          sql<SqlBool>`exists (select from karte.group_member m
            where m.domain_id = a.domain_id and ${oneOfIds(sql`m.group_id`, query.group)})`,
        ]
      : []),
  ];
  const { column, type, value } = orders[query.sort];
  const page: PageOrder = {
    column,
    type,
    id: sql`a.id`,
    idType: "uuid",
    descending: query.order === "desc",
  };
  const from = readCursor(query.cursor);
  return inScope(db, scope, async (tx) => {
    const found = await findAssets(tx, query.q);
    const conditions = [...(found ? [found.condition] : []), ...filters];
    const records = await assetRecords(
      tx,
      onPage(sql`karte.asset a`, [ofLiveDomain(sql`a.domain_id`), ...conditions], page, {
        from,
        most: query.size + 1,
      }),
      sql`order by ${ordering(page)}`,
    );
    const { shown, next } = cutPage(records, query.size, (row) => [value(row), row.id]);
    return {
      assets: assetViews(shown),
      next,
      count:
        found && filters.length === 0
          ? found.count
          : await countUpTo(
              tx,
              sql`1 from karte.asset a where ${ofLiveDomain(sql`a.domain_id`)}
                and ${every(conditions)}`,
            ),
    };
  });
}
