import { isMe, printQuery } from "./print.ts";
import type { Query, QueryValue } from "./query.ts";

const pinnedValue = (value: QueryValue, account: string): QueryValue =>
  value.kind === "is" && isMe(value.item) ? { ...value, item: account } : value;

function withAccount(query: Query, account: string): Query {
  switch (query.kind) {
    case "and":
    case "or":
      return { kind: query.kind, of: query.of.map((part) => withAccount(part, account)) };
    case "not":
      return { kind: "not", of: withAccount(query.of, account) };
    case "text":
      return query;
    case "term":
      return query.field === "owner"
        ? { ...query, values: query.values.map((value) => pinnedValue(value, account)) }
        : query;
  }
}

/** The text of a query that means the same, whoever asks it: "me" is the account given. */
export const pinned = (query: Query, account: string): string =>
  printQuery(withAccount(query, account));
