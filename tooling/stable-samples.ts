import { dayMs, tokyoDay, tokyoOffsetMs } from "@sekimori/kit-contract/tokyo";

// What a test makes up anew each time becomes the same each time: ids, secrets, addresses, times.

const minuteMs = 60_000;

/** When the examples' calls are made. */
const base = new Date("2026-11-20T01:00:00.000Z");
const signs = "4k9mx2t7qb5wz8f1hj3v6cdgnprsy0";
const hexadecimal = "4f9b27c05ad813e6";
const base32 = "4KJMX2T7QB5WZDFG3C6RYNVH";

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;
const instant = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g;
/** A day or a month, in the name of a file too; not the version of a document, which begins with one. */
const day = /(?:(?<![\w-])|(?<=[a-z]-))\d{4}-\d\d(?:-\d\d)?(?![\w-])/g;
/** What makes the name of a file the only one. */
const fileMark = /(?<=[a-z]-)[0-9a-f]{8}(?=\.[a-z]+)/g;
const mail = /[^\s"@<>/?=&]+@[a-z0-9-]+(?:\.[a-z0-9-]+)+/gi;
const loopback = /https?:\/\/(?:localhost|127\.0\.0\.1):\d+/g;
const network = /\b10(?:\.\d{1,3}){3}\b/g;
/** A certificate, on one line or on many. */
const certificate = /MII[A-Za-z0-9+/]{40,}(?:\n[A-Za-z0-9+/]+)*={0,2}/g;
/** Tokens, digests, sealed texts: long words in which letters and digits are mixed. */
const secret = /[A-Za-z0-9_-]{20,}/g;

const isMixed = (word: string) => /\d/.test(word) && /[A-Za-z]/.test(word);

/** As long as the word, of the same signs; a short name before an underscore stays, as in `skt_`. */
function sampleSecret(word: string): string {
  const [prefix = ""] = /^[a-z]{2,6}_/.exec(word) ?? [];
  const rest = word.slice(prefix.length);
  const isOf = (set: RegExp) => set.test(rest);
  const from = isOf(/^[0-9a-f]+$/) ? hexadecimal : isOf(/^[A-Z2-7]+$/) ? base32 : signs;
  return prefix + [...rest].map((_, at) => from[(at * 7) % from.length]).join("");
}

/** The secret of an authenticator app as people type it, in groups of four. */
const inGroups = (value: string) =>
  sampleSecret(value.replaceAll(" ", "")).replace(/.{4}(?=.)/g, "$& ");

/** What only its holder knows, by the names of its fields. */
const named: Readonly<Record<string, (value: string) => string>> = {
  password: () => "Sekimori-2026",
  currentPassword: () => "Sekimori-2025",
  newPassword: () => "Sekimori-2026",
  clientSecret: () => "the-secret-that-the-provider-shows",
  captcha: (value) =>
    value.length === 1 || value.length > 40 ? "the-answer-of-the-captcha" : value,
  cardToken: () => "tok_4k9mx2t7qb",
  secret: (value) => (/^[A-Z2-7]{4}( [A-Z2-7]{4})+$/.test(value) ? inGroups(value) : value),
  code: (value) => (/^\d{6}$/.test(value) ? "425164" : value),
};

/** A number for each different text, in the order of their meeting. */
function numbering() {
  const numbers = new Map<string, number>();
  return (text: string) => {
    const known = numbers.get(text) ?? numbers.size + 1;
    numbers.set(text, known);
    return known;
  };
}

/** The same value with stable samples; what is the same in it stays the same. @param at its time */
export function withStableSamples<T>(value: T, at: Date): T {
  const numbers = { id: numbering(), mail: numbering(), origin: numbering(), network: numbering() };
  const shift = base.getTime() - at.getTime();
  const days = (Date.parse(tokyoDay(base)) - Date.parse(tokyoDay(at))) / dayMs;
  const dayLater = (calendarDay: string, more: number) =>
    new Date(Date.parse(calendarDay) + more * dayMs).toISOString().slice(0, 10);
  const [year = 0, month = 0] = tokyoDay(base).split("-").map(Number);
  const [thatYear = 0, thatMonth = 0] = tokyoDay(at).split("-").map(Number);
  const months = (year - thatYear) * 12 + month - thatMonth;
  const monthLater = (calendarMonth: string) => {
    const [years = 0, nth = 0] = calendarMonth.split("-").map(Number);
    const moved = years * 12 + nth - 1 + months;
    return `${Math.floor(moved / 12)}-${String((moved % 12) + 1).padStart(2, "0")}`;
  };
  /** A month's first and last day stay what they are, for bills and quotas; others move by days. */
  const shiftedDay = (text: string): string => {
    const next = dayLater(text, 1);
    if (text.endsWith("-01")) return `${monthLater(text.slice(0, 7))}-01`;
    if (next.endsWith("-01")) return dayLater(`${monthLater(next.slice(0, 7))}-01`, -1);
    return dayLater(text, days);
  };
  /** Midnight in Tokyo is a day's beginning; other times are so many minutes from the call. */
  const shifted = (text: string) => {
    const time = new Date(text);
    if ((time.getTime() + tokyoOffsetMs) % dayMs === 0) {
      return new Date(Date.parse(shiftedDay(tokyoDay(time))) - tokyoOffsetMs).toISOString();
    }
    return new Date(Math.round((time.getTime() + shift) / minuteMs) * minuteMs).toISOString();
  };
  const origins = ["https://portal.example.jp", "https://application.example.jp"];
  const text = (given: string) => {
    const kept = new Map<string, string>();
    const keep = (sample: string) => {
      const place = `\ue000${kept.size}\ue001`;
      kept.set(place, sample);
      return place;
    };
    const replaced = given
      // Its first signs show what it is; a page of them would show no more.
      .replace(certificate, () => keep(`MIID${signs}`))
      .replace(uuid, (id) =>
        keep(`00000000-0000-4000-8000-${String(numbers.id(id)).padStart(12, "0")}`),
      )
      .replace(instant, (time) => keep(shifted(time)))
      .replace(day, (given: string) =>
        keep(given.length > 7 ? shiftedDay(given) : monthLater(given)),
      )
      .replace(fileMark, () => keep(hexadecimal.slice(0, 8)))
      .replace(mail, (address) => {
        const number = numbers.mail(address);
        return keep(number === 1 ? "hanako@example.jp" : `hanako${number}@example.jp`);
      })
      .replace(loopback, (origin) => {
        if (origin.endsWith(":3000")) return origins[0] ?? "";
        return origin.endsWith(":3001") ? "https://karte.example.jp" : (origins[1] ?? "");
      })
      .replace(network, (address) => `192.0.2.${numbers.network(address) % 255}`)
      .replace(secret, (word) => (isMixed(word) ? sampleSecret(word) : word))
      .replace(/[A-Z0-9]{5}(?:-[A-Z0-9]{5}){2,}/g, (code) =>
        code.replace(/[A-Z0-9]/g, (_, place: number) => "4K9MX2T7QB"[place % 10] ?? ""),
      );
    return replaced.replace(/\ue000\d+\ue001/g, (place) => kept.get(place) ?? "");
  };
  const sampled = (part: unknown, name = ""): unknown => {
    if (typeof part === "string") return text(named[name]?.(part) ?? part);
    // What is left of a time: a whole second, as if no time had passed between two calls.
    if (typeof part === "number" && /_ms$|Ms$/.test(name)) return Math.ceil(part / 1_000) * 1_000;
    if (Array.isArray(part)) return part.map((entry) => sampled(entry, name));
    if (part === null || typeof part !== "object") return part;
    return Object.fromEntries(
      Object.entries(part).map(([key, entry]) => [key, sampled(entry, key)]),
    );
  };
  return sampled(value) as T;
}
