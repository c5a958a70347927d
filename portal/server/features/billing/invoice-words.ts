import { formatDay } from "@sekimori/kit-contract/dates";
import type { Locale, Localized } from "@sekimori/kit-contract/locale";
import { formatYen } from "@sekimori/kit-contract/yen";
import { type CardBrand, cardBrandNames } from "@sekimori/portal-contract/card-brands";
import { lateChargePercent } from "@sekimori/portal-contract/constants";
import { planNames } from "@sekimori/portal-contract/plan-ids";
import type { CalendarDay } from "../plan/plan-dates.ts";
import type { InvoiceLine, InvoiceSnapshot } from "./invoice-snapshot.ts";

const words = {
  invoice: { ja: "請求書", en: "Invoice" },
  qualified: { ja: "適格請求書", en: "Qualified invoice" },
  receipt: { ja: " 兼 領収書", en: " and receipt" },
  creditNote: { ja: "返還請求書", en: "Credit note" },
  qualifiedCredit: { ja: "適格返還請求書", en: "Qualified credit note" },
  number: { ja: "番号", en: "Number" },
  issuedOn: { ja: "発行日", en: "Date of issue" },
  corrects: { ja: "元の請求書", en: "Corrects invoice" },
  to: { ja: "宛先", en: "To" },
  from: { ja: "発行者", en: "From" },
  registration: { ja: "登録番号", en: "Registration number" },
  item: { ja: "品目", en: "Item" },
  amount: { ja: "金額（税込）", en: "Amount, tax included" },
  outside: { ja: "不課税", en: "Not taxable" },
  total: { ja: "合計", en: "Total" },
  totalWithTax: { ja: "合計金額（税込）", en: "Total, tax included" },
  verify: { ja: "真正性の確認", en: "Verification" },
  hash: { ja: "確認用の文字列（SHA-256）", en: "Document code (SHA-256)" },
} as const satisfies Readonly<Record<string, Localized>>;

/** One line with everything that explains its amount. */
export function lineText(line: InvoiceLine, locale: Locale): string {
  switch (line.kind) {
    case "plan": {
      const name = planNames[line.plan][locale];
      const [from, to] = [formatDay(line.from, locale), formatDay(line.to, locale)];
      return locale === "ja" ? `${name}（${from}〜${to}）` : `${name} (${from} to ${to})`;
    }
    case "late-charge": {
      const principal = formatYen(line.principal, locale);
      return locale === "ja"
        ? `遅延損害金（${line.number}、${principal} × 年${lateChargePercent}% × ${line.days}日 ÷ 365、1円未満切捨て）`
        : `Late charge (${line.number}: ${principal} × ${lateChargePercent}% per year × ${line.days} ${line.days === 1 ? "day" : "days"} ÷ 365, rounded down)`;
    }
    case "refund":
      return locale === "ja" ? `返金（${line.reason}）` : `Refund (${line.reason})`;
  }
}

/** What is taxed at a rate, and the tax that it contains, as the law on invoices wants both. */
export function taxText(percent: number, locale: Locale): readonly [string, string] {
  return locale === "ja"
    ? [`${percent}%対象`, `うち消費税（${percent}%）`]
    : [`Subject to ${percent}% tax`, `of which consumption tax (${percent}%)`];
}

/** A postal address on one line, its code where post offices look for it. */
export function addressText(postalCode: string, address: Localized, locale: Locale): string {
  return locale === "ja" ? `〒${postalCode} ${address.ja}` : `${address.en} ${postalCode}`;
}

/** How an invoice was paid, as far as its document says it. */
export interface Payment {
  readonly paidOn: CalendarDay;
  /** Of the card that was charged; of a card for once nobody knows the brand any more. */
  readonly brand: CardBrand | null;
  readonly last4: string;
}

/** That it was paid, when, and with which card: what makes a receipt of an invoice. */
export function paymentText({ paidOn, brand, last4 }: Payment, locale: Locale): string {
  const name = brand === null ? "" : `${cardBrandNames[brand]} `;
  const day = formatDay(paidOn, locale);
  return locale === "ja"
    ? `お支払い：${day}　クレジットカード（${name}末尾 ${last4}）　領収済み`
    : `Paid on ${day} by credit card (${name}ending in ${last4})`;
}

/** The document's title: of a qualified invoice only with a registration number, of a receipt once paid. */
export function documentTitle(
  { kind, issuer }: InvoiceSnapshot,
  locale: Locale,
  isReceipt: boolean,
): string {
  const isQualified = issuer.registration !== null;
  if (kind === "credit-note") {
    return (isQualified ? words.qualifiedCredit : words.creditNote)[locale];
  }
  const title = (isQualified ? words.qualified : words.invoice)[locale];
  return isReceipt ? title + words.receipt[locale] : title;
}

export const invoiceWords = words;
