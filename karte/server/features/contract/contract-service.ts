import { leastEntitlements } from "@sekimori/karte-contract/least-entitlements";
import { sql } from "kysely";
import type { KarteContext, KarteTransaction } from "../../context.ts";
import { inScope, wholeWorkspace } from "../../database/scope.ts";
import { type ContractAnswer, contractAnswerSchema } from "../../ports/contracts.ts";
import { keepLeaving } from "./leaving.ts";

/** How long an answer of the portal is believed without asking again. */
const freshMs = 60_000;

/**
 * What holds where the portal was never heard: the free plan, so that nothing is given away and
 * nothing is refused that everybody has.
 */
export const unheardOf: ContractAnswer = {
  plan: "free",
  state: "free",
  freeUntil: null,
  nextBillingOn: null,
  entitlements: leastEntitlements,
  manageUrl: "",
};

export interface KnownContract {
  readonly owner: string;
  readonly answer: ContractAnswer;
  /** When it was heard; null for never. */
  readonly heardAt: Date | null;
}

/** The contract that the transaction's workspace lives on, as it was heard last. */
export async function cachedContract(tx: KarteTransaction): Promise<KnownContract> {
  const row = await tx
    .selectFrom("karte.workspace as w")
    .leftJoin("karte.contract_answer as a", "a.contract_owner", "w.contract_owner")
    .select(["w.contract_owner", "a.answer", "a.heard_at"])
    .executeTakeFirstOrThrow();
  const answer = row.answer === null ? unheardOf : contractAnswerSchema.parse(row.answer);
  return { owner: row.contract_owner, answer, heardAt: row.heard_at };
}

export async function keepContract(
  tx: KarteTransaction,
  owner: string,
  answer: ContractAnswer,
  now: Date,
): Promise<void> {
  await sql`insert into karte.contract_answer (contract_owner, answer, heard_at)
    values (${owner}, ${JSON.stringify(answer)}::jsonb, ${now})
    on conflict (contract_owner) do update set answer = excluded.answer, heard_at = excluded.heard_at`.execute(
    tx,
  );
}

type Hearing = Pick<KarteContext, "db" | "clock" | "contracts">;

/**
 * Asks the portal for the contract that a workspace lives on, and keeps the answer. One that the
 * portal tells nothing of any more leaves the free plan.
 *
 * @throws AppError Unavailable
 */
export async function hearNow(
  { db, clock, contracts }: Hearing,
  workspaceId: string,
  owner: string,
): Promise<void> {
  const answer = (await contracts.read(owner)) ?? unheardOf;
  await inScope(db, wholeWorkspace(workspaceId), async (tx) => {
    await keepContract(tx, owner, answer, clock.now());
    await keepLeaving(tx, owner, answer);
  });
}

/** Has the contract be asked for again before its answer is believed once more. */
export async function forgetContract({ db }: Hearing, workspaceId: string): Promise<void> {
  await inScope(db, wholeWorkspace(workspaceId), (tx) =>
    tx
      .updateTable("karte.contract_answer")
      .set({ heard_at: new Date(0) })
      .execute(),
  );
}

/**
 * Asks the portal for the contract while somebody is here, at most once a minute. A portal that does
 * not answer changes nothing: what was heard last goes on counting.
 *
 * @returns whether the answer is older than it should be.
 */
export async function hearContract(
  context: Hearing & Pick<KarteContext, "logger">,
  workspaceId: string,
): Promise<boolean> {
  const { db, clock, logger } = context;
  const known = await inScope(db, wholeWorkspace(workspaceId), cachedContract);
  const isFresh =
    known.heardAt !== null && clock.now().getTime() - known.heardAt.getTime() < freshMs;
  if (isFresh) return false;
  try {
    await hearNow(context, workspaceId, known.owner);
    return false;
  } catch (error) {
    logger.warn({ err: error }, "the portal did not tell the contract");
    return true;
  }
}
