import { type MadeRecipe, recipesFor } from "@sekimori/diagnosis/recipes";
import { sql } from "kysely";
import type { KarteTransaction } from "../../context.ts";
import type { FindingRecord } from "./finding-rows.ts";

/** Assets that tell what a recipe is made for; the most that are read. */
const ASSETS_MOST = 100;

interface AssetRecord {
  readonly key: string;
  readonly name: string;
  readonly detail: Pick<Parameters<typeof recipesFor>[1]["assets"][number], Detail>;
}
type Detail = "product" | "certificate" | "foundBy";

/** The settings that mend one finding, with its own names and records, what was seen there first. */
export async function findingRecipes(
  tx: KarteTransaction,
  { domain_id: domainId, domain_name: domain, host, report }: FindingRecord,
): Promise<readonly MadeRecipe[]> {
  const { rows: open } = await sql<{ check_id: string }>`
    select distinct check_id from karte.finding where domain_id = ${domainId} and host = ${host}
      and is_open = 1`.execute(tx);
  const isHost = sql`key = any(${[`host:${host}`, `domain:${host}`]}::text[])`;
  // However many there are, the host itself is among those that are read.
  const { rows: assets } = await sql<AssetRecord>`
    select key, name, detail from karte.asset where domain_id = ${domainId} and missing_since is null
      and (${isHost}
        or detail->'foundBy' @> '[{"source":"ns"}]' or detail->'certificate'->>'issuer' is not null)
    order by (${isHost}) desc, key limit ${ASSETS_MOST}`.execute(tx);
  return recipesFor(report, {
    domain,
    openChecks: new Set(open.map(({ check_id: check }) => check)),
    assets: assets.map(({ key, name, detail }) => ({
      id: key,
      name,
      product: detail.product,
      certificate: detail.certificate,
      foundBy: detail.foundBy,
    })),
  });
}
