import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { karteMailSamples } from "@sekimori/karte-server/testing/mail-samples";
import { locales } from "@sekimori/kit-contract/locale";
import { mailSamples } from "@sekimori/portal-server/testing/mail-samples";
import { describe, expect, test } from "vitest";

// What every mail of every application has, and that none is written without being looked at.

const root = fileURLToPath(new URL("..", import.meta.url));

const written = globSync("{portal,karte,kit,sandbox}/server/**/*.ts", {
  cwd: root,
  exclude: ["**/node_modules/**", "**/*.test.ts"],
})
  .filter((path) => !path.startsWith("kit/server/mail/"))
  .map((path) => ({ path, source: readFileSync(`${root}${path}`, "utf8") }))
  .filter(({ source }) => /\b(?:compose(?:Letter|Mail)|new UnwrittenMail)\(/.test(source))
  // The portal's layout hands on what its mails say.
  .filter(({ path }) => !path.endsWith("mail-layout.ts"));

const samplesSource = ["portal", "karte"]
  .map((application) =>
    readFileSync(`${root}${application}/server/testing/mail-samples.ts`, "utf8"),
  )
  .join("\n");

describe("samples", () => {
  test("there are mails to look for", () => {
    expect(written.length).toBeGreaterThan(15);
  });

  test.each(written.map(({ path, source }) => [path, source]))("of %s", (_, source) => {
    const mails = [...source.matchAll(/^export function (\w+Mail)\(/gm)].map(([, name]) => name);
    expect(mails.length).toBeGreaterThan(0);
    expect(mails.filter((name) => !samplesSource.includes(`${name}(`))).toEqual([]);
  });
});

const mails = Object.entries({ ...mailSamples, ...karteMailSamples }).flatMap(([name, write]) =>
  locales.map((locale) => [`${name} in ${locale}`, write(locale)] as const),
);

const unescaped = (markup: string) =>
  markup.replaceAll("&amp;", "&").replaceAll("&#39;", "'").replaceAll("&quot;", '"');

describe.each(mails)("%s", (name, { subject, text, html }) => {
  test("the list of mails shows a first sentence that says more than the subject", () => {
    const preheader = /overflow:hidden;mso-hide:all">(.*?)(?:&#847;|<)/.exec(html)?.[1] ?? "";
    expect(preheader.length).toBeGreaterThan(10);
    expect(preheader).not.toBe(subject);
  });

  test("the subject says who writes", () => {
    expect(subject).toMatch(/^【Sekimori】|^\[Sekimori\] |^[^[]*\bSekimori\b/);
  });

  test("one button at most, and it leads somewhere", () => {
    const buttons = [...html.matchAll(/class="button" href="([^"]*)"/g)];
    expect(buttons.length).toBeLessThanOrEqual(1);
    for (const [, address] of buttons) expect(address).toMatch(/^https:\/\//);
  });

  test("the text alone has every address of the page", () => {
    const addresses = [...html.matchAll(/href="([^"]+)"/g)].map(([, url]) => unescaped(url ?? ""));
    expect(addresses.filter((address) => !text.includes(address))).toEqual([]);
  });

  test("no label dangles in the text, and nothing asks to click here", () => {
    expect(text).not.toMatch(
      /click here|\bhere to (?:log|open|see|view)|こちら|次のボタン|下記のボタン|below button|button below/i,
    );
    // A line that announces something is followed by it.
    expect(text).not.toMatch(/[:：][ \t]*\n[ \t]*\n/);
    // A link's label stands over its address, a detail's over its value.
    for (const [, address] of text.matchAll(/\n(https?:\/\/\S+)/g)) {
      const before = text
        .slice(0, text.indexOf(`\n${address}`))
        .split("\n")
        .at(-1);
      expect(before, `before ${address}`).not.toBe("");
    }
  });

  test("no word of machines", () => {
    const said = `${subject}\n${text}`.replaceAll(/https?:\/\/\S+/g, "");
    expect(said).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}|[0-9a-f]{12,}|undefined|null|NaN|\[object/);
    // Days as people of either language write them.
    expect(said).not.toMatch(/\d{4}-\d{2}-\d{2}/);
    expect(name).not.toBe("");
  });
});

const amount = /[\d,]+円|¥[\d,]+/g;
const day = /\d{4}年\d+月\d+日|\d{4}\/\d\d\/\d\d/g;

/** What stands in a mail's tables, a row each, and what its sentences say; its foot left out. */
function partsOf(text: string) {
  const lines = (text.split("\n-- \n")[0] ?? "").split("\n");
  const rows = lines.flatMap((line, at) =>
    line.startsWith("  ") && !lines[at - 1]?.startsWith("  ") ? [line.trim()] : [],
  );
  return { rows, sentences: lines.filter((line) => !/^ {2}|^https:/.test(line)).join("\n") };
}

describe("mails about money", () => {
  // The confirmation of an order has what the law lists, in its order; of a price the day is what counts.
  const otherwise = /^(applicationConfirmation|priceChange)Mail/;
  const about = mails.filter(
    ([name, { text }]) =>
      !otherwise.test(name) && partsOf(text).rows.some((row) => row.match(amount)),
  );

  test("there are some", () => expect(about.length).toBeGreaterThan(40));

  test.each(about)("%s: the amount stands first, beside its day", (_, { text }) => {
    const { rows } = partsOf(text);
    expect(rows.slice(0, 2).join("\n")).toMatch(amount);
  });
});

test.each(mails)(
  "%s: no sentence repeats an amount or a day of the table, or its own",
  (_, mail) => {
    const { rows, sentences } = partsOf(mail.text);
    for (const kind of [amount, day]) {
      const said: string[] = sentences.match(kind) ?? [];
      const inRows = new Set<string>(rows.flatMap((row) => [...(row.match(kind) ?? [])]));
      expect(said.filter((one, at) => inRows.has(one) || said.indexOf(one) !== at)).toEqual([]);
    }
  },
);

test.each(locales)(
  "wrong one-time passwords are told with what to do if it wasn't you, in %s",
  (locale) => {
    const said = { ja: "心当たりがない", en: "If it wasn't you" }[locale];
    expect(mailSamples.codesGuessedMail?.(locale).text).toContain(said);
  },
);
