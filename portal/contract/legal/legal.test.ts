import { describe, expect, test } from "vitest";
import { allEndpoints } from "../endpoints/all.ts";
import { signInByPasskey } from "../endpoints/passkeys.ts";
import { confirmOtp, signIn } from "../endpoints/sign-in.ts";
import { planEntitlements } from "../entitlements.ts";
import { freeUntilCharged } from "./cancellation.ts";
import { disclosureRows } from "./disclosure.ts";
import { canonicalText, fillNames, type LegalDocument } from "./document.ts";
import { freePlanLimits } from "./free-plan.ts";
import { memberTerms } from "./member-terms.ts";
import { serviceTerms } from "./service-terms.ts";

const both = (value: string) => ({ ja: value, en: value });
const names = {
  provider: both("P"),
  court: both("C"),
  contactEmail: "contact@example.jp",
  abroad: both("A"),
};

const joined = (document: LegalDocument, locale: "ja" | "en") =>
  document.articles.flatMap(({ clauses }) => clauses.map((clause) => clause[locale])).join("\n");

describe.each([
  [serviceTerms, 24],
  [memberTerms, 27],
])("$id", (document, count) => {
  test(`has ${count} articles, each with a title and clauses in both languages`, () => {
    expect(document.articles).toHaveLength(count);
    for (const { title, clauses } of document.articles) {
      expect(clauses.length).toBeGreaterThan(0);
      for (const text of [title, ...clauses]) {
        expect(text.ja).toMatch(/[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u);
        expect(text.en).not.toMatch(/[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u);
        expect(text.en.length).toBeGreaterThan(3);
      }
    }
  });

  test("leaves no name unfilled", () => {
    for (const locale of ["ja", "en"] as const) {
      expect(fillNames(joined(document, locale), names, locale)).not.toMatch(/[{}]/);
    }
  });

  test("becomes another version when one word changes", () => {
    const changed = { ...document, preamble: { ...document.preamble, en: "Otherwise." } };
    expect(canonicalText(changed)).not.toBe(canonicalText(document));
  });
});

describe("the constants of specification 9 stand in the texts", () => {
  test.each([
    [serviceTerms, "ja", "14.6％"],
    [serviceTerms, "en", "14.6% a year"],
    [serviceTerms, "ja", "毎月5回まで"],
    [serviceTerms, "en", "up to 5 scans a month"],
    [serviceTerms, "ja", "毎月1日"],
    [serviceTerms, "ja", "1か月以内"],
    [serviceTerms, "ja", "1か月分の料金を上限"],
    [serviceTerms, "en", "slight negligence"],
    [serviceTerms, "ja", "3年間存続"],
    [serviceTerms, "ja", "報告書を、保存時にAES-GCM（256ビット）で暗号化します"],
    [serviceTerms, "en", "at rest with AES-GCM using 256-bit keys"],
    // What was found out about targets is searched and counted, and not sealed.
    [serviceTerms, "ja", "診断対象、診断の条件および結果、ならびに記録する接続元のIPアドレス"],
    [serviceTerms, "en", "conditions and results of diagnosis, and the IP addresses"],
    [memberTerms, "ja", "メールアドレスその他の登録情報を保存時にAES-GCM（256ビット）"],
    // As docs/operate/security.md has it: traces are class C, kept as they are.
    [memberTerms, "ja", "IPアドレス、端末の種類および日時は、項目ごとの暗号化の対象としません"],
    [memberTerms, "ja", "10日を経過"],
    [memberTerms, "en", "within 10 days"],
    [memberTerms, "ja", "14.6％"],
    [memberTerms, "en", "14.6% a year"],
    [memberTerms, "en", "at rest with AES-GCM using 256-bit keys"],
    [serviceTerms, "en", "on the 1st of that month"],
    [serviceTerms, "en", "the amount shown on the application screen includes consumption tax"],
    [serviceTerms, "en", "within one month of a request for deletion"],
    [memberTerms, "ja", "1か月以内"],
    [memberTerms, "en", "within one month of a request for deletion"],
    [serviceTerms, "en", "up to one month's fee"],
    [memberTerms, "ja", "1か月分"],
    [memberTerms, "en", "up to one month of the fees"],
    [serviceTerms, "en", "survive the end of the contract by three years"],
    [serviceTerms, "ja", "利用者のデータを日本国内に保存し"],
    [serviceTerms, "en", "We keep the user's data in Japan"],
    [memberTerms, "ja", "会員の情報を日本国内に保存し"],
    [memberTerms, "en", "We keep members' information in Japan"],
    [serviceTerms, "ja", "解約は、手続きをした月の末日に効力を生じます"],
    [memberTerms, "ja", "退会は、手続きをした月の末日に効力を生じます。支払済みの料金は"],
    [serviceTerms, "en", "Cancellation takes effect at the end of the month in which it is made"],
    [serviceTerms, "en", "Fees already paid are not refunded"],
    [memberTerms, "en", "Withdrawal takes effect at the end of the month in which it is made"],
    [memberTerms, "en", "Fees already paid are not refunded"],
  ] as const)("$0.id in %s: %s", (document, locale, sentence) => {
    expect(joined(document, locale)).toContain(sentence);
  });
});

/** How each thing that the Member Terms name as credentials signs a member in. */
const credentials = {
  "login IDs": ["ログインID", signIn],
  passwords: ["パスワード", signIn],
  "one-time passwords": ["ワンタイムパスワード", confirmOtp],
  passkeys: ["パスキー", signInByPasskey],
} as const;

test("the credentials that the Member Terms name are those that members sign in with here", () => {
  const definition = memberTerms.articles
    .flatMap(({ clauses }) => clauses)
    .find(({ en }) => en.startsWith("“Credentials” means"));
  const named = {
    ja: /とは、(.+)その他/.exec(definition?.ja ?? "")?.[1]?.split("、"),
    en: /means (.+) and other/.exec(definition?.en ?? "")?.[1]?.split(", "),
  };
  expect(named.en).toEqual(Object.keys(credentials));
  expect(named.ja).toEqual(Object.values(credentials).map(([ja]) => ja));
  for (const [, endpoint] of Object.values(credentials)) {
    expect(allEndpoints).toContain(endpoint);
  }
});

const disclosure = () =>
  disclosureRows({
    provider: both("P"),
    responsiblePerson: both("R"),
    address: both("A"),
    phone: "03-0000-0000",
    phoneHours: both("9-17"),
    contactEmail: "contact@example.jp",
    monthlyPrice: 11_000,
    announcedPrice: null,
    trialMonths: 1,
    invoiceNumber: "T1234567890123",
  });

test("the disclosure table has its nineteen rows, and every one says something", () => {
  const rows = disclosure();
  expect(rows).toHaveLength(19);
  for (const { label, value } of rows) {
    for (const text of [label.ja, label.en, value.ja, value.en]) expect(text).not.toBe("");
  }
  expect(rows.find(({ key }) => key === "price")?.value.ja).toContain("月額11,000円（税込）");
});

test("of a trial the disclosure says what the final confirmation does, without its day", () => {
  const trial = disclosure().find(({ key }) => key === "trial")?.value;
  const confirmed = freeUntilCharged("2027-01-01");
  expect(trial?.ja).toContain(confirmed.ja.replace("2027年1月1日", "初回のご請求日"));
  expect(trial?.en).toContain(confirmed.en.replace("2027/01/01", "your first charge"));
});

test("the free plan's limits are its entitlements, and the disclosure names them", () => {
  const { domains, users, manualRunsPerMonth } = planEntitlements.free;
  const service = disclosure().find(({ key }) => key === "service")?.value;
  for (const locale of ["ja", "en"] as const) {
    expect(freePlanLimits[locale].match(/\d+/g)).toEqual(
      [domains, users, manualRunsPerMonth].map(String),
    );
    expect(service?.[locale]).toContain(freePlanLimits[locale]);
  }
});
