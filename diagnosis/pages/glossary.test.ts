import { describe, expect, it } from "vitest";
import { allChecks } from "../checks/registry.ts";
import type { LocalText } from "../engine/text.ts";
import { GLOSSARY, termsIn } from "./glossary.ts";

const both = (text: string): LocalText => ({ ja: text, en: text });
const named = (text: string) => termsIn([both(text)]).map(({ term }) => term.en);

describe("the glossary", () => {
  it("explains each term once, in both languages", () => {
    for (const language of ["ja", "en"] as const) {
      const terms = GLOSSARY.map(({ term }) => term[language]);
      expect(new Set(terms).size).toBe(terms.length);
      for (const { meaning } of GLOSSARY) expect(meaning[language]).toMatch(/[。.]$/);
    }
  });

  it("explains nothing that the catalogue does not use", () => {
    const texts = allChecks.flatMap(({ title, explanation, remedy, outcomes }) => [
      title,
      explanation,
      remedy,
      ...Object.values(outcomes).map(({ text }) => text),
    ]);
    expect(termsIn(texts)).toEqual(GLOSSARY);
  });

  it.each([
    ["The MX refuses.", ["MX"]],
    ["MXに接続できません。", ["MX"]],
    ["COMXYZ", []],
    ["Name servers of one network", ["name server"]],
    ["SPFもDMARCもありません。", ["DMARC", "SPF"]],
    ["nothing", []],
  ])("%s → %j", (text, terms) => {
    expect(named(text)).toEqual(terms);
  });
});
