import { searchCountedUpTo } from "@sekimori/karte-contract/constants";
import { foldedText, searchLeast } from "@sekimori/kit-contract/search-text";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { KarteTransaction } from "./karte-database.ts";
import { upTo } from "./pages.ts";

/** What words leave of a list. */
export interface Found {
  /** For the list: entries by their ids, or where they are very many each entry's text. */
  readonly condition: RawBuilder<SqlBool>;
  /** How many have the words; exact up to the limit of counts. */
  readonly count: { readonly value: number; readonly more: boolean };
}

/** That a text has the words. */
export const hasText = (text: RawBuilder<unknown>, words: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`strpos(${text}, ${foldedText(words)}) > 0`;

/**
 * Looks words up among names, by a function that may use the indexes which row level security keeps
 * from being used. Many are not handed over by their ids: a walk along the sorted list, whose indexes
 * have the words, soon meets enough of them.
 *
 * @param call the function for the words, with the most it may answer
 * @param id the list's column that the function answers
 * @param otherwise the same condition without the function
 * @returns undefined when the words are too short to search for
 */
export async function lookUp(
  tx: KarteTransaction,
  words: string,
  call: (words: string, most: number) => RawBuilder<unknown>,
  id: RawBuilder<unknown>,
  otherwise: RawBuilder<SqlBool>,
): Promise<Found | undefined> {
  if ([...words].length < searchLeast) return undefined;
  const { rows } = await sql<{ ids: string[] }>`
    select array(select ${call(words, searchCountedUpTo + 1)}) as ids`.execute(tx);
  const ids = rows[0]?.ids ?? [];
  const count = upTo(ids.length, searchCountedUpTo);
  return { condition: count.more ? otherwise : sql<SqlBool>`${id} = any (${ids}::uuid[])`, count };
}
