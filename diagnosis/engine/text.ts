/** The two languages every sentence of the engine exists in. */
export type Language = "ja" | "en";

/** One sentence in both languages. `{name}` stands for the fact of that name. */
export interface LocalText {
  readonly ja: string;
  readonly en: string;
}

/** Values a sentence may carry; lists are joined with the language's own separator. */
export type TextValue = string | number | boolean | readonly string[];

/** An instant as facts carry it (ISO 8601, UTC). */
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;

const TOKYO = new Intl.DateTimeFormat("ja-JP", {
  timeZone: "Asia/Tokyo",
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
});

/** YYYY/MM/DD HH:mm in Asia/Tokyo, as everywhere in the product; English readers are told so. */
export function tokyoTime(iso: string): LocalText {
  const ja = TOKYO.format(new Date(iso));
  return { ja, en: `${ja} JST` };
}

/** What stands between the items of a list. */
export const SEPARATORS: Readonly<Record<Language, string>> = { ja: "、", en: ", " };

/** Brackets around one value, with the blank before them. */
const BRACKETED = / ?\(\{([^{}\s]+)\}\)|（\{([^{}\s]+)\}）/g;

/**
 * Fills `{name}` in both languages from `values`. A name without a value stays as it is, so a
 * missing fact is seen instead of hidden. Brackets in which a value turns out empty go with it.
 */
export function fillText(
  text: LocalText,
  values: ReadonlyMap<string, TextValue | LocalText>,
): LocalText {
  return { ja: fill(text.ja, "ja", values), en: fill(text.en, "en", values) };
}

function fill(
  template: string,
  language: Language,
  values: ReadonlyMap<string, TextValue | LocalText>,
) {
  const isEmpty = (value: TextValue | LocalText | undefined) =>
    value === "" || (Array.isArray(value) && value.length === 0);
  const bare = template.replace(BRACKETED, (whole, round = "", wide = round) =>
    isEmpty(values.get(wide || round)) ? "" : whole,
  );
  return bare.replace(/\{([^{}\s]+)\}/g, (whole, name: string) => {
    const value = values.get(name);
    if (value === undefined) return whole;
    if (typeof value === "string" && INSTANT.test(value)) return tokyoTime(value)[language];
    if (typeof value !== "object") return String(value);
    return "ja" in value ? value[language] : value.join(SEPARATORS[language]);
  });
}
