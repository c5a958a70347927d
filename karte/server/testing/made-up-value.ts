/** Where a column's check allows few values, one of them. */
const allowed: readonly (readonly [column: RegExp, value: string])[] = [
  [/^import\.state$/, "'applied'"],
  [/^bulk_act\.state$/, "'done'"],
  [/^finding_event\.kind$/, "'state'"],
  [/^webhook_delivery\.state$/, "'queued'"],
  [/\.store$/, "'database'"],
  [/\.language$/, "'ja'"],
  [/\.hosting$/, "'no'"],
];

/** A value, as SQL, of a column's type that satisfies the checks of this schema. */
export function madeUpValue(type: string, name: string, table: string): string {
  const [, value] = allowed.find(([column]) => column.test(`${table}.${name}`)) ?? [];
  if (value !== undefined) return value;
  if (type === "uuid") return "gen_random_uuid()";
  if (type === "text") return "gen_random_uuid()::text";
  if (type === "jsonb") return "'{}'";
  if (type === "bytea") return "'\\x00'";
  if (type === "date") return "current_date";
  if (type.startsWith("timestamp")) return "now()";
  if (type.endsWith("[]")) return "'{}'";
  if (type === "boolean") return "false";
  return "1";
}
