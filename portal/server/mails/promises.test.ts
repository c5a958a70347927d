import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Locale, locales } from "@sekimori/kit-contract/locale";
import { changePromotionalMail } from "@sekimori/portal-contract/endpoints/promotional-mail";
import { announcedPriceRule } from "@sekimori/portal-contract/legal/announced-price";
import {
  cancellationRule,
  leavingRule,
  refundRule,
} from "@sekimori/portal-contract/legal/cancellation";
import { daysAfterTrial } from "@sekimori/portal-contract/legal/days-after-trial";
import { disclosureRows } from "@sekimori/portal-contract/legal/disclosure";
import { memberTerms } from "@sekimori/portal-contract/legal/member-terms";
import { legalPdfPath } from "@sekimori/portal-contract/legal/pdf-path";
import { serviceTerms } from "@sekimori/portal-contract/legal/service-terms";
import {
  kartePage,
  kartePaths,
  type PageName,
  pagePaths,
} from "@sekimori/portal-contract/page-routes";
import { planLimits } from "@sekimori/portal-contract/plan-limits";
import { describe, expect, test } from "vitest";
import { mailSamples } from "../testing/mail-samples.ts";
import { applicationConfirmationMail } from "./application-mail.ts";

// No text promises what does not exist: links of mails lead to pages, names in quotation marks stand
// on a screen, and screens that texts name are pages.

const root = join(import.meta.dirname, "../../..");
const legal = [serviceTerms, memberTerms] as const;
/** Whatever can be opened: pages, those of karte in the frame, and the terms as PDF. */
const paths = new Set<string>([
  ...Object.values(pagePaths),
  ...Object.values(kartePaths).map(kartePage),
  ...legal.flatMap(({ id }) => locales.map((locale) => legalPdfPath(id, locale))),
]);

/** Tabs of My Page, as it declares them. */
const tabs = /const tabs = (\[.+?\]) as const/.exec(
  readFileSync(join(root, "portal/web/features/my-page/my-page.tsx"), "utf8"),
)?.[1];

/** Every sentence of the screens in a language. */
const sentences = (locale: Locale): ReadonlySet<string> =>
  new Set(
    globSync(`portal/web/**/locales/${locale}.po`, { cwd: root }).flatMap((file) =>
      [...readFileSync(join(root, file), "utf8").matchAll(/^msgstr "(.+)"$/gm)].map(
        ([, text = ""]) => text,
      ),
    ),
  );

describe.each(Object.entries(mailSamples))("%s", (_, write) => {
  test.each(locales)("links to what there is, in %s", (locale) => {
    const { text } = write(locale);
    for (const [found] of text.matchAll(/https?:\/\/[^\s<>「」）]+/g)) {
      const { origin, pathname, searchParams } = new URL(found);
      if (origin !== "https://portal.example") {
        // Of others there are the contact form and the application that a summary is about.
        expect(origin).toMatch(
          /^https:\/\/(www|karte)\.sekimori\.example$|^https:\/\/karte\.example$/,
        );
        continue;
      }
      expect([found, paths.has(pathname)]).toEqual([found, true]);
      const tab = searchParams.get("tab");
      if (tab !== null) expect(JSON.parse(tabs ?? "[]")).toContain(tab);
    }
  });
});

describe.each(locales)("of free days, leaving and refunds, in %s,", (locale) => {
  const shown = {
    documents: [],
    trialEndsOn: null,
    hasTrial: false,
    trialUsedBy: null,
    firstChargeOn: null,
    taxPercent: 10,
    announcedPrice: null,
    contactEmail: "contact@sekimori.example",
    contactPhone: "",
  };
  const mailOf = (
    plan: "detailed" | "free" | "security24",
    monthlyPrice: number | null,
    dates = {},
  ) =>
    applicationConfirmationMail(
      {
        portalOrigin: "https://portal.example",
        serviceName: "Sekimori",
        providerName: { ja: "", en: "" },
        contactUrl: "",
      },
      locale,
      { plan, shown: { ...shown, ...dates, monthlyPrice }, appliedAt: new Date(0) },
    ).text.replaceAll(/\s+/g, locale === "ja" ? "" : " ");

  test("the mail of an application says what the final confirmation says", () => {
    expect(mailOf("detailed", 11_000)).toContain(cancellationRule[locale]);
    expect(mailOf("detailed", 11_000)).toContain(refundRule[locale]);
    expect(mailOf("free", null)).toContain(leavingRule[locale]);
    expect(mailOf("free", null)).not.toContain(refundRule[locale]);
  });

  test("only a plan that costs something is said to renew; the others say what they give", () => {
    const renews = /then renewed monthly|自動で更新されます/;
    const unbroken = (text: string) => text.replaceAll(/\s+/g, locale === "ja" ? "" : " ");
    const limits = { free: "", security24: "" };
    for (const plan of ["free", "security24"] as const) {
      limits[plan] = unbroken(planLimits(plan)[locale]);
    }
    expect(mailOf("detailed", 11_000)).toMatch(renews);
    const free = mailOf("free", null);
    const trial = mailOf("security24", null, { trialEndsOn: "2026-12-20", hasTrial: true });
    const nothing = { ja: "料金かかりません", en: "Price Free of charge" }[locale];
    for (const text of [free, trial]) {
      expect(text).not.toMatch(renews);
      expect(text).toContain(nothing);
      expect(text).toContain(limits.free);
    }
    // The trial ends by itself, on its day, in the free plan.
    expect(trial).toContain(limits.security24);
    const ends = {
      ja: "2026年12月20日に終了し、更新されません",
      en: "Ends on 2026/12/20 and doesn't renew",
    };
    expect(trial).toContain(ends[locale]);
  });

  test("the mail names an announced price as it does", () => {
    const announcedPrice = { effectiveOn: "2027-04-01", monthlyPrice: 13_200 };
    const said = announcedPriceRule(announcedPrice)[locale];
    expect(mailOf("detailed", 11_000, { announcedPrice })).toContain(said);
  });

  test("the mail says as it does that the days between a trial and the first charge are free", () => {
    const said = daysAfterTrial("2027-01-01")[locale];
    const dates = { trialEndsOn: "2026-12-20", firstChargeOn: "2027-01-01" };
    expect(mailOf("detailed", 11_000, { ...dates, hasTrial: true })).toContain(said);
    expect(mailOf("detailed", 11_000, { ...dates, hasTrial: false })).not.toContain(said);
    const gapless = { ...dates, trialEndsOn: "2026-12-31", hasTrial: true };
    expect(mailOf("detailed", 11_000, gapless)).not.toContain(said);
  });
});

test("what terms and the sign-up say of promotional mail, a row of My Page does", () => {
  const screen = (name: string) => readFileSync(join(root, "portal/web/features", name), "utf8");
  const article = memberTerms.articles.find(({ title }) => title.en === "Promotional mail");
  expect(article?.clauses.at(-1)).toMatchObject({
    ja: expect.stringContaining("マイページから"),
    en: expect.stringContaining("on My Page"),
  });
  const help = /id=\{form\.idOf\("promotionalMail"\)\}[\s\S]*?help=\{<Trans>(.+?)<\/Trans>/;
  const [, promised] = help.exec(screen("sign-up/agreement-form.tsx")) ?? [];
  // Of promotional mail the product knows no link: it sends none.
  expect(promised).toBe("You can stop it at any time on My Page.");
  expect(screen("my-page/account-tab.tsx")).toContain(
    "<PromotionalMailButton consented={profile.promotional_mail} />",
  );
  expect(screen("my-page/promotional-mail-button.tsx")).toContain(
    `client.call(${changePromotionalMail.name},`,
  );
});

test("no mail and no sentence of a screen words the rule about refunds by itself", () => {
  const worded =
    /返金(はありません|しません|いたしません|はお受け)|without (a )?refund|(don't|not) refund/;
  const files = globSync("portal/{web/**/locales/*.po,server/mails/*-mail{,s}.ts}", { cwd: root });
  expect(files.length).toBeGreaterThan(30);
  expect(files.filter((file) => worded.test(readFileSync(join(root, file), "utf8")))).toEqual([]);
  expect(refundRule.en).toMatch(worded);
});

test.each(locales)("what mails name in quotation marks stands on a screen, in %s", (locale) => {
  const marks = locale === "ja" ? /「([^」$]+)」/g : /“([^”$]+)”/g;
  const named = globSync("portal/server/mails/*-mail{,s}.ts", { cwd: root }).flatMap((file) =>
    [...readFileSync(join(root, file), "utf8").matchAll(marks)].map(([, name = ""]) => name),
  );
  expect(named.length).toBeGreaterThan(2);
  const known = sentences(locale);
  expect(named.filter((name) => !known.has(name))).toEqual([]);
});

/** What texts call a screen, and the page that it is. */
const screens: Readonly<Record<string, PageName>> = {
  マイページ: "security",
  会員画面: "notices",
  契約画面: "security",
  申込画面: "upgrade",
  ログイン画面: "login",
  登録画面: "register",
  "My Page": "security",
  "members' screens": "notices",
  "contract screen": "security",
  "application screen": "upgrade",
  "the login page": "login",
  "the registration page": "register",
  "the contract page": "security",
  "the home page": "root",
  トップページ: "root",
};

test.each(locales)("every screen that terms, mails and pages name is a page, in %s", (locale) => {
  const terms = legal.flatMap(({ articles }) =>
    articles.flatMap(({ clauses }) => clauses.map((clause) => clause[locale])),
  );
  const both = (text: string) => ({ ja: text, en: text });
  const disclosed = disclosureRows({
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
  }).map(({ value }) => value[locale]);
  const mails = Object.values(mailSamples).map((write) => write(locale).text);
  const pattern =
    locale === "ja"
      ? /マイページ|[一-龠ァ-ヶー]{2,6}画面|トップページ/g
      : /My Page|members' screens|(?<!\bthe |\bits |\byour )\b[a-z]+ screen\b|\bthe (?!next )[a-z]+ page\b/g;
  const pages = [...sentences(locale), cancellationRule[locale]];
  const texts = [...terms, ...disclosed, ...mails, ...pages];
  const named = texts.flatMap((text) => text.match(pattern) ?? []);
  expect(named.length).toBeGreaterThan(5);
  expect([...new Set(named)].filter((name) => !(name in screens))).toEqual([]);
  for (const page of Object.values(screens)) expect(paths).toContain(pagePaths[page]);
});
