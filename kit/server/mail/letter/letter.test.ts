import { describe, expect, test } from "vitest";
import { code, composeLetter, details, type Letter, link, note, paragraph } from "./letter.ts";

const letter: Letter = {
  locale: "ja",
  brandName: "Sample",
  subject: "認証コード",
  recipient: { familyName: "山田", givenName: "花子", organisation: "株式会社サンプル" },
  blocks: [
    paragraph("画面に次の認証コードを入力してください。"),
    code("214259"),
    link("続ける", "https://app.example/next?a=1&b=2"),
    details([
      ["日時", "2026年11月1日 09:30"],
      ["規約", { text: "会員規約", url: "https://app.example/terms.pdf" }],
    ]),
    note("お心当たりがない場合は、破棄してください。"),
  ],
  foot: ["Sample", "https://app.example/contact"],
};

describe("the subject", () => {
  test.each([
    ["ja", "認証コード", [code("214259")], "【Sample】認証コード 214259"],
    ["ja", "お知らせ", [], "【Sample】お知らせ"],
    ["en", "Your verification code:", [code("214259")], "[Sample] Your verification code: 214259"],
    ["en", "214259 is your code", [code("214259")], "[Sample] 214259 is your code"],
    ["en", "Welcome to Sample", [], "Welcome to Sample"],
  ] as const)("in %s of “%s”", (locale, subject, blocks, expected) => {
    expect(composeLetter({ ...letter, locale, subject, blocks }).subject).toBe(expected);
  });
});

describe("the greeting", () => {
  test.each([
    ["ja", { familyName: "山田", givenName: "花子" }, "山田 花子 様"],
    ["ja", letter.recipient, "株式会社サンプル\n山田 花子 様"],
    ["en", { familyName: "Yamada", givenName: "Hanako" }, "Hi Hanako,"],
    ["en", { familyName: "Yamada", givenName: "" }, "Hi Yamada,"],
  ] as const)("in %s of %o", (locale, recipient, expected) => {
    const { text, html } = composeLetter({ ...letter, locale, recipient });
    expect(text.startsWith(`${expected}\n\n`)).toBe(true);
    expect(html).toContain(expected.replace("\n", "<br>"));
  });

  test("nobody is greeted who is not known", () => {
    const { text, html } = composeLetter({ ...letter, recipient: undefined });
    expect(text.startsWith("画面に")).toBe(true);
    expect(html).not.toContain("様");
  });
});

test("the text part says everything by itself", () => {
  expect(composeLetter(letter).text).toBe(`株式会社サンプル
山田 花子 様

画面に次の認証コードを入力してください。

    214259

続ける
https://app.example/next?a=1&b=2

日時
  2026年11月1日 09:30
規約
  会員規約
  https://app.example/terms.pdf

お心当たりがない場合は、破棄してください。

-- 
Sample
https://app.example/contact
`);
});

test("no line of the page parts a Japanese day or count", () => {
  const { html, text } = composeLetter({
    ...letter,
    blocks: [paragraph("2026年12月28日に、3か月分の11,000円を2回に分けます。")],
  });
  const kept = [...html.matchAll(/<span style="white-space:nowrap">([^<]+)<\/span>/g)];
  expect(kept.map(([, words]) => words)).toEqual(["2026年12月28日", "3か月", "11,000円", "2回"]);
  expect(text).toContain("2026年12月28日に、3か月分の");
});

test("the page knows small and dark screens, and says first what it is about", () => {
  const { html } = composeLetter(letter);
  expect(html).toContain('<meta name="viewport" content="width=device-width,initial-scale=1">');
  expect(html).toContain('<meta name="color-scheme" content="light dark">');
  expect(html).toContain("@media (prefers-color-scheme:dark)");
  expect(html).toContain("@media (max-width:480px)");
  expect(html).toMatch(/display:none[^>]*>画面に次の認証コード/);
  expect(html).not.toMatch(/<img|<script|https?:\/\/(?!app\.example)/);
});

test("what people typed cannot become markup", () => {
  const { html } = composeLetter({
    ...letter,
    recipient: { familyName: "<b>", givenName: "&", organisation: '"><script>' },
    blocks: [link("<i>", 'https://app.example/"onclick=')],
  });
  expect(html).not.toMatch(/<b>|<i>|<script>|"onclick/);
});

test("the first link is the one button", () => {
  const blocks = [link("A", "https://app.example/a"), link("B", "https://app.example/b")];
  const { html } = composeLetter({ ...letter, blocks });
  expect(html.match(/class="button" href="[^"]+"/g)).toEqual([
    'class="button" href="https://app.example/a"',
  ]);
});
