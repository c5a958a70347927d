import { setupI18n } from "@lingui/core";
import { formatYen } from "@sekimori/kit-contract/yen";
import { expect, test, vi } from "vitest";
import { type Catalogue, createLanguage } from "./language.ts";

function catalogue(id: string): Catalogue {
  return {
    ja: vi.fn(async () => ({ messages: { [id]: `${id}は日本語` } })),
    en: vi.fn(async () => ({ messages: { [id]: `${id} in English` } })),
  };
}

test("fetches a part in the present language only, and once", async () => {
  const i18n = setupI18n();
  const language = createLanguage(i18n, "ja", () => undefined);
  const part = catalogue("a");
  await language.load(part);
  await language.load(part);
  expect(i18n._("a")).toBe("aは日本語");
  expect(part.ja).toHaveBeenCalledTimes(1);
  expect(part.en).not.toHaveBeenCalled();
});

test("switches every loaded part, and those loaded later", async () => {
  const i18n = setupI18n();
  const heard: string[] = [];
  const language = createLanguage(i18n, "ja", (locale) => heard.push(locale));
  await language.load(catalogue("a"));
  await language.switchTo("en");
  await language.load(catalogue("b"));
  expect([i18n._("a"), i18n._("b"), i18n.locale]).toEqual(["a in English", "b in English", "en"]);
  expect(heard).toEqual(["ja", "en"]);
});

test("stays in its language when the other one cannot be fetched", async () => {
  const i18n = setupI18n();
  const language = createLanguage(i18n, "ja", () => undefined);
  await language.load({ ...catalogue("a"), en: () => Promise.reject(new Error("offline")) });
  await expect(language.switchTo("en")).rejects.toThrow("offline");
  expect([language.current(), i18n.locale]).toEqual(["ja", "ja"]);
});

test("marks yen as the reader expects", () => {
  expect(formatYen(11000, "ja")).toBe("11,000円");
  expect(formatYen(11000, "en")).toBe("¥11,000");
});
