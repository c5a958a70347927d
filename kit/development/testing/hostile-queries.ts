import { seededNumbers } from "./seeded-numbers.ts";

/**
 * What strangers and their tools put behind a question mark: dates of no calendar, sizes of no list,
 * cursors of no page, escapes of no letter, and each parameter twice.
 */
const values: readonly string[] = [
  "",
  "%",
  "%zz",
  "%00",
  "%ff%fe",
  "%ed%a0%80",
  "%0d%0aSet-Cookie:%20a=b",
  "0000-01-01",
  "0001-01-01",
  "9999-12-31",
  "2026-02-30",
  "2026-13-45",
  "-271821-04-20",
  "%2B275761-01-01",
  "0000-01-01T00:00:00Z",
  "-1",
  "0",
  "1.5",
  "1e999",
  "NaN",
  "Infinity",
  "0x10",
  "99999999999999999999",
  "null",
  "true",
  "__proto__",
  "{}",
  "%5B%5D",
  "'%20or%201=1--",
  "%24%7B7*7%7D",
  "..%2F..%2Fetc%2Fpasswd",
  "00000000-0000-0000-0000-000000000000",
  "WyJ4IiwieCJd",
  "eyJhIjoxfQ.AAAAAAAAAAAAAAAAAAAAAA",
  "%F0%9F%91%A9%E2%80%8D%F0%9F%91%A9",
  "%E2%80%AEtxt.exe",
  "s".repeat(2_049),
  "%E9%96%A2".repeat(700),
];

/** Parameters that somewhere have a meaning, asked of every address. */
const common: readonly string[] = [
  "cursor",
  "size",
  "sort",
  "order",
  "q",
  "from",
  "to",
  "month",
  "state",
  "id",
  "language",
  "client_id",
  "redirect_uri",
  "prompt",
  "max_age",
  "claims",
  "id_token_hint",
  "user_code",
  "token",
  "return_to",
];

const shapes: readonly ((name: string, value: string) => string)[] = [
  (name, value) => `${name}=${value}`,
  (name, value) => `${name}=${value}&${name}=${value}`,
  (name, value) => `${name}[]=${value}`,
  (name, value) => `${name}[a]=${value}`,
  (name, value) => `=${value}&${name}`,
];

/**
 * Query strings that no honest client sends, for a test that an address answers each without a 5xx.
 *
 * @param names parameters that the address declares: each is given every value once
 * @param mixed queries of several parameters, chosen by `seed`
 */
export function hostileQueries(names: readonly string[], mixed: number, seed: number): string[] {
  const random = seededNumbers(seed);
  const one = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T;
  const all = [...names, ...common];
  const part = () => one(shapes)(one(all), one(values));
  return [
    ...names.flatMap((name) => values.map((value) => `${name}=${value}`)),
    ...Array.from({ length: mixed }, () =>
      Array.from({ length: 1 + Math.floor(random() * 4) }, part).join("&"),
    ),
  ];
}
