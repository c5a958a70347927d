import type { Localized } from "@sekimori/kit-contract/locale";
import { activityWords } from "./activity-words.ts";
import type { PersonalExport } from "./collect.ts";
import type { ReadablePart } from "./readable-fields.ts";
import { claimWords, scopeWords } from "./scope-words.ts";
import { languageWords, userTypeWords } from "./state-words.ts";

type Part<Name extends keyof PersonalExport> = ReadablePart<PersonalExport[Name][number]>;

const ipAddress = { label: { ja: "IPアドレス", en: "IP address" } };
const device = { label: { ja: "端末", en: "Device" } };
const lastSeen: Localized = { ja: "最後のご利用", en: "Last seen" };

/** Who somebody is, and how they sign in. */
export const accountParts: {
  readonly [Name in
    | "account"
    | "allowedApplications"
    | "externalIds"
    | "passkeys"
    | "trustedBrowsers"
    | "roles"
    | "consoleStaff"
    | "inquiries"
    | "sessions"
    | "knownDevices"
    | "activity"]: Part<Name>;
} = {
  account: {
    name: { ja: "アカウント", en: "Account" },
    fields: {
      email: { label: { ja: "メールアドレス", en: "Email address" } },
      userType: { label: { ja: "ユーザー種別", en: "User type" }, words: userTypeWords },
      companyName: { label: { ja: "組織名", en: "Organization name" } },
      corporateNumber: { label: { ja: "法人番号", en: "Corporate number" } },
      lastName: { label: { ja: "姓", en: "Last name" } },
      firstName: { label: { ja: "名", en: "First name" } },
      postalCode: { label: { ja: "郵便番号", en: "Postal code" } },
      addrState: { label: { ja: "都道府県", en: "Prefecture" }, as: "prefecture" },
      addrCity: { label: { ja: "市区町村", en: "City" } },
      addrLine1: { label: { ja: "町名・番地", en: "Street address" } },
      addrLine2: { label: { ja: "建物名・部屋番号", en: "Building and room" } },
      language: { label: { ja: "言語", en: "Language" }, words: languageWords },
      twoFactor: { label: { ja: "二要素認証", en: "Two-factor authentication" }, as: "switch" },
      monthlySummary: {
        label: { ja: "月次サマリーメール", en: "Monthly summary email" },
        as: "switch",
      },
      promotionalMail: { label: { ja: "お知らせメール", en: "News by email" }, as: "switch" },
      accountingEmail: {
        label: { ja: "請求書の写しの送付先", en: "Address for copies to accounting" },
      },
      noticesReadUpTo: { label: { ja: "お知らせの既読日時", en: "Last read notice" } },
      createdAt: { label: { ja: "登録日時", en: "Registered" } },
    },
  },
  allowedApplications: {
    name: {
      ja: "アクセスを許可したアプリケーション",
      en: "Applications that may access your account",
    },
    fields: {
      name: { label: { ja: "アプリケーション", en: "Application" } },
      scope: {
        label: { ja: "許可した内容", en: "What you allowed" },
        as: "words",
        words: scopeWords,
      },
      claims: {
        label: { ja: "個別に許可した情報", en: "Details you allowed one by one" },
        words: claimWords,
      },
      since: { label: { ja: "許可した日時", en: "Allowed" } },
    },
  },
  externalIds: {
    name: { ja: "外部ID", en: "External IDs" },
    fields: {
      issuer: { label: { ja: "提供元", en: "Provider" } },
      subject: { label: { ja: "提供元での識別子", en: "ID at the provider" } },
      linked_at: { label: { ja: "連携した日時", en: "Linked" } },
    },
  },
  passkeys: {
    name: { ja: "パスキー", en: "Passkeys" },
    fields: {
      name: { label: { ja: "名前", en: "Name" } },
      synced: { label: { ja: "端末間で同期", en: "Synced between devices" } },
      added_at: { label: { ja: "登録した日時", en: "Added" } },
      last_used_at: { label: { ja: "最後のご利用", en: "Last used" } },
    },
  },
  trustedBrowsers: {
    name: { ja: "信頼するブラウザー", en: "Browsers you trust" },
    fields: {
      device,
      trusted_at: { label: { ja: "信頼した日時", en: "Trusted" } },
      last_used_at: { label: { ja: "最後のご利用", en: "Last used" } },
      expires_at: { label: { ja: "期限", en: "Ends" } },
    },
  },
  roles: {
    name: { ja: "アプリケーションでの役割", en: "Application roles" },
    fields: {
      audience: { label: { ja: "アプリケーション", en: "Application" } },
      role: { label: { ja: "役割", en: "Role" } },
      granted_at: { label: { ja: "付与した日時", en: "Granted" } },
    },
  },
  consoleStaff: {
    name: { ja: "管理コンソールでの役割", en: "Console roles" },
    fields: {
      name: { label: { ja: "名前", en: "Name" } },
      roles: { label: { ja: "役割", en: "Roles" } },
      appointed_at: { label: { ja: "任命した日時", en: "Appointed" } },
      ended_at: { label: { ja: "解任した日時", en: "Ended" } },
    },
  },
  inquiries: {
    name: { ja: "運営からの確認のご依頼", en: "Requests we sent you" },
    fields: {
      asked_on: { label: { ja: "ご依頼日", en: "Sent on" } },
      answered_on: { label: { ja: "ご回答日", en: "Answered on" } },
    },
  },
  sessions: {
    name: { ja: "ログイン中の端末", en: "Where you're logged in" },
    fields: {
      created_at: { label: { ja: "ログイン", en: "Logged in" } },
      last_seen_at: { label: lastSeen },
      device,
      ip_address: ipAddress,
    },
  },
  knownDevices: {
    name: { ja: "ログインしたことのある端末", en: "Devices you've logged in on" },
    fields: {
      first_seen_at: { label: { ja: "最初のご利用", en: "First seen" } },
      last_seen_at: { label: lastSeen },
    },
  },
  activity: {
    name: { ja: "操作の履歴", en: "Activity" },
    fields: {
      at: { label: { ja: "日時", en: "Time" } },
      action: { label: { ja: "操作", en: "Action" }, words: activityWords },
      ip_address: ipAddress,
      device,
    },
  },
};
