import { transaction } from "@sekimori/kit-server/database";
import {
  breathe,
  type CronEntry,
  cronPayload,
  defineJob,
  type Job,
} from "@sekimori/kit-server/jobs";
import type { AccountInformation } from "@sekimori/portal-contract/fields";
import type { PortalContext, PortalTransaction } from "../../context.ts";
import { openPersonalData } from "../account/personal-data.ts";
import { beginningsOf, wordsOfAccount } from "./name-words.ts";

// Names are sealed, so they are found by keyed digests of the beginnings of their words. The database
// marks an account whose personal data was written, whatever wrote it; what is marked is digested
// here, by a worker and by whoever looks. Accounts from before that are reached by key.

/** Accounts that are digested in one commit. */
const portion = 500;

type Digests = Pick<PortalContext["digests"], "searched">;
type Context = Pick<PortalContext, "db" | "sealer" | "digests" | "clock" | "logger">;

/** The digest of a beginning of a word, as rows hold it. */
export const wordDigest = (digests: Digests, beginning: string): string =>
  digests.searched("word", beginning);

/** The digest of a corporate number, as rows hold it. */
export const corporateNumberDigest = (digests: Digests, number: string): string =>
  digests.searched("corporate number", number);

interface Written {
  readonly id: string;
  readonly personal: Buffer;
}

/** What an account of this name is found by. */
export function searchDigests(digests: Digests, information: AccountInformation): string[] {
  const words = wordsOfAccount(information).flatMap(beginningsOf);
  const found = [...new Set(words)].map((word) => wordDigest(digests, word));
  return information.userType === "1"
    ? [...found, corporateNumberDigest(digests, information.corporateNumber)]
    : found;
}

/** The same of what was written. @throws Error when its data cannot be opened. */
function digestsOf({ sealer, digests }: Context, { id, personal }: Written): string[] {
  return searchDigests(digests, openPersonalData(sealer, id, personal).information);
}

/** The same; what cannot be opened is found by nothing, and does not keep others from being found. */
function digestsOrNone(context: Context, account: Written): string[] {
  try {
    return digestsOf(context, account);
  } catch (error) {
    context.logger.error({ err: error, account: account.id }, "account not found by its name");
    return [];
  }
}

async function store(
  context: Context,
  tx: PortalTransaction,
  accounts: readonly Written[],
): Promise<void> {
  for (const [index, account] of accounts.entries()) {
    await breathe(index);
    await tx
      .updateTable("portal.account_search")
      .set({ digests: digestsOrNone(context, account), is_stale: false })
      .where("account_id", "=", account.id)
      .execute();
  }
}

/**
 * Digests accounts whose personal data was written since.
 *
 * @returns how many; as many as a portion when there may be more.
 */
export async function digestStale(context: Context): Promise<number> {
  return transaction(context.db, async (tx) => {
    // The mark is held before the data is read: who writes the data now waits, and marks it again.
    const marked = await tx
      .selectFrom("portal.account_search")
      .select("account_id")
      .where("is_stale", "=", true)
      .limit(portion)
      .forUpdate()
      .skipLocked()
      .execute();
    if (marked.length === 0) return 0;
    const accounts = await tx
      .selectFrom("portal.account")
      .select(["id", "personal"])
      .where(
        "id",
        "in",
        marked.map(({ account_id }) => account_id),
      )
      .execute();
    await store(context, tx, accounts);
    return marked.length;
  });
}

/**
 * Marks the next accounts of those that were there before the index was.
 *
 * @returns false when none is left, or another process is at it.
 */
async function markNext(context: Context): Promise<boolean> {
  return transaction(context.db, async (tx) => {
    const reached = await tx
      .selectFrom("portal.account_search_backfill")
      .select("reached")
      .where("finished_at", "is", null)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (reached === undefined) return false;
    const accounts = await tx
      .selectFrom("portal.account")
      .select("id")
      .where("id", ">", reached.reached)
      .orderBy("id")
      .limit(portion)
      .execute();
    const last = accounts.at(-1);
    await tx
      .updateTable("portal.account_search_backfill")
      .set(last ? { reached: last.id } : { finished_at: context.clock.now() })
      .execute();
    if (last === undefined) return false;
    await tx
      .insertInto("portal.account_search")
      .values(accounts.map(({ id }) => ({ account_id: id })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return true;
  });
}

/** Whether accounts from before the index are not all in it yet. */
export async function isFilling({ db }: Pick<Context, "db">): Promise<boolean> {
  const open = await db
    .selectFrom("portal.account_search_backfill")
    .select("reached")
    .where("finished_at", "is", null)
    .executeTakeFirst();
  return open !== undefined;
}

/** Digests whatever is left to be digested. */
export async function digestAccounts(
  context: Context,
  signal: AbortSignal = new AbortController().signal,
): Promise<void> {
  for (let more = true; more && !signal.aborted; ) {
    const reached = await markNext(context);
    more = (await digestStale(context)) === portion || reached;
  }
}

const digestJob = defineJob("portal.digest-accounts", cronPayload);

/** Every minute; whoever looks digests the latest ones at once. */
export function searchJobs(context: PortalContext): {
  readonly jobs: readonly Job[];
  readonly cron: readonly CronEntry[];
} {
  let isUnderWay = false;
  const digest = digestJob.handledBy(async (_, { signal }) => {
    // The first accounts take minutes: one that begins meanwhile would only take a mail's place.
    if (isUnderWay) return;
    isUnderWay = true;
    try {
      await digestAccounts(context, signal);
    } finally {
      isUnderWay = false;
    }
  });
  return {
    jobs: [digest],
    cron: [{ name: "portal.digest-accounts", at: "* * * * *", job: digestJob }],
  };
}
