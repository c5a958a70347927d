import type { Locale, Localized } from "@sekimori/kit-contract/locale";
import { businessTimeZone } from "@sekimori/portal-contract/constants";
import { pageUrl } from "@sekimori/portal-contract/page-routes";
import type { PlanId } from "@sekimori/portal-contract/plans";
import {
  composeMail,
  link,
  type MailContent,
  type MailSender,
  paragraph,
  table,
} from "./mail-layout.ts";

/** What the final confirmation showed, as far as the mail repeats it. */
export interface ShownApplication {
  readonly documents: readonly { readonly id: string; readonly version: string }[];
  readonly trialEndsOn: string | null;
  readonly firstChargeOn: string | null;
  readonly monthlyPrice: number | null;
  readonly taxPercent: number;
  readonly scansPerMonth: number | null;
  readonly contactEmail: string;
  readonly contactPhone: string;
}

const planNames: Readonly<Record<PlanId, Localized>> = {
  detailed: { ja: "詳細診断プラン", en: "Detailed diagnosis plan" },
  free: { ja: "無料プラン", en: "Free plan" },
  security24: { ja: "セキュリティ24 無料体験", en: "Security 24 free trial" },
};

/** A day as SPEC 9 writes it. */
export function mailDay(day: string, locale: Locale): string {
  const [year = "", month = "", date = ""] = day.split("-");
  return locale === "ja"
    ? `${year}年${Number(month)}月${Number(date)}日`
    : `${year}/${month}/${date}`;
}

/** A moment in Tokyo as SPEC 9 writes it. */
export function mailMoment(moment: Date, locale: Locale): string {
  const parts = new Intl.DateTimeFormat("en-CA", {
    timeZone: businessTimeZone,
    dateStyle: "short",
    timeStyle: "short",
    hour12: false,
  }).format(moment);
  const [day = "", time = ""] = parts.split(", ");
  return `${mailDay(day, locale)} ${time}${locale === "ja" ? "" : " (JST)"}`;
}

function yen(amount: number, locale: Locale): string {
  const digits = amount.toLocaleString("en-US");
  return locale === "ja" ? `${digits}円` : `JPY ${digits}`;
}

function rowsOf(
  plan: PlanId,
  shown: ShownApplication,
  appliedAt: Date,
  locale: Locale,
): [string, string][] {
  const ja = locale === "ja";
  const rows: [string, string][] = [
    [ja ? "お申し込み日時" : "Applied on", mailMoment(appliedAt, locale)],
    [ja ? "プラン" : "Plan", planNames[plan][locale]],
  ];
  if (shown.trialEndsOn !== null) {
    rows.push([ja ? "無料期間の終了日" : "Free until", mailDay(shown.trialEndsOn, locale)]);
  }
  if (shown.monthlyPrice !== null) {
    const price = yen(shown.monthlyPrice, locale);
    rows.push([
      ja ? "月額料金" : "Monthly price",
      ja
        ? `${price}（税込、消費税率${shown.taxPercent}%）`
        : `${price} (tax included, ${shown.taxPercent}%)`,
    ]);
  }
  if (shown.firstChargeOn !== null) {
    rows.push([ja ? "初回請求日" : "First charge", mailDay(shown.firstChargeOn, locale)]);
    rows.push(
      ja
        ? ["支払時期・方法", "毎月1日にクレジットカードへ請求します"]
        : ["Payment", "By credit card on the 1st of each month"],
    );
  }
  if (shown.scansPerMonth !== null) {
    rows.push(
      ja
        ? ["手動スキャン", `月${shown.scansPerMonth}回まで`]
        : ["Manual scans", `up to ${shown.scansPerMonth} a month`],
    );
  }
  rows.push(
    ja
      ? ["契約期間", "期間の定めはなく、解約するまで自動で更新されます"]
      : ["Term", "Indefinite; renews automatically until cancelled"],
    ja
      ? [
          "解約",
          "管理画面の契約情報からいつでも解約でき、その月の末日に終了します。返金はありません",
        ]
      : [
          "Cancellation",
          "At any time under My contract; takes effect at the end of that month, without refund",
        ],
    [
      ja ? "同意した規約" : "Terms agreed to",
      shown.documents.map(({ id, version }) => `${id} ${version}`).join(", "),
    ],
    [ja ? "お問い合わせ" : "Contact", `${shown.contactEmail} / ${shown.contactPhone}`],
  );
  return rows;
}

/** Confirms the registration and repeats what was shown at the agreement (LEGAL). */
export function applicationConfirmationMail(
  sender: MailSender,
  locale: Locale,
  application: {
    readonly plan: PlanId;
    readonly shown: ShownApplication;
    readonly appliedAt: Date;
  },
): MailContent {
  const { plan, shown, appliedAt } = application;
  const rows = table(rowsOf(plan, shown, appliedAt, locale));
  const signInUrl = `${sender.portalOrigin}${pageUrl("login")}`;
  return locale === "ja"
    ? composeMail(sender, locale, "会員登録が完了しました", [
        paragraph("会員登録が完了しました。お申し込みの内容は次のとおりです。"),
        rows,
        link("ログインはこちら", signInUrl),
      ])
    : composeMail(sender, locale, "Your registration is complete", [
        paragraph("Your registration is complete. This is what you applied for."),
        rows,
        link("Sign in", signInUrl),
      ]);
}
