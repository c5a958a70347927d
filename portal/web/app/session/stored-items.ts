import { type Locale, locales } from "@sekimori/kit-contract/locale";

/** Gives a stored value as it may be used; undefined when it may not. */
type Check<Value> = (stored: unknown) => Value | undefined;

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null;

const boolean: Check<boolean> = (value) => (typeof value === "boolean" ? value : undefined);

const positive: Check<number> = (value) =>
  typeof value === "number" && Number.isFinite(value) && value > 0 ? value : undefined;

function text(pattern = /^/): Check<string> {
  return (value) => (typeof value === "string" && pattern.test(value) ? value : undefined);
}

const locale: Check<Locale> = (value) => locales.find((one) => one === value);

/** Any of the named parts; others are dropped, and one that is not valid spoils the whole. */
function partial<Parts extends Readonly<Record<string, Check<unknown>>>>(parts: Parts) {
  type Value = { [Name in keyof Parts]?: NonNullable<ReturnType<Parts[Name]>> };
  return (value: unknown): Value | undefined => {
    if (!isRecord(value)) return undefined;
    const present = Object.entries(parts).filter(([name]) => value[name] !== undefined);
    const checked = present.map(([name, check]) => [name, check(value[name])] as const);
    const valid = checked.every(([, part]) => part !== undefined);
    return valid ? (Object.fromEntries(checked) as Value) : undefined;
  };
}

/** A page of ours: one leading slash, so that a stored value can never lead to another origin. */
const pagePath = text(/^\/(?![/\\])/);

/**
 * Everything the browser keeps (SPEC 3), and all of it: no password, no card number and no code
 * ever gets a place here. Written by hand, as every page loads it and the schema library alone
 * weighs more than the rest of the shell.
 */
export const storedItems = {
  /** Terms open in a new tab. */
  termsInNewTab: boolean,
  /** When the authorised session ends, in milliseconds since 1970. */
  authorizedExpiry: positive,
  /** The profile as far as it is known; absent for anonymous visitors. */
  accountInfo: partial({
    first_name: text(),
    last_name: text(),
    email_address: text(),
    is_agree_service: boolean,
    sub_gmoid: text(),
    language_code: locale,
  }),
  /** The page at which an unfinished flow continues. */
  authenticationStep(value: unknown): { readonly path: string } | undefined {
    const path = isRecord(value) ? pagePath(value.path) : undefined;
    return path === undefined ? undefined : { path };
  },
  /** An address that waits for its confirmation code. */
  changedEmail: text(),
  /** The sign-up began at /register-security24. */
  security24: boolean,
  language: locale,
  /** Context of a card registration, to restore its page after 3-D Secure. */
  paymentInfo: partial({
    attempt: text(/^[0-9a-f-]{36}$/),
    brand: text(/^[a-z]{1,20}$/),
    last4: text(/^\d{4}$/),
  }),
  /** The CSRF header's last value (SPEC 7). */
  csrf: text(),
} as const;

export type StoredName = keyof typeof storedItems;
export type StoredValue<Name extends StoredName> = NonNullable<
  ReturnType<(typeof storedItems)[Name]>
>;

/** Items that an update adds to rather than replaces. */
export type MergedName = "accountInfo" | "paymentInfo";
