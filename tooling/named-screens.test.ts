import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { pagePaths as kartePages } from "@sekimori/karte-contract/page-routes";
import { karteMailSamples } from "@sekimori/karte-server/testing/mail-samples";
import { apiBase } from "@sekimori/kit-contract/api-base";
import { locales } from "@sekimori/kit-contract/locale";
import { memberTerms } from "@sekimori/portal-contract/legal/member-terms";
import { serviceTerms } from "@sekimori/portal-contract/legal/service-terms";
import { kartePage, kartePaths, pagePaths } from "@sekimori/portal-contract/page-routes";
import { mailSamples } from "@sekimori/portal-server/testing/mail-samples";
import { describe, expect, test } from "vitest";
import { sentencesIn } from "./catalogue.ts";

// No text promises what does not exist: pages, mails and terms name pages, tabs and buttons that are there.

const root = fileURLToPath(new URL("..", import.meta.url));

const pages = new Set<string>([
  ...Object.values(pagePaths),
  ...Object.values(kartePaths).map(kartePage),
]);

/** Where karte's own addresses lead; a segment of a pattern stands for any. */
const kartePatterns = Object.values(kartePages).map(
  (path) => new RegExp(`^${path.replaceAll(/:\w+|\*/g, "[^/]+")}$`),
);

const source = (path: string) => readFileSync(`${root}${path}`, "utf8");
const tabs = /const tabs = \[([^\]]+)\]/.exec(
  source("portal/web/features/my-page/my-page.tsx"),
)?.[1];

/** Every sentence of the screens, in both languages. */
const sentences = new Set(
  globSync("{portal,karte,console,kit}/web/**/locales/*.po", { cwd: root }).flatMap((file) =>
    sentencesIn(`${root}${file}`).flatMap(({ source: english, translation }) => [
      english,
      translation,
    ]),
  ),
);

const mails = Object.entries({ ...mailSamples, ...karteMailSamples }).flatMap(([name, write]) =>
  locales.map((locale) => [`${name} in ${locale}`, write(locale).text] as const),
);

describe("mails", () => {
  test.each(mails)("%s lead to pages that are there", (_, text) => {
    for (const [address] of text.matchAll(/https?:\/\/[^\s<>）。]+/g)) {
      const { pathname, searchParams, origin } = new URL(address);
      // The provider's own site is not ours to check.
      if (/www\./.test(origin)) continue;
      // The terms as files; the portal's own tests open them.
      if (pathname.startsWith(`${apiBase}/site/legal/`)) continue;
      if (origin === "https://karte.example") {
        expect(
          kartePatterns.filter((pattern) => pattern.test(pathname)),
          address,
        ).not.toEqual([]);
        continue;
      }
      expect([...pages], address).toContain(pathname);
      const tab = searchParams.get("tab");
      if (tab !== null) expect(tabs).toContain(`"${tab}"`);
    }
  });

  test.each(mails)("%s name what stands on a screen", (_, text) => {
    const named = [...text.matchAll(/「([^」]+)」|“([^”]+)”/g)].map(([, ja, en]) => ja ?? en ?? "");
    const isKnown = (name: string) =>
      sentences.has(name) || planNamed.has(name) || chosenNames.has(name);
    expect(named.filter((name) => !isKnown(name))).toEqual([]);
  });
});

describe("pages", () => {
  /** Names that a sentence fills in, and words that are no screen's. */
  const named = (sentence: string) =>
    [...sentence.matchAll(/「([^」{}<>]+)」|“([^”{}<>]+)”/g)].map(([, ja, en]) => ja ?? en ?? "");

  test("name what stands on a screen", () => {
    const all = [...sentences].flatMap((sentence) =>
      named(sentence).map((name) => [name, sentence] as const),
    );
    expect(all.length).toBeGreaterThan(5);
    const unknown = all.filter(([name]) => !sentences.has(name) && !planNamed.has(name));
    expect(unknown).toEqual([]);
  });
});

/** Names of plans and of people's applications stand in mails too. */
const planNamed = new Set(
  [...source("portal/contract/plan-ids.ts").matchAll(/(?:ja|en): "([^"]+)"/g)].map(
    ([, name]) => name ?? "",
  ),
);

/** Of the samples: somebody gave their workspace this name; a verdict names what a check found. */
const chosenNames = new Set([
  "株式会社サンプルセキュリティ",
  "Sample Security Inc.",
  "サポートが終了したソフトウェア",
  "Mail records",
]);

/** What the terms call a screen, and the page that it is. */
const screens: Readonly<Record<string, string>> = {
  マイページ: pagePaths.security,
  申込画面: pagePaths.agreement,
  契約画面: pagePaths.security,
  会員画面: pagePaths.security,
};

test("the terms name only screens that are there", () => {
  const text = JSON.stringify([serviceTerms, memberTerms]);
  const named = new Set(text.match(/[一-龥ァ-ヶー]+(?:画面|ページ)/g));
  expect(named.size).toBeGreaterThan(1);
  expect([...named].filter((name) => screens[name] === undefined)).toEqual([]);
  expect(Object.values(screens).filter((page) => !pages.has(page))).toEqual([]);
});
