import type { Locale } from "@sekimori/kit-contract/locale";

/** Names of people in one line, as a sentence takes them in; Japanese names each politely. */
export function peopleList(names: readonly string[], locale: Locale): string {
  return locale === "ja"
    ? names.map((name) => `${name}さん`).join("、")
    : new Intl.ListFormat("en", { type: "conjunction" }).format(names);
}
