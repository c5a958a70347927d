/** What proves something to somebody: it is shown that it is there, and not what it is. */
const secretNames: ReadonlySet<string> = new Set([
  "code",
  "code_verifier",
  "client_secret",
  "access_token",
  "refresh_token",
  "id_token",
  "token",
  "authorization",
  "dpop",
]);

const shownLetters = 4;

/** A secret as it may be shown: how it begins, where it is long enough for that to say nothing. */
const masked = (value: string): string =>
  value.length < 16 ? "••••" : `${value.slice(0, shownLetters)}••••`;

/** How something proves itself stays legible: `Basic ••••`. */
function maskedHeader(value: string): string {
  const [scheme, rest] = value.split(" ", 2);
  return rest === undefined ? masked(value) : `${scheme} ••••`;
}

const textOf = (value: unknown): string =>
  typeof value === "string" ? value : (JSON.stringify(value) ?? "");

/** Names with their values, those that prove something masked. */
export const shownValues = (values: Readonly<Record<string, unknown>>) =>
  Object.entries(values).map(([name, value]) => {
    const text = textOf(value);
    return { name, value: secretNames.has(name.toLowerCase()) ? masked(text) : text };
  });

export const shownHeaders = (headers: Readonly<Record<string, string>>) =>
  Object.entries(headers).map(([name, value]) => ({
    name,
    value: secretNames.has(name.toLowerCase()) ? maskedHeader(value) : value,
  }));

/** Claims are what a walk is made for: all of them are shown. */
export const shownClaims = (claims: Readonly<Record<string, unknown>>) =>
  Object.entries(claims).map(([name, value]) => ({ name, value: textOf(value) }));
