import type { SessionView } from "@sekimori/karte-contract/endpoints/session";
import { type RawBuilder, sql } from "kysely";
import type { KarteContext, KarteDatabase, KarteTransaction } from "../../context.ts";
import { roleCode } from "../../database/codes.ts";
import type { ContractAnswer } from "../../ports/contracts.ts";
import type { TellLeaving } from "../../ports/leaving.ts";

/** The last day and the day of deletion. */
export interface LeavingDays {
  readonly endsOn: string;
  readonly deletesOn: string;
}

/** The days of somebody's leaving, while they can still take it back; null for everybody else. */
export function leavingDays({
  endReason,
  endsOn,
  deletesOn,
}: Pick<ContractAnswer, "endReason" | "endsOn" | "deletesOn">): LeavingDays | null {
  return endReason === "withdrawn" && endsOn && deletesOn ? { endsOn, deletesOn } : null;
}

/** Keeps them with every membership of an account, as what it owns closes with it. */
export async function keepLeaving(
  db: KarteDatabase | KarteTransaction,
  account: string,
  answer: ContractAnswer,
): Promise<void> {
  const days = leavingDays(answer);
  await sql`select karte.keep_leaving(${account}, ${days?.endsOn ?? null}::date,
    ${days?.deletesOn ?? null}::date)`.execute(db);
}

/**
 * Asks the portal whether somebody is leaving, where no contract of theirs is asked for.
 *
 * @throws AppError Unavailable
 */
export async function hearLeaving(
  { contracts, db }: Pick<KarteContext, "contracts" | "db">,
  account: string,
): Promise<void> {
  const answer = await contracts.read(account);
  if (answer !== undefined) await keepLeaving(db, account, answer);
}

/** A workspace that closes with somebody's account, and how many others lose access to it. */
interface OwnedAlone {
  readonly name: string;
  readonly others: number;
}

/** The workspaces that close with somebody's account, as no other owner stays; by name. */
export async function ownedAlone(
  db: KarteDatabase | KarteTransaction,
  account: string,
): Promise<readonly OwnedAlone[]> {
  const query: RawBuilder<OwnedAlone> = sql`
    select name, others from karte.owned_alone(${account})`;
  return (await query.execute(db)).rows;
}

/** Answers the portal, which asks before somebody leaves the service, and when they do. */
export function tellLeaving({ db }: Pick<KarteContext, "db">): TellLeaving {
  return async (account) => {
    const closes = await ownedAlone(db, account);
    const known = await db
      .selectFrom("karte.known_account")
      .select("account_id")
      .where("account_id", "=", account)
      .executeTakeFirst();
    if (closes.length === 0 && known === undefined) return undefined;
    return {
      version: 1,
      account,
      closes: closes.map(({ name, others }) => ({ name, members: others })),
    };
  };
}

/** The owners of the workspace, and somebody else of it, with the days of who is leaving. */
async function membersWhoMatter(tx: KarteTransaction, personId: string | null) {
  const rows = await tx
    .selectFrom("karte.member")
    .select(["account_id", "leaves_on", "deleted_on", "role", "suspended_at"])
    .where((row) =>
      row.or([row("role", "=", roleCode.of("owner")), row("account_id", "=", personId)]),
    )
    .execute();
  return rows.map((row) => ({
    id: row.account_id,
    isOwner: row.role === roleCode.of("owner") && row.suspended_at === null,
    days:
      row.leaves_on === null || row.deleted_on === null
        ? null
        : { endsOn: row.leaves_on, deletesOn: row.deleted_on },
  }));
}

/** The days of the owner who leaves last, when all of them leave. */
function lastDays(members: Awaited<ReturnType<typeof membersWhoMatter>>): LeavingDays | undefined {
  const owners = members.filter(({ isOwner }) => isOwner);
  if (!owners.every(({ days }) => days)) return undefined;
  return owners
    .flatMap(({ days }) => days ?? [])
    .toSorted((a, b) => a.deletesOn.localeCompare(b.deletesOn))
    .at(-1);
}

/** The days on which the workspace that the transaction is in closes with its last owners. */
export async function closingDays(tx: KarteTransaction): Promise<LeavingDays | undefined> {
  return lastDays(await membersWhoMatter(tx, null));
}

/** The owners of the workspace that the transaction is in who leave the service. */
export async function leavingOwners(tx: KarteTransaction): Promise<readonly string[]> {
  return (await membersWhoMatter(tx, null)).flatMap(({ id, isOwner, days }) =>
    isOwner && days ? [id] : [],
  );
}

/**
 * What it means for a workspace, and for one of its members, that somebody is leaving the service:
 * the member, the last owners, or the holder of the contract.
 */
export async function leavingView(
  tx: KarteTransaction,
  { owner: holder, answer }: { readonly owner: string; readonly answer: ContractAnswer },
  personId: string,
): Promise<NonNullable<SessionView["workspace"]>["leaving"]> {
  const ofHolder = leavingDays(answer);
  const members = (await membersWhoMatter(tx, personId)).map((member) => ({
    ...member,
    // What was heard of the contract is never older.
    days: member.id === holder ? ofHolder : member.days,
  }));
  const yours = members.find(({ id }) => id === personId)?.days;
  const last = lastDays(members);
  const days = yours ?? last ?? ofHolder;
  return days && { ...days, yours: Boolean(yours), closesOn: last?.deletesOn ?? null };
}
