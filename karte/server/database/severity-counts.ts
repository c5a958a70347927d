import { type Severity, severities } from "@sekimori/karte-contract/words";
import { type RawBuilder, sql } from "kysely";
import { severityCode } from "./codes.ts";

/** How many rows have each severity, worst first: expressions of a statement over `severity`. */
export const severityCounts: readonly {
  readonly word: Severity;
  readonly count: RawBuilder<number>;
}[] = severities.map((word) => ({
  word,
  count: sql<number>`count(*) filter (where severity = ${severityCode.literals(word)})::int`,
}));
