/**
 * A moment as the contract has it. Columns by which lists are sorted hold ±infinity instead of
 * nothing, which the driver reads as a number.
 */
export function moment(value: Date | number | null): string | null {
  return value instanceof Date ? value.toISOString() : null;
}

/** A day as the contract has it; "infinity" stands for none. */
export function dayOf(value: unknown): string | null {
  return typeof value === "string" && /^\d{4}-\d\d-\d\d$/.test(value) ? value : null;
}
