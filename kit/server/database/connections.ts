import { types } from "pg";

const dateOid = 1082;

/** A `date` stays "YYYY-MM-DD": as a Date it would be midnight in the machine's own time zone. */
const typeParsers: { getTypeParser: typeof types.getTypeParser } = {
  getTypeParser: ((oid: number, format?: "text" | "binary") =>
    oid === dateOid
      ? (value: string) => value
      : types.getTypeParser(oid, format)) as typeof types.getTypeParser,
};

/** What a connection asks of its server. */
export interface ConnectionOptions {
  /** Schema in which unqualified table names are looked up: an application's own, or "kit". */
  readonly schema?: string;
  /**
   * "each" plans a statement anew for each call. For tables that tenants of very different sizes
   * share: a kept plan is made for whoever came first, and may be ruinous for the largest.
   */
  readonly plans?: "kept" | "each";
  /** Milliseconds after which a statement is cancelled (error 57014, 504 Timeout); 20 s unless given. */
  readonly statementTimeout?: number;
}

/** What every connection is opened with, whoever stands between. */
export const plainConnection = {
  types: typeParsers,
  connectionTimeoutMillis: 5_000,
  keepAlive: true,
  application_name: "sekimori",
} as const;

/** The same with what a server takes at the start of a connection, and a pooler does not. */
export function ownConnection({ schema, plans, statementTimeout }: ConnectionOptions) {
  const settings = [
    ...(schema === undefined ? [] : [`-c search_path=${schema},pg_catalog`]),
    ...(plans === "each" ? ["-c plan_cache_mode=force_custom_plan"] : []),
  ];
  return {
    ...plainConnection,
    statement_timeout: statementTimeout ?? 20_000,
    idle_in_transaction_session_timeout: 60_000,
    ...(settings.length === 0 ? {} : { options: settings.join(" ") }),
  };
}
