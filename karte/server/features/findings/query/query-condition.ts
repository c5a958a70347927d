import type { Query, Term } from "@sekimori/karte-contract/query/query";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import { hasWords } from "../finding-search.ts";
import type { Looked } from "./look-up.ts";
import { termConditions } from "./term-conditions.ts";

interface Reading {
  readonly now: Date;
  readonly looked: Looked;
  /** What is asked of the state holds, whichever it is. */
  readonly inAnyState: boolean;
}

/**
 * A query as a condition on `karte.finding f`. Every value is a parameter; columns and operators come
 * from tables. What is unknown counts as not so, also behind a `not`.
 */
export function queryCondition(
  query: Query,
  reading: Reading,
  isWanted = true,
): RawBuilder<SqlBool> {
  switch (query.kind) {
    case "and":
    case "or": {
      const parts = query.of.map((part) => queryCondition(part, reading, isWanted));
      return sql<SqlBool>`(${sql.join(parts, query.kind === "and" ? sql` and ` : sql` or `)})`;
    }
    case "not":
      return sql<SqlBool>`((${queryCondition(query.of, reading, !isWanted)}) is not true)`;
    case "text": {
      const found = reading.looked.words(query.text);
      return found === undefined ? sql<SqlBool>`false` : hasWords(found);
    }
    case "term":
      if (query.field === "state" && reading.inAnyState) return sql<SqlBool>`${sql.lit(isWanted)}`;
      return termCondition(query, reading);
  }
}

function termCondition(term: Term, reading: Reading): RawBuilder<SqlBool> {
  const found = reading.looked.term(term);
  if (found !== undefined) return found.condition;
  const ask = termConditions[term.field as keyof typeof termConditions];
  return ask(term.values, reading);
}
