import { formatDay, formatMoment } from "@sekimori/kit-contract/dates";
import type { Locale, Localized } from "@sekimori/kit-contract/locale";
import { formatYen } from "@sekimori/kit-contract/yen";
import {
  type AnnouncedPrice,
  announcedPriceRule,
} from "@sekimori/portal-contract/legal/announced-price";
import {
  cancellationRule,
  leavingRule,
  refundRule,
} from "@sekimori/portal-contract/legal/cancellation";
import {
  daysAfterTrial,
  hasDaysAfterTrial,
} from "@sekimori/portal-contract/legal/days-after-trial";
import type { LegalDocument } from "@sekimori/portal-contract/legal/document";
import { memberTerms } from "@sekimori/portal-contract/legal/member-terms";
import { noTrialReason } from "@sekimori/portal-contract/legal/no-trial";
import { legalPdfPath } from "@sekimori/portal-contract/legal/pdf-path";
import { serviceTerms } from "@sekimori/portal-contract/legal/service-terms";
import { pageUrl } from "@sekimori/portal-contract/page-routes";
import { planNames } from "@sekimori/portal-contract/plan-ids";
import { planLimits } from "@sekimori/portal-contract/plan-limits";
import type { PlanId } from "@sekimori/portal-contract/plans";
import {
  composeMail,
  link,
  type MailBlock,
  type MailContent,
  type MailSender,
  paragraph,
  table,
} from "./mail-layout.ts";

/** What the final confirmation showed, as far as the mail repeats it. */
export interface ShownApplication {
  readonly documents: readonly { readonly id: string; readonly version: string }[];
  readonly trialEndsOn: string | null;
  readonly hasTrial: boolean;
  readonly trialUsedBy: keyof typeof noTrialReason | null;
  readonly firstChargeOn: string | null;
  readonly monthlyPrice: number | null;
  readonly taxPercent: number;
  readonly announcedPrice: AnnouncedPrice | null;
  readonly contactEmail: string;
  readonly contactPhone: string;
}

/** A moment in Tokyo, of which English readers are told that it is. */
export function mailMoment(moment: Date, locale: Locale): string {
  return `${formatMoment(moment.toISOString(), locale)}${locale === "ja" ? "" : " (JST)"}`;
}

type Rows = [string, string | { readonly text: string; readonly url: string }][];

const titles = new Map<string, LegalDocument["title"]>(
  [memberTerms, serviceTerms].map(({ id, title }) => [id, title]),
);

/** Versions as people say them: by their day, with the document to read and keep. */
function agreedDocuments(portalOrigin: string, shown: ShownApplication, locale: Locale): Rows {
  return shown.documents.map(({ id, version }) => {
    const day = formatDay(version.slice(0, "2026-01-01".length), locale);
    const text = locale === "ja" ? `${day}版（PDF）` : `Version of ${day} (PDF)`;
    const url = `${portalOrigin}${legalPdfPath(id as LegalDocument["id"], locale)}`;
    return [titles.get(id)?.[locale] ?? id, { text, url }];
  });
}

/** The words of the final confirmation. */
function leavingOf({ monthlyPrice }: ShownApplication, locale: Locale): string {
  if (monthlyPrice === null) return leavingRule[locale];
  return [cancellationRule[locale], refundRule[locale]].join(locale === "ja" ? "" : " ");
}

const freeDaysLabel = ({ hasTrial }: ShownApplication): Localized =>
  hasTrial
    ? { ja: "無料期間の終了日", en: "Free trial ends" }
    : { ja: "料金がかからない期間の終了日", en: "Free period ends" };

function freeDays(
  trialEndsOn: string,
  { hasTrial, firstChargeOn }: ShownApplication,
  locale: Locale,
): string {
  const day = formatDay(trialEndsOn, locale);
  if (!hasTrial || firstChargeOn === null || !hasDaysAfterTrial(trialEndsOn, firstChargeOn)) {
    return day;
  }
  return `${day}\n${daysAfterTrial(firstChargeOn)[locale]}`;
}

const leavingLabel = ({ monthlyPrice }: ShownApplication): Localized =>
  monthlyPrice === null
    ? { ja: "退会", en: "Closing your account" }
    : { ja: "解約・返金", en: "Cancellation and refunds" };

function termOfPaid(locale: Locale): [string, string] {
  return locale === "ja"
    ? ["契約期間", "お申し込みの月の末日までです。解約されるまで、1か月ごとに自動で更新されます"]
    : ["Term", "Until the end of the month you order in, then renewed monthly until you cancel"];
}

/** Of a plan that nothing is ever charged for: nothing renews, and what is limited. */
function termOfFree(plan: PlanId, { trialEndsOn }: ShownApplication, locale: Locale): Rows {
  const ja = locale === "ja";
  const limits = planLimits(plan)[locale];
  if (trialEndsOn === null) {
    return ja
      ? [
          ["料金", "かかりません"],
          ["ご利用の範囲", limits],
          ["契約期間", "期間の定めはなく、更新もありません"],
        ]
      : [
          ["Price", "Free of charge"],
          ["Limits", limits],
          ["Term", "No fixed term, and nothing to renew"],
        ];
  }
  const after = planLimits("free")[locale];
  const day = formatDay(trialEndsOn, locale);
  return ja
    ? [
        ["料金", "かかりません"],
        ["ご利用の範囲", limits],
        ["契約期間", `${day}に終了し、更新されません。その後は無料プラン（${after}）になります`],
      ]
    : [
        ["Price", "Free of charge"],
        ["Limits", limits],
        ["Term", `Ends on ${day} and doesn't renew; then you're on the free plan (${after})`],
      ];
}

function rowsOf(
  portalOrigin: string,
  plan: PlanId,
  shown: ShownApplication,
  appliedAt: Date,
  locale: Locale,
): Rows {
  const ja = locale === "ja";
  const rows: Rows = [
    [ja ? "お申し込み日時" : "Ordered on", mailMoment(appliedAt, locale)],
    [ja ? "プラン" : "Plan", planNames[plan][locale]],
  ];
  if (shown.trialUsedBy !== null) {
    rows.push([ja ? "無料期間" : "Free trial", noTrialReason[shown.trialUsedBy][locale]]);
  }
  if (shown.trialEndsOn !== null) {
    rows.push([freeDaysLabel(shown)[locale], freeDays(shown.trialEndsOn, shown, locale)]);
  }
  if (shown.monthlyPrice !== null) {
    const price = formatYen(shown.monthlyPrice, locale);
    rows.push([
      ja ? "月額料金" : "Monthly price",
      ja
        ? `${price}（税率${shown.taxPercent}%・税込）`
        : `${price} (${shown.taxPercent}% tax included)`,
    ]);
  }
  if (shown.firstChargeOn !== null && shown.monthlyPrice !== null) {
    const first = [formatDay(shown.firstChargeOn, locale), formatYen(shown.monthlyPrice, locale)];
    rows.push([ja ? "初回のご請求" : "First charge", first.join(ja ? " " : ", ")]);
    rows.push(
      ja
        ? ["支払時期・方法", "毎月1日にクレジットカードへ請求します"]
        : ["Payment", "Charged to your credit card on the 1st of each month"],
    );
  }
  if (shown.announcedPrice !== null) {
    const label = ja ? "料金の変更" : "Price change";
    rows.push([label, announcedPriceRule(shown.announcedPrice)[locale]]);
  }
  rows.push(
    ...(shown.monthlyPrice === null ? termOfFree(plan, shown, locale) : [termOfPaid(locale)]),
    [leavingLabel(shown)[locale], leavingOf(shown, locale)],
    ...agreedDocuments(portalOrigin, shown, locale),
    [ja ? "お問い合わせ" : "Contact", `${shown.contactEmail}\n${shown.contactPhone}`],
  );
  return rows;
}

function upgradeMail(sender: MailSender, locale: Locale, rows: MailBlock): MailContent {
  const contractUrl = `${sender.portalOrigin}${pageUrl("security", { tab: "contract" })}`;
  return locale === "ja"
    ? composeMail(sender, locale, "お申し込みが完了しました", [
        paragraph(
          "有料プランをお申し込みいただき、ありがとうございます。お申し込みの内容は次のとおりです。",
        ),
        rows,
        link("マイページで契約を確認する", contractUrl),
      ])
    : composeMail(sender, locale, "Your order is confirmed", [
        paragraph("Thank you for your order. Here's what you agreed to."),
        rows,
        link("View your contract", contractUrl),
      ]);
}

/** Confirms the registration and repeats what was shown at the agreement (特定商取引法). */
export function applicationConfirmationMail(
  sender: MailSender,
  locale: Locale,
  application: {
    readonly plan: PlanId;
    readonly shown: ShownApplication;
    readonly appliedAt: Date;
    /** Of a member, not of somebody who has just registered. */
    readonly isUpgrade?: boolean;
  },
): MailContent {
  const { plan, shown, appliedAt, isUpgrade = false } = application;
  const rows = table(rowsOf(sender.portalOrigin, plan, shown, appliedAt, locale));
  if (isUpgrade) return upgradeMail(sender, locale, rows);
  const signInUrl = `${sender.portalOrigin}${pageUrl("login")}`;
  return locale === "ja"
    ? composeMail(sender, locale, "会員登録が完了しました", [
        paragraph(
          `${sender.serviceName}にご登録いただき、ありがとうございます。お申し込みの内容は次のとおりです。このメールは大切に保管してください。`,
        ),
        rows,
        link("ログインする", signInUrl),
      ])
    : composeMail(sender, locale, `Welcome to ${sender.serviceName}`, [
        paragraph(
          `Thanks for registering with ${sender.serviceName}. Here's what you agreed to; please keep this email for your records.`,
        ),
        rows,
        link("Log in", signInUrl),
      ]);
}
