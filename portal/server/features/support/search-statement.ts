import type { PortalContext } from "../../context.ts";
import { addDays, tokyoMoment } from "../plan/plan-dates.ts";
import { corporateNumberDigest, wordDigest } from "./account-search.ts";
import { beginningOf } from "./name-words.ts";
import type { SearchTerm } from "./search-terms.ts";

/**
 * So many accounts are read at most: each is opened, to see whether it is meant. A digest says all of a
 * word but where the word is longer than what is digested: others may begin like it.
 */
export function mostIds(term: SearchTerm): number {
  const isCut = term.by === "name" && term.words.some((word) => beginningOf(word) !== word);
  return isCut ? 500 : 100;
}

const byDigests = (term: SearchTerm) => `select account_id as id from portal.account_search
  where digests @> $1::bigint[] limit ${mostIds(term) + 1}`;

/** The statement that gives the ids of a term's accounts; each finds its rows by an index. */
export function searchStatement(
  { digests }: Pick<PortalContext, "digests">,
  term: SearchTerm,
): { readonly text: string; readonly values: readonly unknown[] } {
  switch (term.by) {
    case "address":
      return {
        text: "select id from portal.account where email_digest = $1",
        values: [digests.email(term.address)],
      };
    case "id":
      return {
        text: `select $1::uuid as id where exists (select from portal.account where id = $1::uuid)
          union select account_id from portal.contract where id = $1::uuid
          union select account_id from portal.charge_attempt where idempotency_key = $1::text
          union select i.account_id from portal.refund r join portal.invoice i on i.id = r.invoice_id
            where r.idempotency_key = $1::text`,
        values: [term.id],
      };
    case "document":
      return {
        text: "select account_id as id from portal.invoice where number = $1::bigint",
        values: [term.number],
      };
    case "event":
      return {
        text: `select account_id as id from portal.audit_event
          where id = $1::bigint and account_id is not null`,
        values: [term.event],
      };
    case "card":
      return {
        text: `select distinct account_id as id from portal.charge_attempt
          where card_last4 = $1 and finished_at >= $2 and finished_at < $3 limit ${mostIds(term) + 1}`,
        values: [term.last4, tokyoMoment(term.day, 0), tokyoMoment(addDays(term.day, 1), 0)],
      };
    case "corporate-number":
      return { text: byDigests(term), values: [[corporateNumberDigest(digests, term.number)]] };
    case "name":
      return {
        text: byDigests(term),
        values: [term.words.map((word) => wordDigest(digests, beginningOf(word)))],
      };
  }
}
