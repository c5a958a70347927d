import type { ListFilter } from "../lists.ts";
import type { FieldName } from "./fields.ts";
import { textAsQuery, valueAsQuery } from "./print.ts";

/** Filters of the list that the language has as a field. */
const fields = {
  state: "state",
  severity: "severity",
  category: "category",
  check: "check",
  cause: "cause",
  host: "host",
  group: "group",
  assignee: "owner",
} as const satisfies Partial<Record<ListFilter<"findings">, FieldName>>;

/** Filters whose values have commas between. */
const several: readonly string[] = ["state", "severity", "category", "group", "assignee"];

const termOf = (name: keyof typeof fields, value: string) => {
  const field = fields[name];
  const values = several.includes(name) ? value.split(",") : [value];
  const texts = values.map((one) =>
    name === "assignee" && one === "none" ? one : valueAsQuery(field, one),
  );
  return `${field}:${texts.join(",")}`;
};

/**
 * What filters of the list of findings show, as one query; undefined where nothing narrows the list, or where the
 * language has no words for it: one domain by its reference, and ages, which pass.
 */
export function queryOfFilters(
  filters: Readonly<Partial<Record<ListFilter<"findings">, string>>>,
): string | undefined {
  const { q, query, domain, newerThanDays, olderThanDays } = filters;
  if (domain || newerThanDays || olderThanDays) return undefined;
  const terms = (Object.keys(fields) as (keyof typeof fields)[]).flatMap((name) =>
    filters[name] ? [termOf(name, filters[name])] : [],
  );
  const parts = [...(q ? [textAsQuery(q)] : []), ...terms];
  if (query) parts.push(parts.length === 0 ? query : `(${query})`);
  return parts.length === 0 ? undefined : parts.join(" ");
}
