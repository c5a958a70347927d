import type { SessionView } from "@sekimori/karte-contract/endpoints/session";
import { type RawBuilder, sql } from "kysely";
import type { KarteDatabase, KarteTransaction } from "../../context.ts";
import type { ContractAnswer } from "../../ports/contracts.ts";
import type { KnownContract } from "./contract-service.ts";

/** The days of somebody's leaving, while they can still take it back; null for everybody else. */
export function leavingDays({ endReason, endsOn, deletesOn }: ContractAnswer) {
  return endReason === "withdrawn" && endsOn && deletesOn ? { endsOn, deletesOn } : null;
}

/** The workspaces that close with somebody's account, as nobody else owns them; by name. */
export async function ownedAlone(
  db: KarteDatabase | KarteTransaction,
  account: string,
): Promise<readonly { readonly id: string; readonly name: string }[]> {
  const query: RawBuilder<{ workspace_id: string; name: string }> = sql`
    select workspace_id, name from karte.owned_alone(${account})`;
  const { rows } = await query.execute(db);
  return rows.map(({ workspace_id: id, name }) => ({ id, name }));
}

/** What it means for a workspace that the holder of its contract is leaving the service. */
export async function leavingView(
  tx: KarteTransaction,
  { owner, answer }: KnownContract,
  { workspaceId, personId }: { readonly workspaceId: string; readonly personId: string },
): Promise<NonNullable<SessionView["workspace"]>["leaving"]> {
  const days = leavingDays(answer);
  if (days === null) return null;
  const closing = await ownedAlone(tx, owner);
  return {
    ...days,
    yours: owner === personId,
    closes: closing.some(({ id }) => id === workspaceId),
  };
}
