import { locales } from "@sekimori/kit-contract/locale";
import type { MonthlySummary } from "@sekimori/portal-contract/applications/summary";
import { expect, test } from "vitest";
import type { MailSender } from "./mail-layout.ts";
import { monthlySummaryMail } from "./monthly-summary-mail.ts";

// That karte's summary has the numbers of its screens and files is shown there (same-first-five.test.ts). Here: the
// mail has all of them, each where it belongs.

const sender: MailSender = {
  serviceName: "Sekimori",
  providerName: { ja: "関守サンプル株式会社", en: "Sekimori Sample Inc." },
  portalOrigin: "https://portal.example",
  contactUrl: "https://www.sekimori.example/contact",
};

const summary: MonthlySummary = {
  version: 1,
  account: "7d6c1f0e-52a4-4f3b-9d0b-6a1e5a4b9c10",
  month: "2026-11",
  manualRunsUsed: 41,
  workspaces: [
    {
      name: "Seki",
      domains: 101,
      grade: "C",
      gradeBefore: "D",
      open: { critical: 211, high: 223, medium: 227, low: 229, info: 233 },
      newFindings: 307,
      fixedFindings: 311,
      newAssets: 313,
      first: [
        {
          title: { ja: "最初", en: "First" },
          place: "first.example.jp",
          why: { ja: "緊急。", en: "Critical." },
          findings: 401,
        },
        {
          title: { ja: "次", en: "Next" },
          place: "next.example.jp",
          why: { ja: "高。", en: "High." },
        },
      ],
    },
  ],
};

const told = {
  ja: [
    "ドメイン 101件",
    "評価 C（前月はD）",
    "緊急 211件、高 223件、中 227件、低 229件、情報 233件",
    "新しい検出事項 307件",
    "解決済みになった検出事項 311件",
    "新しい資産 313件",
    "最初 first.example.jp、検出事項401件。緊急。",
    "次 next.example.jp。高。",
    "月59回のうち41回",
  ],
  en: [
    "Domains 101",
    "Grade C (D the month before)",
    "211 critical, 223 high, 227 medium, 229 low, 233 info",
    "New findings 307",
    "Fixed findings 311",
    "New assets 313",
    "First first.example.jp, 401 findings. Critical.",
    "Next next.example.jp. High.",
    "41 of 59",
  ],
} as const;

/** Words alone: without tags, marks of a table and what stands between words. */
const plain = (text: string) =>
  text.replaceAll(/<[^>]*>/g, "").replaceAll(/&[#\w]+;|[:：|\s]+/g, "");

test.each(locales)(
  "%s: the month's mail says every number of the summary, as text and as a page",
  (locale) => {
    const mail = monthlySummaryMail(sender, locale, {
      month: "2026-11-01",
      summary,
      manualRunsPerMonth: 59,
      unsubscribeUrl: "https://portal.example/unsubscribe",
    });
    for (const text of [mail.text, mail.html]) {
      const words = plain(text);
      for (const part of told[locale]) expect(words).toContain(plain(part));
    }
  },
);
