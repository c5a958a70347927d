import type { Quota } from "@sekimori/karte-contract/endpoints/quota-view";
import { nextTokyoMonth, tokyoMonth } from "@sekimori/kit-contract/tokyo";
import { AppError } from "@sekimori/kit-server/errors";
import { sql } from "kysely";
import type { KarteTransaction } from "../../context.ts";
import { cachedContract, type KnownContract } from "./contract-service.ts";

/** Manual runs that a contract has used in a month ("2026-10"). */
export async function usedIn(tx: KarteTransaction, owner: string, month: string): Promise<number> {
  const row = await tx
    .selectFrom("karte.quota_use")
    .select("used")
    .where("contract_owner", "=", owner)
    .where("month", "=", month)
    .executeTakeFirst();
  return row?.used ?? 0;
}

/** The present month's quota of the contract that the transaction's workspace lives on. */
export async function quotaOf(tx: KarteTransaction, now: Date): Promise<Quota> {
  const contract = await cachedContract(tx);
  return {
    limit: contract.answer.entitlements.manualRunsPerMonth,
    used: await usedIn(tx, contract.owner, tokyoMonth(now)),
    renewsAt: nextTokyoMonth(now).toISOString(),
  };
}

/**
 * The same as somebody may know it: to whom a part of the workspace is open, only the runs of that
 * part are counted.
 */
export async function quotaSeen(
  tx: KarteTransaction,
  { seesSums }: { readonly seesSums: boolean },
  now: Date,
): Promise<Quota> {
  const quota = await quotaOf(tx, now);
  if (seesSums) return quota;
  const { used } = await tx
    .selectFrom("karte.run")
    .select(({ fn }) => fn.countAll<string>().as("used"))
    .where("quota_month", "=", tokyoMonth(now))
    .executeTakeFirstOrThrow();
  return { ...quota, used: Number(used) };
}

/**
 * Takes `runs` manual runs of the month, all or none, in one conditional statement: whoever else
 * takes at the same moment, in whichever workspace of the contract, waits for the row.
 *
 * @returns the month it was taken from, for giving it back.
 * @throws AppError QuotaSpent with data.limit and data.renewsAt.
 */
export async function takeQuota(
  tx: KarteTransaction,
  contract: KnownContract,
  runs: number,
  now: Date,
): Promise<string> {
  const month = tokyoMonth(now);
  const limit = contract.answer.entitlements.manualRunsPerMonth;
  const refuse = () =>
    new AppError("QuotaSpent", {
      data: { limit: limit ?? 0, renewsAt: nextTokyoMonth(now).toISOString() },
    });
  if (limit !== null && runs > limit) throw refuse();
  const { rows } = await sql`
    insert into karte.quota_use as known (contract_owner, month, used)
    values (${contract.owner}, ${month}, ${runs})
    on conflict (contract_owner, month) do update set used = known.used + excluded.used
      where ${limit}::int is null or known.used + excluded.used <= ${limit}::int
    returning used`.execute(tx);
  if (rows.length === 0) throw refuse();
  return month;
}

/** Gives back what a run took that could not start. */
export async function giveBackQuota(
  tx: KarteTransaction,
  owner: string,
  month: string,
): Promise<void> {
  await tx
    .updateTable("karte.quota_use")
    .set({ used: sql`greatest(used - 1, 0)` })
    .where("contract_owner", "=", owner)
    .where("month", "=", month)
    .execute();
}
