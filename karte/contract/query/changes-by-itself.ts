import { fieldOf } from "./fields.ts";
import type { Query } from "./query.ts";

/** Whether what a query shows changes as days pass, with nothing else changed: it asks for days, or what is overdue. */
export function changesByItself(query: Query): boolean {
  switch (query.kind) {
    case "and":
    case "or":
      return query.of.some(changesByItself);
    case "not":
      return changesByItself(query.of);
    case "text":
      return false;
    case "term":
      return query.field === "overdue" || fieldOf(query.field).kind === "date";
  }
}
