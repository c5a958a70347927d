import { AppError } from "../errors/errors.ts";

type Values = Readonly<Record<string, unknown>>;

/** An order that says nothing, and the ways to write nothing, are no difference. */
function comparable(value: unknown): unknown {
  if (value === undefined || value === null || value === "") return null;
  if (Array.isArray(value)) return value.map(comparable).map(textOf).toSorted();
  if (typeof value !== "object") return value;
  const entries = Object.entries(value).map(([key, part]) => [key, comparable(part)] as const);
  return Object.fromEntries(
    entries.filter(([, part]) => part !== null).toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );
}

const textOf = (value: unknown): string => JSON.stringify(value) ?? "";
const isSame = (a: unknown, b: unknown) => textOf(comparable(a)) === textOf(comparable(b));

/**
 * Refuses a change by somebody who looked at other values than are stored: what was saved meanwhile
 * would be lost without anybody having seen it. Call it with the record locked. A save that is repeated
 * passes, since what it wants is stored already.
 *
 * @param was what the form was filled with; what it leaves out is not compared.
 * @param now what is stored.
 * @param next what is to be stored; what it leaves out stays, so nothing of it can be lost.
 * @throws AppError ChangedMeanwhile
 */
export function mustBeAsRead(was: Values | undefined, now: Values, next: Values): void {
  for (const [name, read] of Object.entries(was ?? {})) {
    if (read === undefined || next[name] === undefined) continue;
    if (isSame(read, now[name]) || isSame(next[name], now[name])) continue;
    throw new AppError("ChangedMeanwhile", { detail: `${name} was changed meanwhile` });
  }
}
