import { transaction } from "@sekimori/kit-server/database";
import { sql } from "kysely";
import type { PortalContext } from "../../context.ts";
import { openPersonalData } from "../account/personal-data.ts";
import { appendAudit } from "../audit/audit.ts";
import { requireReason } from "../operator/reason.ts";
import { deletionOf } from "../plan/contract-state.ts";
import type { CalendarDay } from "../plan/plan-dates.ts";
import { digestStale, isFilling } from "./account-search.ts";
import { type Standing, standingOf } from "./account-standing.ts";
import { isNamed, wordsOfAccount } from "./name-words.ts";
import { mostIds, searchStatement } from "./search-statement.ts";
import { parseSearch, type SearchTerm } from "./search-terms.ts";

/** More are not listed: the search is to be narrowed down. */
const mostFound = 50;

/** An account as a search shows it. */
export interface FoundAccount {
  readonly id: string;
  readonly standing: Standing;
  readonly name: string;
  readonly company: string | null;
  readonly plan: string | null;
  readonly createdAt: Date;
}

/** What a search found. */
export interface AccountSearch {
  readonly by: SearchTerm["by"];
  readonly accounts: readonly FoundAccount[];
  /** There are more than are listed. */
  readonly more: boolean;
  /** Accounts that are deleted; a document or an event is left of them. */
  readonly deleted: readonly string[];
  /** Names from before they could be looked for are not all in the index yet. */
  readonly isFilling: boolean;
}

interface FoundRow {
  readonly id: string;
  readonly personal: Buffer;
  readonly plan: string | null;
  readonly created_at: Date;
  readonly closed_at: Date | null;
  readonly is_agree_service: boolean;
  readonly ends_on: CalendarDay | null;
  readonly end_reason: string | null;
  readonly suspended_on: CalendarDay | null;
}

/** Whether what an account says now is what was asked for: what is digested may be a moment old. */
function isMeant(term: SearchTerm, { id, personal }: FoundRow, { sealer }: PortalContext): boolean {
  if (term.by !== "name" && term.by !== "corporate-number") return true;
  const { information } = openPersonalData(sealer, id, personal);
  if (term.by === "name") return isNamed(wordsOfAccount(information), term.words);
  return information.userType === "1" && information.corporateNumber === term.number;
}

function show({ sealer }: PortalContext, row: FoundRow): FoundAccount {
  const { information } = openPersonalData(sealer, row.id, row.personal);
  return {
    id: row.id,
    standing: standingOf({
      closedAt: row.closed_at,
      hasAgreed: row.is_agree_service,
      deletesOn: deletionOf(row),
      suspendedOn: row.suspended_on,
    }),
    name: `${information.lastName} ${information.firstName}`,
    company: information.userType === "1" ? information.companyName : null,
    plan: row.plan,
    createdAt: row.created_at,
  };
}

async function findRows({ db }: PortalContext, ids: readonly string[]): Promise<FoundRow[]> {
  const { rows } = await sql<FoundRow>`
    select a.id, a.personal, a.closed_at, a.is_agree_service, a.created_at,
      c.plan, c.ends_on::text, c.end_reason, c.suspended_on::text
    from portal.account a
    left join portal.contract c on c.account_id = a.id and c.ended_on is null
    where a.id = any(${ids}::uuid[]) order by a.created_at desc, a.id`.execute(db);
  return rows;
}

/**
 * Members by what somebody has at hand: an address, beginnings of words of a name or a company, a
 * corporate number, a document's number, an id, an event of the audit log, or a card's last four
 * digits with the day of a charge. Closed accounts are found until their data is deleted.
 *
 * That somebody looked, who and why, is written down before anything is shown; what was looked for is
 * not, because it names people.
 *
 * @param reason why, for the audit log
 * @returns at most 50, the newest account first, and whether there are more
 * @throws OperatorRefused where nothing can be looked for by these words, or no reason is given
 */
export async function findAccounts(
  context: PortalContext,
  operator: string,
  terms: readonly string[],
  reason: string,
): Promise<AccountSearch> {
  const { db, pipeline, clock } = context;
  const [term, why] = [parseSearch(terms), requireReason(reason)];
  const byName = term.by === "name" || term.by === "corporate-number";
  if (byName) await digestStale(context);
  const { text, values } = searchStatement(context, term);
  const ids = (await pipeline.query<{ id: string }>(text, values)).map(({ id }) => id);
  const rows = await findRows(context, ids);
  const meant = rows.filter((row) => isMeant(term, row, context));
  const found = meant.slice(0, mostFound);
  const more = meant.length > mostFound || ids.length > mostIds(term);
  const there = new Set(rows.map(({ id }) => id));
  await transaction(db, (tx) =>
    appendAudit(tx, {
      accountId: found.length === 1 ? (found[0]?.id ?? null) : null,
      action: "operator.accounts-searched",
      at: clock.now(),
      client: null,
      detail: { operator, reason: why, by: term.by, found: found.length, more },
    }),
  );
  return {
    by: term.by,
    accounts: found.map((row) => show(context, row)),
    more,
    deleted: ids.filter((id) => !there.has(id)),
    isFilling: byName && (await isFilling(context)),
  };
}
