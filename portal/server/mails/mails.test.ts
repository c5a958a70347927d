import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { locales } from "@sekimori/kit-contract/locale";
import { legalPdfPath } from "@sekimori/portal-contract/legal/pdf-path";
import { pagePaths, pageUrl } from "@sekimori/portal-contract/page-routes";
import { describe, expect, test } from "vitest";
import { mailSamples, mailSamplesWithoutPassword } from "../testing/mail-samples.ts";

const sources = readdirSync(import.meta.dirname)
  .filter((name) => /-mails?\.ts$/.test(name))
  .map((name) => readFileSync(join(import.meta.dirname, name), "utf8"));

test("every mail has a sample, which is looked at in pictures", () => {
  const written = sources.flatMap((source) =>
    [...source.matchAll(/^export function (\w+Mail)\(/gm)].map(([, name]) => name),
  );
  expect(written.length).toBeGreaterThan(20);
  const sampled = new Set(Object.keys(mailSamples).map((name) => name.split("-")[0]));
  expect([...sampled].toSorted()).toEqual(written.toSorted());
});

describe.each(Object.entries(mailSamples))("%s", (_, write) => {
  test.each(locales)("in %s", (locale) => {
    const { subject, text, html } = write(locale);
    // What a machine calls something is no word for a person.
    const said = text.replaceAll(/https?:\/\/\S+/g, "");
    expect(said).not.toMatch(/[0-9a-f]{12,}|undefined|null|\bservice-terms\b|\bmember-terms\b/);
    expect(html).toContain("</html>");
    expect(html.match(/class="button" href/g)?.length ?? 0).toBeLessThanOrEqual(1);
    const [named = ""] = /^\[Sekimori\] /.exec(subject) ?? [];
    expect(subject.length - named.length).toBeLessThan(locale === "ja" ? 50 : 70);
    if (locale === "ja") {
      expect(text).not.toMatch(/である。|だ。/);
    } else {
      expect(text).not.toMatch(/[\u3040-\u30ff]/);
    }
    // A code stands in the subject, so that nobody has to open the mail for it.
    const code = /^ {4}(\d{6})$/m.exec(text)?.[1];
    if (code !== undefined) expect(subject).toContain(code);
  });
});

test.each([
  ["ja", "会員規約", /^\d{4}年\d+月\d+日版（PDF）$/],
  ["en", "Member Terms", /^Version of \d{4}\/\d{2}\/\d{2} \(PDF\)$/],
] as const)(
  "a document that was agreed to stands by its day, with its PDF, in %s",
  (locale, title, version) => {
    const lines = mailSamples.applicationConfirmationMail?.(locale).text.split("\n") ?? [];
    const at = lines.indexOf(title);
    expect(lines[at + 1]?.trim()).toMatch(version);
    expect(lines[at + 2]?.trim()).toBe(
      `https://portal.example${legalPdfPath("member-terms", locale)}`,
    );
  },
);

const failedMail = (name: string, locale: "ja" | "en") => mailSamples[name]?.(locale).text ?? "";

test.each(locales)("a failed payment leads to what mends it, in %s", (locale) => {
  for (const name of ["paymentFailedMail", "paymentFailedMail-authentication"]) {
    expect(failedMail(name, locale)).toContain(pagePaths.payInvoice);
  }
  const label = { ja: "認証して支払う", en: "Verify and pay" }[locale];
  expect(failedMail("paymentFailedMail-authentication", locale)).toContain(label);
});

test("mails about a card that is lost or missing ask for another one, and for nothing that would fail", () => {
  for (const locale of locales) {
    for (const name of ["paymentFailedMail-card", "cardMissingMail"]) {
      const text = failedMail(name, locale);
      const dialog = pageUrl("security", { tab: "contract", dialog: "card" });
      expect(text).toContain(`https://portal.example${dialog}\n`);
      expect(text).not.toContain(pagePaths.payInvoice);
      expect(text).not.toMatch(/We'll try|もう一度請求します/);
    }
  }
  expect(failedMail("paymentFailedMail-card", "en")).toContain("Add another card");
  expect(failedMail("paymentFailedMail-card", "ja")).toContain("別のカードをご登録ください");
});

test.each(locales)("each stage of an unpaid month has a subject of its own, in %s", (locale) => {
  const stages = Object.entries(mailSamples).filter(([name]) =>
    /^(paymentFailedMail(-again|-beforeLast|-card|-authentication|-suspended)?|cardMissingMail|planSuspendedMail|paymentReceivedMail(-resumed)?)$/.test(
      name,
    ),
  );
  expect(stages).toHaveLength(10);
  expect(new Set(stages.map(([, write]) => write(locale).subject)).size).toBe(stages.length);
  const { subject } = mailSamples["paymentFailedMail-beforeLast"]?.(locale) ?? {};
  expect(subject).toContain(
    { ja: "2027年1月15日が最後", en: "last attempt is on 2027/01/15" }[locale],
  );
});

test.each(locales)("what follows from a failure of others is no act of theirs, in %s", (locale) => {
  const said = { ja: "お手続きは不要です", en: "You don't need to do anything" }[locale];
  expect(failedMail("paymentFailedMail-gateway", locale)).toContain(said);
  expect(failedMail("paymentFailedMail", locale)).not.toContain(said);
});

/** Mails about what only an account with a password has: each is sent where there is one. */
const ofPasswords = new Set([
  "oneTimePasswordMail",
  "codesGuessedMail",
  "passwordsGuessedMail",
  "resetMail",
  "passwordChangedMail",
  "twoFactorMail",
  "appAddedMail",
  "appReplacedMail",
  "appRemovedMail",
  "passkeyAddedMail",
  "passkeyRemovedMail",
  "passkeyRemovedMail-last",
  "passkeyCopiedMail",
  "recoveryCodesMadeMail",
  "recoveryCodeUsedMail",
  "recoveryCodeUsedMail-few",
  "recoveryStartedMail",
  "recoveryStartedMail-reminder",
  "recoveryStartedMail-by-staff",
  "recoveryReadyMail",
  "recoveryStoppedMail",
  "recoveryStoppedMail-proved",
  "recoveryDoneMail",
  "browserTrustedMail",
  "trustCopiedMail",
  "externalIdLinkedMail",
  "externalIdUnlinkedMail",
  "oldAddressMail",
  "changeUndoneMail",
  // Rules ask for a factor beside the password, of those who have one.
  "ruleComingMail",
  "ruleComingMail-passkey",
  // Meets those alone who have no other way in than the password.
  "ruleComingMail-no-passwords",
  // Speaks of the emergency owner's, who came in by it.
  "breakGlassUsedMail",
]);

describe("to whoever signs in by an external ID alone", () => {
  const others = Object.entries(mailSamplesWithoutPassword).filter(
    ([name]) => !ofPasswords.has(name),
  );

  test.each(others)("%s speaks of no password", (_, write) => {
    for (const locale of locales) expect(write(locale).text).not.toMatch(/password|パスワード/i);
  });

  test("the same mails speak of it where there is one", () => {
    const { newDeviceMail, alreadyRegisteredMail } = mailSamples;
    expect(newDeviceMail?.("en").text).toContain("Reset your password");
    expect(alreadyRegisteredMail?.("ja").text).toContain("パスワードをお忘れの方");
  });
});
