import { pagePaths } from "@sekimori/karte-contract/page-routes";
import { locales } from "@sekimori/kit-contract/locale";
import { describe, expect, test } from "vitest";
import { karteMailSamples } from "./mail-samples.ts";

describe.each(Object.entries(karteMailSamples))("%s", (name, write) => {
  test.each(locales)("in %s has the layout of every mail, and one button", (locale) => {
    const { text, html } = write(locale);
    expect(html).toContain("</html>");
    expect(html).toContain("prefers-color-scheme:dark");
    expect(html.match(/class="button" href/g)?.length ?? 0).toBe(
      /^workspace(Closed|Lost|Deleted)Mail$/.test(name) ? 0 : 1,
    );
    if (locale === "en") expect(text).not.toMatch(/[\u3040-\u30ff]/);
    expect(text).not.toMatch(/undefined|null/);
  });

  test.each(locales)("in %s greets by name, and says who writes and where to ask", (locale) => {
    const { text } = write(locale);
    const foot = text.slice(text.indexOf("\n-- \n"));
    // An invitation goes to an address, whoever it belongs to.
    const greeting = { ja: "山田 花子 様\n", en: "Hi Hanako,\n" }[locale];
    expect(text.startsWith(greeting)).toBe(name !== "invitationMail");
    expect(foot).toContain({ ja: "関守サンプル株式会社", en: "Sekimori Sample Inc." }[locale]);
    expect(foot).toContain("https://www.sekimori.example/contact");
  });
});

test.each(locales)("in %s who leaves is named: the last owner, or all of them", (locale) => {
  const [first, second] = { ja: ["山田 太郎", "佐藤 一郎"], en: ["Taro Yamada", "Ichiro Sato"] }[
    locale
  ] as [string, string];
  expect(karteMailSamples.workspaceClosesMail?.(locale).text).toContain(first);
  const all = karteMailSamples.workspaceClosesWithAllMail?.(locale).text;
  for (const name of [first, second]) expect(all).toContain(name);
});

test.each(locales)("in %s only a workspace that an owner closed can be opened again", (locale) => {
  const again = { ja: "再開できます", en: "reopen" }[locale];
  const closed = karteMailSamples.workspaceClosedMail?.(locale).text;
  const toOwner = karteMailSamples.workspaceClosedToOwnerMail?.(locale).text;
  const until = { ja: "2026年12月23日 14:30", en: "2026/12/23 14:30" }[locale];
  for (const text of [closed, toOwner]) {
    expect(text).toContain(again);
    expect(text).toContain(until);
  }
  // Who may not is told whom to ask; who may has the page.
  expect(closed).toContain({ ja: "佐藤 一郎", en: "Ichiro Sato" }[locale]);
  expect(toOwner).toContain(`https://karte.example${pagePaths.closedWorkspaces}`);
  expect(karteMailSamples.workspaceLostMail?.(locale).text).not.toContain(again);
});

test.each(locales)("in %s no subject has a name that anybody can write", (locale) => {
  const written = {
    ja: /サンプルセキュリティ|山田|佐藤|花子/,
    en: /Sample Security|Taro|Ichiro|Hanako/,
  };
  const subjects = Object.values(karteMailSamples).map((write) => write(locale).subject);
  expect(subjects.filter((subject) => written[locale].test(subject))).toEqual([]);
  expect(karteMailSamples.invitationMail?.(locale).subject).toContain("taro@people.example");
});
