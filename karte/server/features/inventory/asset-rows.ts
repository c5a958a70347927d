import type { Asset } from "@sekimori/diagnosis/asset";
import type { AssetRow } from "@sekimori/karte-contract/endpoints/inventory";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { KarteTransaction } from "../../context.ts";
import { assetStateCode, assetTypeCode, gradeCode } from "../../database/codes.ts";
import { moment } from "../../database/moments.ts";

export interface AssetRecord {
  readonly id: string;
  readonly domain_id: string;
  readonly domain_name: string;
  readonly type: number;
  readonly name: string;
  readonly state: number;
  readonly grade: number;
  readonly detail: Pick<
    Asset,
    "addresses" | "ports" | "product" | "version" | "certificate" | "foundBy"
  >;
  readonly open_findings: number;
  readonly first_seen_at: Date;
  readonly last_seen_at: Date;
  readonly missing_since: Date | null;
}

export async function assetRecords(
  tx: KarteTransaction,
  where: RawBuilder<SqlBool>,
  rest: RawBuilder<unknown>,
): Promise<AssetRecord[]> {
  const { rows } = await sql<AssetRecord>`
    select a.id, a.domain_id, d.name as domain_name, a.type, a.name, a.state, a.grade, a.detail,
      a.open_findings, a.first_seen_at, a.last_seen_at, a.missing_since
    from karte.asset a join karte.domain d on d.id = a.domain_id
    where d.deleted_at is null and ${where} ${rest}`.execute(tx);
  return rows;
}

/** What is shown of it; its names are asked for in queries. */
function certificateView(certificate: AssetRecord["detail"]["certificate"]) {
  if (certificate === null) return null;
  const { names: _, ...shown } = certificate;
  return shown;
}

export function assetViews(records: readonly AssetRecord[]): AssetRow[] {
  return records.map(({ detail, ...record }) => ({
    id: record.id,
    domain: { id: record.domain_id, name: record.domain_name },
    type: assetTypeCode.word(record.type),
    name: record.name,
    state: assetStateCode.word(record.state),
    grade: gradeCode.word(record.grade),
    addresses: [...detail.addresses],
    ports: [...detail.ports],
    product: detail.product,
    version: detail.version,
    certificate: certificateView(detail.certificate),
    foundBy: detail.foundBy.map(({ source, at, evidence }) => ({ source, at, evidence })),
    firstSeenAt: record.first_seen_at.toISOString(),
    lastSeenAt: record.last_seen_at.toISOString(),
    missingSince: moment(record.missing_since),
    openFindings: record.open_findings,
  }));
}
