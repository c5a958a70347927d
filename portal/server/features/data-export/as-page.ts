import type { Locale, Localized } from "@sekimori/kit-contract/locale";
import { dataPage } from "@sekimori/kit-server/html/data-page";
import type { ApplicationData } from "./ask-applications.ts";
import type { PersonalExport } from "./collect.ts";

export const partNames: Readonly<Record<string, Localized>> = {
  account: { ja: "アカウント", en: "Account" },
  contracts: { ja: "契約", en: "Contracts" },
  trials: { ja: "無料トライアル", en: "Trials" },
  priceAnswers: { ja: "料金改定へのご回答", en: "Your answers to new prices" },
  contractNotices: { ja: "契約についてお送りしたお知らせ", en: "Notices about your contract" },
  monthlySummaries: { ja: "月次サマリー", en: "Monthly summaries" },
  agreements: { ja: "お申し込みと規約への同意", en: "Applications and agreements to the terms" },
  card: { ja: "クレジットカード", en: "Credit card" },
  invoices: { ja: "請求書", en: "Invoices" },
  charges: { ja: "お支払いの処理", en: "Charges" },
  refunds: { ja: "返金", en: "Refunds" },
  disputes: { ja: "カード会社への異議申し立て", en: "Disputes with your card's issuer" },
  lateCharges: { ja: "遅延損害金", en: "Late charges" },
  accountingCopies: { ja: "経理の宛先へお送りした書類", en: "Documents copied to accounting" },
  allowedApplications: {
    ja: "アクセスを許可したアプリケーション",
    en: "Applications that may access your account",
  },
  externalIds: { ja: "外部ID", en: "External IDs" },
  roles: { ja: "アプリケーションでの役割", en: "Roles at applications" },
  inquiries: { ja: "運営からの確認のご依頼", en: "Inquiries that we sent you" },
  sessions: { ja: "ログイン中の端末", en: "Where you're logged in" },
  knownDevices: { ja: "ログインしたことのある端末", en: "Devices you've logged in on" },
  activity: { ja: "操作の履歴", en: "Activity" },
};

const missingNote: Localized = {
  ja: "このアプリケーションに接続できなかったため、ここにはデータが含まれていません。引き続き接続を試み、そろい次第メールでお知らせします。新しいコピーの作成を依頼することもできます。",
  en: "We couldn't reach this application, so its data isn't included here. We'll keep trying and email you when the copy is complete. You can also create a new copy.",
};

/** All of a copy, as it stands in the file. */
export interface WholeExport {
  readonly portal: PersonalExport;
  readonly applications: readonly ApplicationData[];
  /** Names of the applications that did not answer. */
  readonly missing: readonly string[];
}

/** The same data as a page that needs nothing but a browser. */
export function exportAsPage(data: WholeExport, locale: Locale, madeAt: Date): string {
  return dataPage({
    locale,
    title: locale === "ja" ? "ご自身のデータ" : "Your data",
    madeAt,
    parts: [
      ...Object.entries(data.portal).map(([name, rows]) => ({
        name: partNames[name]?.[locale] ?? name,
        rows,
      })),
      ...data.applications.flatMap((application) =>
        application.parts.map(({ place, name, rows, readable }) => ({
          name: [application.name, place, name[locale]].filter((word) => word !== null).join(": "),
          rows: readable?.[locale] ?? rows,
        })),
      ),
      ...data.missing.map((name) => ({ name, note: missingNote[locale] })),
    ],
  });
}
