import type { assetConsequences } from "@sekimori/karte-contract/endpoints/inventory";
import { isClosed } from "@sekimori/karte-contract/finding-life";
import { findingStates, isDropped } from "@sekimori/karte-contract/words";
import type { EndpointResult } from "@sekimori/kit-contract/endpoint";
import { AppError } from "@sekimori/kit-server/errors";
import { sql } from "kysely";
import type { KarteContext, KarteTransaction } from "../../context.ts";
import { assetStateCode, assetTypeCode, findingStateCode } from "../../database/codes.ts";
import { inScope } from "../../database/scope.ts";
import { appendActivity } from "../activity/activity.ts";
import { mustAllBeLive } from "../domain-records/domain-rows.ts";
import { happenTo, lockFindings } from "../findings/acceptances.ts";
import type { Member } from "../principals/principals.ts";

const unclosed = findingStateCode.literals(...findingStates.filter((state) => !isClosed(state)));

interface FallingAsset {
  readonly id: string;
  readonly name: string;
  readonly domain_id: string;
  readonly type: number;
}

/** What falls with an asset: itself, an address's services ("address port"), a host's open findings. */
async function consequencesOf(
  tx: KarteTransaction,
  id: string,
): Promise<{ assets: readonly FallingAsset[]; findings: readonly string[] }> {
  const { rows: assets } = await sql<FallingAsset>`
    with it as (select id, name, domain_id, type from karte.asset where id = ${id})
    select a.id, a.name, a.domain_id, a.type from karte.asset a join it on a.domain_id = it.domain_id
    where a.id = it.id or (a.type = ${assetTypeCode.of("service")}
      and it.type = ${assetTypeCode.of("ip")} and starts_with(a.name, it.name || ' '))
    order by (a.id = it.id) desc, a.name`.execute(tx);
  const [asset] = assets;
  if (asset === undefined) throw new AppError("NotFound");
  const { rows: findings } = await sql<{ id: string }>`
    select id from karte.finding
    where domain_id = ${asset.domain_id} and host = ${asset.name} and state in (${unclosed})`.execute(
    tx,
  );
  return { assets, findings: findings.map((row) => row.id) };
}

/** Names of what falls with an asset that are shown. */
const namesMost = 50;

/** What would fall with an asset, to be seen before it is judged. @throws AppError NotFound. */
export function shownConsequences(
  { db }: KarteContext,
  { scope }: Member,
  id: string,
): Promise<EndpointResult<typeof assetConsequences>> {
  return inScope(db, scope, async (tx) => {
    const { assets, findings } = await consequencesOf(tx, id);
    return {
      assets: assets.length,
      findings: findings.length,
      names: assets.slice(0, namesMost).map(({ name }) => name),
    };
  });
}

/** Says what an asset is. "Ignored" and "not ours" close what hangs on it as gone. */
export async function judgeNow(
  { db, clock }: KarteContext,
  member: Member,
  id: string,
  state: "candidate" | "approved" | "monitor-only" | "ignored" | "not-ours",
): Promise<{ assets: number; findings: number }> {
  return inScope(db, member.scope, async (tx) => {
    const now = clock.now();
    const { assets, findings } = await consequencesOf(tx, id);
    const [asset] = assets;
    if (asset === undefined) throw new AppError("NotFound");
    await mustAllBeLive(tx, [asset.domain_id]);
    // The domain itself is managed on its own page: it is deleted there, not judged here.
    if (asset.type === assetTypeCode.of("domain")) {
      throw new AppError("WrongState", { data: { state: "domain" } });
    }
    const falls = isDropped(state);
    const judged = falls ? assets.map((one) => one.id) : [id];
    await sql`update karte.asset set state = ${assetStateCode.of(state)}, judged = true
      where id = any (${judged}::uuid[])`.execute(tx);
    const closed = falls
      ? await happenTo(
          tx,
          await lockFindings(tx, findings),
          { kind: "asset-gone" },
          { workspaceId: member.workspaceId, accountId: member.person.id, text: null },
          now,
        )
      : 0;
    await appendActivity(tx, {
      at: now,
      action: "asset.judged",
      by: { id: member.person.id, ipAddress: member.ipAddress },
      detail: { name: asset.name, state },
    });
    return { assets: judged.length, findings: closed };
  });
}
