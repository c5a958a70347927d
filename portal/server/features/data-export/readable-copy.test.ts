import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { auditActions } from "@sekimori/portal-contract/endpoints/security";
import { afterAll, beforeAll, expect, test } from "vitest";
import { accountIdOf, signUpTo } from "../../testing/members.ts";
import { addTestPasskey } from "../../testing/passkeys.ts";
import { agree, cards, submitCard } from "../../testing/sign-up-calls.ts";
import { startTestPortal, type TestPortal } from "../../testing/test-portal.ts";
import { activityWords } from "./activity-words.ts";
import { exportAsPage, readableParts } from "./as-page.ts";
import { collectPersonalData } from "./collect.ts";
import type { ReadableFields } from "./readable-fields.ts";
import { scopeWords } from "./scope-words.ts";
import { plantYear } from "./testing/planted-year.ts";

// The page of one's data, in the words of the screens. That each field has a label, and each state a
// word, is held by the compiler too (`FieldsOf`).

let portal: TestPortal;
let account: string;
beforeAll(async () => {
  portal = await startTestPortal({}, { scheduled: false });
  const browser = portal.browser();
  const { email } = await signUpTo(portal, browser, "account", { plan: "detailed" });
  await submitCard(portal, browser, cards.success);
  await agree(browser);
  await addTestPasskey(browser);
  account = await accountIdOf(portal, email);
  await plantYear(portal, account);
});
afterAll(() => portal.close());

/** The paths of a part's values; what lists hold counts as held in them. */
function noteHeld(paths: Set<string>, path: string, value: unknown): void {
  if (Array.isArray(value)) {
    for (const one of value) noteHeld(paths, path, one);
  } else if (isWithin(value)) {
    for (const [key, inner] of Object.entries(value)) {
      paths.add(`${path}.${key}`);
      noteHeld(paths, `${path}.${key}`, inner);
    }
  }
}

/** Times and texts in two languages are values of their own. */
const isWithin = (value: unknown): value is object =>
  typeof value === "object" &&
  value !== null &&
  !(value instanceof Date) &&
  Object.keys(value).toSorted().join() !== "en,ja";

/** The paths of a part's labels, each of which says something in both languages, once in its place. */
function noteLabelled(paths: Set<string>, path: string, fields: ReadableFields): void {
  for (const locale of ["ja", "en"] as const) {
    const labels = Object.values(fields).map(({ label }) => label[locale]);
    expect([path, labels]).toEqual([path, [...new Set(labels)]]);
    for (const label of labels)
      expect(label).toMatch(locale === "ja" ? /[ぁ-んァ-ヶ一-龠]/ : /^[A-Z]/);
  }
  for (const [key, { fields: inner, words }] of Object.entries(fields)) {
    paths.add(`${path}.${key}`);
    for (const word of Object.values(words ?? {})) {
      expect([path, key, word.ja !== "" && word.en !== ""]).toEqual([path, key, true]);
    }
    if (inner !== undefined) noteLabelled(paths, `${path}.${key}`, inner);
  }
}

test("every field that the copy may hold has a label in both languages, and no label is left over", async () => {
  const copy = await collectPersonalData(portal.context, account);
  if (!copy) throw new Error("no copy");
  const held = new Set<string>();
  const labelled = new Set<string>();
  for (const [part, { fields }] of Object.entries(readableParts)) {
    noteHeld(held, part, copy[part as keyof typeof copy]);
    noteLabelled(labelled, part, fields);
  }
  expect(Object.keys(readableParts).toSorted()).toEqual(Object.keys(copy).toSorted());
  expect([...held].toSorted()).toEqual([...labelled].toSorted());
  expect(held.size).toBeGreaterThan(140);
});

test("the page speaks the reader's language: labels, states, months, amounts and times with their zone", async () => {
  const copy = await collectPersonalData(portal.context, account);
  if (!copy) throw new Error("no copy");
  const whole = { portal: copy, applications: [], missing: [] };
  const [ja, en] = (["ja", "en"] as const).map((locale) =>
    exportAsPage(whole, locale, new Date()).replaceAll("&#39;", "'"),
  );
  for (const { name } of Object.values(readableParts)) {
    expect(ja).toContain(`<h2>${name.ja}</h2>`);
    expect(en).toContain(`<h2>${name.en}</h2>`);
  }
  const shown = [
    ["終了の理由", "Reason for ending"],
    ["詳細診断プラン", "Detailed diagnosis plan"],
    ["料金変更のお知らせ", "Price change"],
    ["送信しました", "Sent"],
    ["登録を完了", "Completed registration"],
    ["規約に同意", "Agreed to the terms"],
    ["返金済み", "Refunded"],
    ["11,000円", "¥11,000"],
    ["2026年12月", "December 2026"],
    ["登録日時（日本時間）", "Registered (JST)"],
    // Tokyo's nine in the morning of the day on which it was midnight elsewhere.
    ["2026年12月2日 09:00", "2026/12/02 09:00"],
    ["再度の請求（日本時間）", "Next attempt (JST)"],
    ["内容：遅延損害金\n対象の請求書：SK-00000041", "For: Late charge\nFor invoice: SK-00000041"],
    ["住所：東京都千代田区1-1", "Address: 1-1, Chiyoda-ku, Tokyo"],
    [
      "規約\n・規約の名称：サービス利用規約、版：2026年4月1日\n・規約の名称：会員規約",
      "Terms\n• Title: Service Terms, Version: 2026/04/01\n• Title: Member Terms",
    ],
    ["本人であることを確認する", "Identify you"],
    ["月ごとの手動診断：無制限", "Manual scans per month: Unlimited"],
    ["東京都", "Tokyo"],
  ] as const;
  for (const [inJapanese, inEnglish] of shown) {
    expect(ja).toContain(inJapanese);
    expect(en).toContain(inEnglish);
  }
  for (const page of [ja, en]) {
    // Nothing as the database or the API calls it.
    expect(page).not.toMatch(
      />[a-z]+(_[a-z0-9]+)+<|>[a-z]+[A-Z][A-Za-z]*<|<t[dh]>[a-z]+(\.|-)[a-z-]+<|\d{4}-\d{2}-\d{2}T/,
    );
  }
});

test("acts and scopes are called as on the screens", () => {
  const catalogue = globSync("web/**/locales/ja.po", { cwd: join(import.meta.dirname, "../../..") })
    .map((file) => readFileSync(join(import.meta.dirname, "../../..", file), "utf8"))
    .join("\n");
  expect(Object.keys(activityWords)).toEqual([...auditActions]);
  for (const { ja, en } of [...Object.values(activityWords), ...Object.values(scopeWords)]) {
    expect(catalogue).toContain(`msgid "${en}"\nmsgstr "${ja}"`);
  }
});
