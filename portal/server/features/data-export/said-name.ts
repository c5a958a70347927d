import type { Localized } from "@sekimori/kit-contract/locale";

/** What people read in their language, and programs as they know it: in JSON it is the latter. */
export class SaidName implements Localized {
  readonly ja: string;
  readonly en: string;
  readonly #known: string;

  constructor(known: string, names: Localized = { ja: known, en: known }) {
    this.ja = names.ja;
    this.en = names.en;
    this.#known = known;
  }

  toJSON(): string {
    return this.#known;
  }
}
