import type { Localized } from "@sekimori/kit-contract/locale";
import { formatYen } from "@sekimori/kit-contract/yen";
import { brandList } from "../card-brands.ts";
import { type AnnouncedPrice, announcedPriceRule } from "./announced-price.ts";
import { freeUntilCharged } from "./cancellation.ts";
import { freePlanLimits } from "./free-plan.ts";

/** What the operator sets for the legal-disclosure table; texts take it, none of it is text. */
export interface DisclosureNames {
  readonly provider: Localized;
  readonly responsiblePerson: Localized;
  readonly address: Localized;
  readonly phone: string;
  readonly phoneHours: Localized;
  readonly contactEmail: string;
  /** Yen a month, tax included. */
  readonly monthlyPrice: number;
  readonly announcedPrice: AnnouncedPrice | null;
  readonly trialMonths: number;
  /** "T" and thirteen digits. */
  readonly invoiceNumber: string;
}

export interface DisclosureRow {
  readonly key: string;
  readonly label: Localized;
  readonly value: Localized;
}

/**
 * The table that the Specified Commercial Transactions Act asks of a mail-order seller
 * (特定商取引法に基づく表記), in its order.
 */
export function disclosureRows(names: DisclosureNames): readonly DisclosureRow[] {
  const announced =
    names.announcedPrice === null ? { ja: "", en: "" } : announcedPriceRule(names.announcedPrice);
  const same = (value: string): Localized => ({ ja: value, en: value });
  return [
    { key: "provider", label: { ja: "販売事業者", en: "Provider" }, value: names.provider },
    {
      key: "responsible",
      label: { ja: "運営責任者", en: "Responsible person" },
      value: names.responsiblePerson,
    },
    { key: "address", label: { ja: "所在地", en: "Address" }, value: names.address },
    {
      key: "phone",
      label: { ja: "電話番号・受付時間", en: "Phone and hours" },
      value: {
        ja: `${names.phone}（${names.phoneHours.ja}）`,
        en: `${names.phone}, ${names.phoneHours.en}`,
      },
    },
    {
      key: "email",
      label: { ja: "メールアドレス", en: "Email address" },
      value: same(names.contactEmail),
    },
    {
      key: "service",
      label: { ja: "役務の内容", en: "Service and its limits" },
      value: {
        ja: `インターネットに公開された資産の診断、監視および報告。無料プランは、${freePlanLimits.ja}です。`,
        en: `Diagnosis, monitoring and reporting of assets exposed to the internet. The free plan allows up to ${freePlanLimits.en}.`,
      },
    },
    {
      key: "price",
      label: { ja: "役務の対価", en: "Price" },
      value: {
        ja: `詳細診断プラン：月額${formatYen(names.monthlyPrice, "ja")}（税込）。${announced.ja}無料プラン：0円。`,
        en: `Detailed diagnosis plan: ${formatYen(names.monthlyPrice, "en")} per month, tax included.${announced.en && ` ${announced.en}`} Free plan: no charge.`,
      },
    },
    {
      key: "other-costs",
      label: { ja: "対価以外に必要な費用", en: "Other costs" },
      value: {
        ja: "インターネット接続に必要な通信費は、お客様のご負担となります。",
        en: "You pay for your own internet connection.",
      },
    },
    {
      key: "payment-method",
      label: { ja: "支払方法", en: "Payment methods" },
      value: {
        ja: `クレジットカード（${brandList.ja}）。カードの登録時に3-Dセキュアによる本人認証を行います。`,
        en: `Credit card (${brandList.en}), authenticated by 3-D Secure on registration.`,
      },
    },
    {
      key: "payment-time",
      label: { ja: "支払時期", en: "Time of payment" },
      value: {
        ja: "無料期間の終了後、最初に到来する1日に初回のご請求を行い、以後は毎月1日にご請求します。口座からの引落日はカード会社により異なります。",
        en: "The first charge is on the 1st of the month after the trial ends, then on the 1st of every month. Your card issuer decides when your account is debited.",
      },
    },
    {
      key: "provision",
      label: { ja: "役務の提供時期", en: "Provision" },
      value: {
        ja: "お申込み手続きの完了後、直ちにご利用いただけます。",
        en: "Immediately after registration is complete.",
      },
    },
    {
      key: "trial",
      label: { ja: "無料期間と有料への移行", en: "Free trial and conversion" },
      value: {
        ja: `無料期間は${names.trialMonths}か月です。${freeUntilCharged(null).ja}解約されない場合、有料の契約へ自動で移行します。`,
        en: `The trial lasts ${names.trialMonths} month${names.trialMonths === 1 ? "" : "s"}. ${freeUntilCharged(null).en} Unless you cancel, it becomes a paid contract.`,
      },
    },
    {
      key: "term",
      label: { ja: "契約期間と自動更新", en: "Term and renewal" },
      value: {
        ja: "契約期間は、契約の成立日からその月の末日までです。解約されるまで、1か月ごとに自動で更新されます。",
        en: "The contract runs from its formation to the end of that month and renews a month at a time until you cancel.",
      },
    },
    {
      key: "deadline",
      label: { ja: "申込期限", en: "Deadline for applications" },
      value: { ja: "申込みの期限はありません。", en: "There is no deadline." },
    },
    {
      key: "cancellation",
      label: { ja: "解約", en: "Cancellation" },
      value: {
        ja: "契約画面からいつでも解約できます。解約は手続きをした月の末日に効力を生じ、それまではご利用いただけます。",
        en: "You can cancel at any time on the contract screen. Cancellation takes effect at the end of that month; you can use the service until then.",
      },
    },
    {
      key: "refund",
      label: { ja: "返金", en: "Refunds" },
      value: {
        ja: "役務の性質上、お支払い後の返金はお受けしていません。ただし、当社の責めに帰すべき事由による場合を除きます。",
        en: "Fees are not refunded once paid, except where we are at fault.",
      },
    },
    {
      key: "environment",
      label: { ja: "動作環境", en: "Browsers" },
      value: {
        ja: "Chrome、Edge、Firefox、Safariの最新版およびその一つ前の版。",
        en: "The current and the previous major version of Chrome, Edge, Firefox and Safari.",
      },
    },
    {
      key: "conditions",
      label: { ja: "特別な条件", en: "Special conditions" },
      value: {
        ja: "診断できるのは、ご自身が管理する資産、または管理者の同意を得た資産に限ります。",
        en: "Only assets that you control, or whose controller has consented, can be diagnosed.",
      },
    },
    {
      key: "invoice-number",
      label: { ja: "適格請求書発行事業者の登録番号", en: "Invoice registration number" },
      value: same(names.invoiceNumber),
    },
  ];
}
