import type { Localized } from "@sekimori/kit-contract/locale";
import type { InteractionView } from "@sekimori/portal-contract/endpoints/openid";
import type { claimsByScope } from "../openid/protocol/scopes.ts";

/** What an application may do with each scope, as My Page says it; others stand by their names. */
export const scopeWords: Readonly<Record<InteractionView["scopes"][number], Localized>> = {
  openid: { ja: "本人であることを確認する", en: "Identify you" },
  profile: { ja: "氏名と言語を参照する", en: "See your name and language" },
  email: { ja: "メールアドレスを参照する", en: "See your email address" },
  address: { ja: "住所を参照する", en: "See your address" },
  plan: { ja: "プランと契約内容を参照する", en: "See your plan and contract" },
  organization: { ja: "組織の情報を参照する", en: "See your organization" },
  roles: {
    ja: "このアプリケーションでの役割を参照する",
    en: "See your roles in this application",
  },
  offline_access: {
    ja: "利用していないときもアクセスを継続する",
    en: "Keep this access while you're not using it",
  },
};

type Claim = (typeof claimsByScope)[keyof typeof claimsByScope][number];

/** What single claims are. */
export const claimWords: Readonly<Record<Claim, Localized>> = {
  sub: { ja: "アプリケーションでの識別子", en: "ID at the application" },
  auth_time: { ja: "ログインした日時", en: "When you logged in" },
  acr: { ja: "ログインの強度", en: "How strong the login was" },
  amr: { ja: "ログインの方法", en: "How you logged in" },
  name: { ja: "氏名", en: "Name" },
  family_name: { ja: "姓", en: "Last name" },
  given_name: { ja: "名", en: "First name" },
  locale: { ja: "言語", en: "Language" },
  preferred_username: { ja: "表示名", en: "Display name" },
  updated_at: { ja: "更新日時", en: "Last update" },
  email: { ja: "メールアドレス", en: "Email address" },
  email_verified: { ja: "メールアドレスの確認", en: "Whether the email address is confirmed" },
  address: { ja: "住所", en: "Address" },
  plan: { ja: "プランと契約", en: "Plan and contract" },
  organization: { ja: "組織の情報", en: "Organization" },
  roles: { ja: "役割", en: "Roles" },
};
