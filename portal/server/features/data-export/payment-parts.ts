import type { PersonalExport } from "./collect.ts";
import type { ReadablePart } from "./readable-fields.ts";
import {
  brandWords,
  chargeFailureWords,
  chargeStateWords,
  disputeStateWords,
  documentKindWords,
  invoiceStateWords,
  lineWords,
  mendedByWords,
  planWords,
  refundStateWords,
} from "./state-words.ts";

type Part<Name extends keyof PersonalExport> = ReadablePart<PersonalExport[Name][number]>;

const invoice = { label: { ja: "請求書番号", en: "Invoice" } };
const amount = { label: { ja: "金額", en: "Amount" }, as: "yen" } as const;
const lateCharge = { label: { ja: "遅延損害金", en: "Late charge" }, as: "yen" } as const;
const createdAt = { label: { ja: "受付日時", en: "Started" } };
const finishedAt = { label: { ja: "完了日時", en: "Finished" } };
const principal = {
  label: { ja: "期日を過ぎた金額", en: "Amount paid late" },
  as: "yen",
} as const;
const lateDays = { label: { ja: "遅れた日数", en: "Days late" } };

/** What somebody paid, owes and got back. */
export const paymentParts: {
  readonly [Name in
    | "card"
    | "invoices"
    | "charges"
    | "refunds"
    | "disputes"
    | "lateCharges"
    | "accountingCopies"]: Part<Name>;
} = {
  card: {
    name: { ja: "クレジットカード", en: "Credit card" },
    fields: {
      brand: { label: { ja: "ブランド", en: "Brand" }, words: brandWords },
      expiry: { label: { ja: "有効期限", en: "Expires" }, as: "month" },
      last4: { label: { ja: "番号の末尾", en: "Number ending in" } },
      holder: { label: { ja: "カードの名義", en: "Cardholder" } },
    },
  },
  invoices: {
    name: { ja: "請求書", en: "Invoices" },
    fields: {
      id: { label: { ja: "識別子", en: "ID" } },
      kind: { label: { ja: "書類", en: "Document" }, words: documentKindWords },
      number: { label: { ja: "番号", en: "Number" } },
      state: { label: { ja: "状態", en: "State" }, words: invoiceStateWords },
      issuedOn: { label: { ja: "発行日", en: "Issued on" } },
      dueOn: { label: { ja: "お支払期日", en: "Due on" } },
      paidOn: { label: { ja: "お支払日", en: "Paid on" } },
      period: { label: { ja: "対象月", en: "Month" }, as: "month" },
      amount: { label: { ja: "料金（税込）", en: "Fees, tax included" }, as: "yen" },
      taxPercent: { label: { ja: "消費税率", en: "Tax rate" }, as: "percent" },
      taxAmount: { label: { ja: "うち消費税", en: "Including tax" }, as: "yen" },
      lateCharge,
      lines: {
        label: { ja: "明細", en: "Lines" },
        fields: {
          kind: { label: { ja: "内容", en: "For" }, words: lineWords },
          plan: { label: { ja: "プラン", en: "Plan" }, words: planWords },
          from: { label: { ja: "期間の初日", en: "From" } },
          to: { label: { ja: "期間の末日", en: "To" } },
          number: { label: { ja: "対象の請求書", en: "For invoice" } },
          principal,
          days: lateDays,
          reason: { label: { ja: "理由", en: "Reason" } },
          amount,
        },
      },
      total: { label: { ja: "合計", en: "Total" }, as: "yen" },
      mendedBy: { label: { ja: "必要なお手続き", en: "Action needed" }, words: mendedByWords },
      isBeingCharged: { label: { ja: "請求の処理中", en: "Payment in progress" } },
      canPay: { label: { ja: "今すぐお支払いが可能", en: "Payable now" } },
      nextTryAt: { label: { ja: "再度の請求", en: "Next attempt" }, as: "moment" },
      corrects: { label: { ja: "訂正する請求書", en: "Corrected invoice" } },
      recipient: {
        label: { ja: "宛名", en: "Recipient" },
        fields: {
          company: { label: { ja: "組織名", en: "Organization name" } },
          name: { label: { ja: "氏名", en: "Name" } },
          postalCode: { label: { ja: "郵便番号", en: "Postal code" } },
          address: { label: { ja: "住所", en: "Address" } },
          inEnglish: {
            label: { ja: "英語の書類での宛名", en: "On English documents" },
            fields: {
              name: { label: { ja: "氏名", en: "Name" } },
              address: { label: { ja: "住所", en: "Address" } },
            },
          },
        },
      },
    },
  },
  charges: {
    name: { ja: "お支払いの処理", en: "Charges" },
    fields: {
      invoice,
      amount,
      card_last4: { label: { ja: "カード番号の末尾", en: "Card ending in" } },
      state: { label: { ja: "結果", en: "Result" }, words: chargeStateWords },
      failure: {
        label: { ja: "支払いできなかった理由", en: "Why it failed" },
        words: chargeFailureWords,
      },
      created_at: createdAt,
      finished_at: finishedAt,
    },
  },
  refunds: {
    name: { ja: "返金", en: "Refunds" },
    fields: {
      invoice,
      amount,
      reason: { label: { ja: "理由", en: "Reason" } },
      state: { label: { ja: "状態", en: "State" }, words: refundStateWords },
      created_at: createdAt,
      finished_at: finishedAt,
    },
  },
  disputes: {
    name: { ja: "カード会社への異議申し立て", en: "Card disputes" },
    fields: {
      invoice,
      amount,
      state: { label: { ja: "状態", en: "State" }, words: disputeStateWords },
      changed_at: { label: { ja: "更新日時", en: "Last change" } },
    },
  },
  lateCharges: {
    name: { ja: "遅延損害金", en: "Late charges" },
    fields: {
      invoice,
      principal,
      days: lateDays,
      amount: lateCharge,
      arose_on: { label: { ja: "発生日", en: "Incurred on" } },
    },
  },
  accountingCopies: {
    name: { ja: "経理の宛先へお送りした書類", en: "Documents copied to accounting" },
    fields: { invoice, at: { label: { ja: "送信日時", en: "Sent" } } },
  },
};
