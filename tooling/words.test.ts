import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { allEndpoints as consoleEndpoints } from "@sekimori/console-contract/endpoints";
import { allEndpoints as karteEndpoints } from "@sekimori/karte-contract/endpoints";
import { karteMailSamples } from "@sekimori/karte-server/testing/mail-samples";
import { locales } from "@sekimori/kit-contract/locale";
import { applicationEndpoints } from "@sekimori/portal-contract/applications/endpoints";
import { allEndpoints as portalEndpoints } from "@sekimori/portal-contract/endpoints";
import { mailSamples } from "@sekimori/portal-server/testing/mail-samples";
import { describe, expect, test } from "vitest";
import { sentencesIn } from "./catalogue.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const page = readFileSync(`${root}docs/guide/words.md`, "utf8");

/** The words that a language's table never wants to see. */
function never(heading: string): readonly string[] {
  const table = page.split(`## ${heading}`)[1]?.split("\n## ")[0] ?? "";
  return table
    .split("\n")
    .filter((line) => line.startsWith("|"))
    .slice(2)
    .flatMap((line) => line.split("|")[3]?.split(/[,、]/) ?? [])
    .map((word) => word.trim())
    .filter(Boolean);
}

/**
 * What the servers say by themselves, as `{ ja: "…", en: "…" }`: the OpenID provider's pages, what
 * people download, what stands in the card fields and on the sandbox's pages. Legal texts keep
 * counsel's words; the engine's findings are read by `diagnosis/checks/catalogue.test.ts`.
 */
function serverSentences(locale: "ja" | "en"): readonly (readonly [string, string])[] {
  const files = globSync(
    ["{portal,karte,console,kit}/{server,contract}/**/*.ts", "sandbox/**/*.ts"],
    {
      cwd: root,
      exclude: ["**/node_modules/**", "**/legal/**", "**/*.test.ts"],
    },
  );
  const literal = new RegExp(
    `\\b${locale}:\\s+(?:"((?:[^"\\\\]|\\\\.)*)"|\`((?:[^\`\\\\]|\\\\.)*)\`)`,
    "g",
  );
  return files.flatMap((file) =>
    [...readFileSync(`${root}${file}`, "utf8").matchAll(literal)].map(
      ([, plain, template]) =>
        [file, plain ?? template?.replaceAll(/\$\{[^}]*\}/g, "") ?? ""] as const,
    ),
  );
}

/** What the references of the APIs say of each call, at `/v1/docs`; they are in English alone. */
const referenceSentences = [
  ...portalEndpoints,
  ...karteEndpoints,
  ...consoleEndpoints,
  ...applicationEndpoints,
].map(({ name, tag, summary }) => [`reference, ${name}`, `${tag}: ${summary}`] as const);

/** Every sentence of the interface in one language, with where it stands. */
function sentences(locale: "ja" | "en"): readonly (readonly [string, string])[] {
  const files = globSync(`{portal,karte,console,kit}/web/**/locales/${locale}.po`, {
    cwd: root,
    exclude: ["**/node_modules/**"],
  });
  const inCatalogues = files.flatMap((file) =>
    sentencesIn(`${root}${file}`)
      // What stands in a placeholder's braces is a name in the code.
      .map(({ translation }) => [file, translation.replaceAll(/\{\w+\}/g, "")] as const),
  );
  const inMails = Object.entries({ ...mailSamples, ...karteMailSamples }).map(([name, write]) => {
    const { subject, text } = write(locale);
    // Addresses and document names are no words of ours.
    return [name, `${subject}\n${text.replaceAll(/https?:\/\/\S+/g, "")}`] as const;
  });
  const inReferences = locale === "en" ? referenceSentences : [];
  return [...inCatalogues, ...inMails, ...serverSentences(locale), ...inReferences];
}

/** Latin words count whole, whatever their case; Japanese has no such edges. */
function finder(word: string): RegExp {
  const exact = word.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return /^[\w\s-]+$/.test(word)
    ? new RegExp(`(?<![\\w-])${exact}(?![\\w-])`, "i")
    : new RegExp(exact);
}

/** The specification's own sentences (5 and 8), which keep its words. */
const specified = [
  "Passwords do not match.",
  "Target does not exist.",
  "Your request could not be processed in time. Try again.",
];

const headings = { en: "English", ja: "Japanese" } as const;

describe.each(locales)("words in %s", (locale) => {
  const all = sentences(locale);

  test("there is something to hold them to", () => {
    expect(never(headings[locale]).length).toBeGreaterThan(10);
    expect(all.length).toBeGreaterThan(500);
    expect(serverSentences(locale).length).toBeGreaterThan(100);
    expect(serverSentences(locale).map(([file]) => file)).toContain(
      "sandbox/identity/identity-pages.ts",
    );
    expect(referenceSentences.length).toBeGreaterThan(150);
  });

  test.each(never(headings[locale]))("nobody says “%s”", (word) => {
    const pattern = finder(word);
    const found = all.filter(([, text]) => pattern.test(text) && !specified.includes(text));
    expect(found.map(([place, text]) => `${place}: ${text.slice(0, 160)}`)).toEqual([]);
  });
});

test.each(specified)("the specification's “%s” is one that stands there", (sentence) => {
  expect(sentences("en").filter(([, text]) => text === sentence)).not.toEqual([]);
});

test("Japanese sentences end politely", () => {
  const plain = /(である|だ|ない|する|なる|できる|(?<!まし|でし)た)。/;
  const found = sentences("ja").filter(([, text]) => plain.test(text));
  expect(found.map(([place, text]) => `${place}: ${text.slice(0, 160)}`)).toEqual([]);
});

/** What the checks of the diagnosis say, and why one was not decided. */
function diagnosisTexts(locale: "ja" | "en"): readonly (readonly [string, string])[] {
  const files = globSync(["diagnosis/checks/**/*.texts.ts", "diagnosis/engine/reasons.ts"], {
    cwd: root,
    exclude: ["**/node_modules/**"],
  });
  const literal = new RegExp(`\\b${locale}:\\s+"((?:[^"\\\\]|\\\\.)*)"`, "g");
  return files.flatMap((file) =>
    [...readFileSync(`${root}${file}`, "utf8").matchAll(literal)].map(
      ([, text = ""]) => [file, text] as const,
    ),
  );
}

test("English is spelled as in America, in the diagnosis too", () => {
  const all = [...sentences("en"), ...diagnosisTexts("en")];
  expect(diagnosisTexts("en").length).toBeGreaterThan(300);
  const british =
    /\b\w*(?:organis|recognis|authoris|analys(?:e|ing)|minimis|summaris|cancell(?:ed|ing)|colour|behaviour|favour|centre|licence|travell|fulfil\b)\w*/i;
  // Names on the wire keep theirs: paths, records, states in brackets.
  const named = /[/_][\w/-]+|sekimori-\w+|\(\w+\)/g;
  const found = all.filter(([, text]) => british.test(text.replaceAll(named, "")));
  expect(found.map(([place, text]) => `${place}: ${text.slice(0, 120)}`)).toEqual([]);
});

test.each([
  ["sw-version", "ソフトウェアのバージョン", "Unsupported software"],
  ["mail-spoof", "第三者によるなりすまし送信", "Email spoofing possible"],
])("the check %s is called by the field's words", (check, ja, en) => {
  const [file = ""] = globSync(`diagnosis/checks/**/${check}.texts.ts`, { cwd: root });
  expect(readFileSync(`${root}${file}`, "utf8")).toContain(`title: { ja: "${ja}", en: "${en}" }`);
});

test("an English apostrophe is written one way, the one on the keyboard", () => {
  const files = globSync("{portal,karte,console,kit,diagnosis,sandbox,cli}/**/*.{ts,tsx,po,md}", {
    cwd: root,
    exclude: ["**/node_modules/**"],
  });
  expect(files.length).toBeGreaterThan(500);
  const curly = /[a-z]’|’[a-z]/i;
  expect(files.filter((file) => curly.test(readFileSync(`${root}${file}`, "utf8")))).toEqual([]);
});
