import { noTrialReason } from "@sekimori/portal-contract/legal/no-trial";
import type { PersonalExport } from "./collect.ts";
import type { ReadablePart } from "./readable-fields.ts";
import {
  documentIdWords,
  endReasonWords,
  languageWords,
  noticeWords,
  planWords,
  summaryWords,
} from "./state-words.ts";

type Part<Name extends keyof PersonalExport> = ReadablePart<PersonalExport[Name][number]>;

const plan = { label: { ja: "プラン", en: "Plan" }, words: planWords };
const startedOn = { label: { ja: "開始日", en: "Started on" } };
const monthlyPrice = {
  label: { ja: "月額料金（税込）", en: "Monthly price, tax included" },
  as: "yen",
} as const;
const languageShown = {
  label: { ja: "表示した言語", en: "Language shown" },
  words: languageWords,
};

/** The contracts of somebody, what they agreed to, and what they were told. */
export const contractParts: {
  readonly [Name in
    | "contracts"
    | "trials"
    | "priceAnswers"
    | "contractNotices"
    | "monthlySummaries"
    | "agreements"]: Part<Name>;
} = {
  contracts: {
    name: { ja: "契約", en: "Contracts" },
    fields: {
      plan,
      started_on: startedOn,
      free_until: { label: { ja: "料金がかからない期間の終了日", en: "Free until" } },
      next_billing_on: {
        label: { ja: "次回請求日", en: "Next charge" },
        none: { ja: "なし", en: "None" },
      },
      monthly_price: monthlyPrice,
      ends_on: { label: { ja: "終了予定日", en: "Ends on" } },
      end_reason: { label: { ja: "終了の理由", en: "Reason for ending" }, words: endReasonWords },
      ended_on: { label: { ja: "終了日", en: "Ended on" } },
    },
  },
  trials: {
    name: { ja: "無料期間のご利用", en: "Free trials" },
    fields: { plan, started_on: startedOn },
  },
  priceAnswers: {
    name: { ja: "料金変更へのご回答", en: "Responses to price changes" },
    fields: {
      plan,
      effective_on: { label: { ja: "変更日", en: "From" } },
      former_price: {
        label: { ja: "変更前の月額料金（税込）", en: "Previous monthly price, tax included" },
        as: "yen",
      },
      monthly_price: monthlyPrice,
      accepted: { label: { ja: "同意", en: "Accepted" } },
      locale: languageShown,
      answered_at: { label: { ja: "ご回答日時", en: "Answered" } },
    },
  },
  contractNotices: {
    name: { ja: "契約についてお送りしたお知らせ", en: "Notices about your contract" },
    fields: {
      kind: { label: { ja: "お知らせ", en: "Notice" }, words: noticeWords },
      about: { label: { ja: "対象日", en: "Date concerned" } },
      monthly_price: monthlyPrice,
      sent_at: { label: { ja: "送信日時", en: "Sent" } },
    },
  },
  monthlySummaries: {
    name: { ja: "月次サマリー", en: "Monthly summaries" },
    fields: {
      month: { label: { ja: "対象月", en: "Month" }, as: "month" },
      outcome: { label: { ja: "結果", en: "Result" }, words: summaryWords },
      at: { label: { ja: "日時", en: "Time" } },
    },
  },
  agreements: {
    name: { ja: "お申し込みと規約への同意", en: "Orders and agreements to the terms" },
    fields: {
      agreed_at: { label: { ja: "同意した日時", en: "Agreed" } },
      locale: languageShown,
      documents: {
        label: { ja: "同意した規約", en: "Terms agreed to" },
        fields: {
          id: { label: { ja: "規約", en: "Terms" }, words: documentIdWords },
          version: { label: { ja: "版", en: "Version" }, as: "version" },
        },
      },
      shown: {
        label: { ja: "最終確認画面の内容", en: "What the final confirmation showed" },
        fields: {
          plan,
          documents: {
            label: { ja: "規約", en: "Terms" },
            fields: {
              id: { label: { ja: "規約の名称", en: "Title" }, words: documentIdWords },
              version: { label: { ja: "版", en: "Version" }, as: "version" },
            },
          },
          trialEndsOn: { label: { ja: "料金がかからない期間の終了日", en: "Free until" } },
          hasTrial: { label: { ja: "無料期間", en: "Free trial" } },
          trialUsedBy: {
            label: { ja: "無料期間が付かない理由", en: "Why there's no free trial" },
            words: noTrialReason,
          },
          firstChargeOn: { label: { ja: "初回請求日", en: "First charge" } },
          monthlyPrice,
          taxPercent: { label: { ja: "消費税率", en: "Tax rate" }, as: "percent" },
          announcedPrice: {
            label: { ja: "予定されている料金の変更", en: "Announced price" },
            fields: { effectiveOn: { label: { ja: "変更日", en: "From" } }, monthlyPrice },
          },
          scansPerMonth: {
            label: { ja: "月ごとの手動診断", en: "Manual scans per month" },
            none: { ja: "無制限", en: "Unlimited" },
          },
          card: {
            label: { ja: "クレジットカード", en: "Credit card" },
            fields: {
              last4: { label: { ja: "番号の末尾", en: "Number ending in" } },
            },
          },
          providerName: { label: { ja: "販売業者", en: "Provider" } },
          contactEmail: { label: { ja: "お問い合わせ先", en: "Contact email" } },
          contactPhone: { label: { ja: "電話番号", en: "Contact phone" } },
        },
      },
      promotional_mail: {
        label: { ja: "お知らせメールへの同意", en: "News by email" },
        as: "switch",
      },
      ip_address: { label: { ja: "IPアドレス", en: "IP address" } },
      device: { label: { ja: "端末", en: "Device" } },
    },
  },
};
