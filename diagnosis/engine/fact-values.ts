import type { Fact } from "./finding.ts";
import { fillText, type LocalText, SEPARATORS, type TextValue } from "./text.ts";
import { valueWord } from "./value-words.ts";

const YES: LocalText = { ja: "はい", en: "Yes" };
const NO: LocalText = { ja: "いいえ", en: "No" };

const UNITS = {
  bits: { ja: "ビット", en: " bits" },
  days: { ja: "日", en: " days" },
  seconds: { ja: "秒", en: " seconds" },
  bytes: { ja: "バイト", en: " bytes" },
} as const satisfies Readonly<Record<NonNullable<Fact["unit"]>, LocalText>>;

/** A fact's value as a sentence carries it. */
export function spokenValue({ name, value }: Fact): TextValue | LocalText {
  if (typeof value !== "object") return valueWord(name, value) ?? value;
  const items = value.map((item) => valueWord(name, item) ?? { ja: item, en: item });
  return {
    ja: items.map(({ ja }) => ja).join(SEPARATORS.ja),
    en: items.map(({ en }) => en).join(SEPARATORS.en),
  };
}

/** A fact's value as people read it; "–" for none. */
export function factValue(fact: Fact): LocalText {
  const { value, unit } = fact;
  if (typeof value === "boolean") return value ? YES : NO;
  const spoken = new Map([["value", spokenValue(fact)]]);
  const { ja, en } = fillText({ ja: "{value}", en: "{value}" }, spoken);
  if (en === "") return { ja: "–", en: "–" };
  const of = unit === undefined ? { ja: "", en: "" } : UNITS[unit];
  return { ja: `${ja}${of.ja}`, en: `${en}${of.en}` };
}
