import { type Locale, locales } from "@sekimori/kit-contract/locale";

/** Gives a stored value as it may be used; undefined when it may not. */
export type Check<Value> = (stored: unknown) => Value | undefined;

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null;

export const isBoolean: Check<boolean> = (value) =>
  typeof value === "boolean" ? value : undefined;

export const isPositive: Check<number> = (value) =>
  typeof value === "number" && Number.isFinite(value) && value > 0 ? value : undefined;

/** Of entries that whoever shows them has to check. */
export const isList: Check<readonly unknown[]> = (value) =>
  Array.isArray(value) ? value : undefined;

export function isText(pattern = /^/): Check<string> {
  return (value) => (typeof value === "string" && pattern.test(value) ? value : undefined);
}

export const isLocale: Check<Locale> = (value) => locales.find((one) => one === value);

/** Any of the named parts; others are dropped, and one that is not valid spoils the whole. */
export function partial<Parts extends Readonly<Record<string, Check<unknown>>>>(parts: Parts) {
  type Value = { [Name in keyof Parts]?: NonNullable<ReturnType<Parts[Name]>> };
  return (value: unknown): Value | undefined => {
    if (!isRecord(value)) return undefined;
    const present = Object.entries(parts).filter(([name]) => value[name] !== undefined);
    const checked = present.map(([name, check]) => [name, check(value[name])] as const);
    const valid = checked.every(([, part]) => part !== undefined);
    return valid ? (Object.fromEntries(checked) as Value) : undefined;
  };
}

const isWithin = (pathname: string, tops: readonly string[]) =>
  tops.some((top) => pathname === top || pathname.startsWith(`${top}/`));

/**
 * A page below one of these, written as the browser would write it: a stored value can lead neither
 * to another origin nor, by `..`, to another page.
 */
export function pageWithin(...tops: readonly string[]): Check<{ readonly path: string }> {
  return (value) => {
    const path = isRecord(value) && typeof value.path === "string" ? value.path : "";
    const origin = "https://page.invalid";
    if (!URL.canParse(path, origin)) return undefined;
    const { href, pathname } = new URL(path, origin);
    return href === origin + path && isWithin(pathname, tops) ? { path } : undefined;
  };
}
