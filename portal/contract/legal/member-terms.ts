import { inquiryAnswerDays, lateChargePercent } from "../constants.ts";
import type { LegalDocument } from "./document.ts";

/** Member Terms, 27 articles. SAMPLE: the operator must have it reviewed by counsel before use. */
export const memberTerms: LegalDocument = {
  id: "member-terms",
  title: { ja: "会員規約", en: "Member Terms" },
  effectiveOn: "2026-04-01",
  preamble: {
    ja: "本規約は、{provider}（以下「当社」といいます。）が運営する会員登録制度の内容と、会員に守っていただく事項を定めるものです。",
    en: "These terms describe the membership that {provider} (“we”) operates and what members undertake to observe.",
  },
  articles: [
    {
      title: { ja: "適用", en: "Scope" },
      clauses: [
        {
          ja: "本規約は、会員登録および会員としての利用の一切に適用されます。",
          en: "These terms apply to registration and to everything a member does as a member.",
        },
        {
          ja: "個々のサービスの利用には、本規約のほか、そのサービスの利用規約が適用されます。",
          en: "The use of each service is also governed by that service's own terms.",
        },
      ],
    },
    {
      title: { ja: "定義", en: "Definitions" },
      clauses: [
        {
          ja: "「会員」とは、本規約に同意し、当社所定の手続きにより登録を完了した方をいいます。",
          en: "“Member” means a person who has agreed to these terms and completed registration by our procedure.",
        },
        {
          ja: "「認証情報」とは、ログインID、パスワード、ワンタイムパスワード、パスキーその他会員を識別するための情報をいいます。",
          en: "“Credentials” means login IDs, passwords, one-time passwords, passkeys and other information that identifies a member.",
        },
      ],
    },
    {
      title: { ja: "会員資格", en: "Eligibility" },
      clauses: [
        {
          ja: "会員となることができるのは、本規約に同意した法人、団体または個人です。",
          en: "Organizations and individuals that agree to these terms may become members.",
        },
        {
          ja: "未成年者が会員となるには、法定代理人の同意が必要です。",
          en: "A minor needs the consent of a legal representative.",
        },
      ],
    },
    {
      title: { ja: "登録", en: "Registration" },
      clauses: [
        {
          ja: "登録を希望する方は、メールアドレスに送付する確認コードによりそのアドレスを確認したうえで、真実かつ正確な情報を登録するものとします。",
          en: "A person who registers proves an email address with the code sent to it and then gives true and accurate information.",
        },
        {
          ja: "登録は、本規約への同意をもって完了します。",
          en: "Registration is complete on agreement to these terms.",
        },
      ],
    },
    {
      title: { ja: "登録の拒否", en: "Refusal of registration" },
      clauses: [
        {
          ja: "当社は、登録情報に虚偽があるとき、過去に会員資格を取り消されたことがあるとき、その他相当の理由があるとき、登録を認めないことがあります。",
          en: "We may refuse registration where information is false, where membership was canceled before, or for another reasonable cause.",
        },
      ],
    },
    {
      title: { ja: "外部IDの利用", en: "External ID" },
      clauses: [
        {
          ja: "会員は、当社が対応する外部のID提供者の認証により登録およびログインをすることができます。",
          en: "A member may register and sign in through an external identity provider that we support.",
        },
        {
          ja: "外部IDで登録した会員のメールアドレス、パスワードおよび二要素認証は、外部のID提供者において管理されます。",
          en: "For members who register with an external ID, the email address, password and two-factor authentication are managed by the external identity provider.",
        },
        {
          ja: "外部のID提供者のサービスには、その提供者の規約が適用されます。",
          en: "The provider's own terms apply to its service.",
        },
      ],
    },
    {
      title: { ja: "登録情報の変更", en: "Updating details" },
      clauses: [
        {
          ja: "会員は、登録情報に変更があったとき、速やかにマイページから変更するものとします。",
          en: "A member updates registered information on My Page without delay when it changes.",
        },
        {
          ja: "変更がなかったために会員に生じた不利益について、当社は、当社に故意または過失がある場合を除き、責任を負いません。",
          en: "We are not liable for disadvantages that arise because information was not updated, unless we acted with intent or negligence.",
        },
      ],
    },
    {
      title: { ja: "認証情報の管理", en: "Credentials" },
      clauses: [
        {
          ja: "会員は、認証情報を自らの責任で管理し、第三者に使用させてはなりません。",
          en: "A member keeps credentials safe and does not let others use them.",
        },
        {
          ja: "会員は、認証情報が漏えいし、または不正に使用された疑いがあるとき、直ちにパスワードを変更し、当社に連絡するものとします。",
          en: "A member who suspects that credentials have leaked or been misused changes the password at once and tells us.",
        },
      ],
    },
    {
      title: { ja: "二要素認証", en: "Two-factor authentication" },
      clauses: [
        {
          ja: "会員は、二要素認証を有効にすることができます。当社は、これを有効にすることを推奨します。",
          en: "A member may turn two-factor authentication on; we recommend it.",
        },
        {
          ja: "ワンタイムパスワードは、登録されたメールアドレスに送付されます。会員は、そのメールアドレスを利用できる状態に保つものとします。",
          en: "One-time passwords are sent to the registered email address, which the member keeps in working order.",
        },
      ],
    },
    {
      title: { ja: "組織会員", en: "Organization members" },
      clauses: [
        {
          ja: "法人または団体として登録する方は、その法人または団体を代表し、または代表する者から権限を与えられていることを表明します。",
          en: "A person who registers for an organization declares that he or she represents it or is authorized by those who do.",
        },
        {
          ja: "組織会員は、その役職員その他自らのために利用する者に本規約を守らせ、その行為について責任を負います。",
          en: "An organization makes its staff and others who act for it observe these terms and answers for what they do.",
        },
      ],
    },
    {
      title: { ja: "当社からの通知", en: "Notices" },
      clauses: [
        {
          ja: "当社からの通知は、登録されたメールアドレスへの送信または会員画面への掲示により行います。",
          en: "We give notice by email to the registered address or by display on members' screens.",
        },
        {
          ja: "登録、契約、請求および安全に関する通知は、会員が受信を停止することができません。",
          en: "Notices about registration, contracts, billing and security cannot be turned off.",
        },
      ],
    },
    {
      title: { ja: "広告メール", en: "Promotional mail" },
      clauses: [
        {
          ja: "当社は、会員が事前に同意した場合に限り、広告または宣伝を内容とするメールを送信します。",
          en: "We send advertising mail only to members who have consented beforehand.",
        },
        {
          ja: "会員は、メールに記載の方法またはマイページから、いつでも受信を停止することができます。",
          en: "A member may stop it at any time by the method given in the mail or on My Page.",
        },
      ],
    },
    {
      title: { ja: "無料会員", en: "Free membership" },
      clauses: [
        {
          ja: "会員登録は無料です。無料で利用できる範囲は、各サービスの利用規約および画面に示します。",
          en: "Membership is free. What can be used free of charge is set out in each service's terms and on its screens.",
        },
      ],
    },
    {
      title: { ja: "有料サービスとの関係", en: "Relation to paid services" },
      clauses: [
        {
          ja: "有料サービスの契約は、会員登録とは別に、そのサービスの利用規約に従って成立します。",
          en: "A contract for a paid service is formed separately from membership, under that service's terms.",
        },
        {
          ja: "会員資格を失ったとき、有料サービスの契約も終了します。",
          en: "When membership ends, contracts for paid services end too.",
        },
      ],
    },
    {
      title: { ja: "決済手段", en: "Payment method" },
      clauses: [
        {
          ja: "会員は、本人名義または使用する権限のあるクレジットカードに限り登録することができます。",
          en: "A member may register only a credit card in the member's own name or one that the member is entitled to use.",
        },
        {
          ja: "カード番号およびセキュリティコードは決済会社が直接受け取り、当社は保存しません。当社が保存するのは、決済会社が発行する識別子、カードブランド、番号の下4桁、有効期限および名義です。",
          en: "The payment company receives the card number and security code directly; we do not keep them. We keep the identifier that the company issues, the brand, the last four digits, the expiry date and the holder's name.",
        },
      ],
    },
    {
      title: { ja: "遅延損害金", en: "Late charge" },
      clauses: [
        {
          ja: `会員が当社に対する金銭の支払いを怠ったときは、年${lateChargePercent}％の割合による遅延損害金を支払うものとします。`,
          en: `A member who is late in paying money owed to us pays a late charge of ${lateChargePercent}% a year.`,
        },
      ],
    },
    {
      title: { ja: "禁止事項", en: "Prohibited acts" },
      clauses: [
        {
          ja: "会員は、虚偽の情報を登録すること、他人になりすますこと、複数の登録により制限を免れることをしてはなりません。",
          en: "A member must not register false information, impersonate others, or evade limits by registering more than once.",
        },
        {
          ja: "会員は、不正アクセス、過度の負荷をかける行為その他当社または第三者の権利を害する行為をしてはなりません。",
          en: "A member must not gain unauthorized access, impose excessive load, or otherwise infringe our rights or those of third parties.",
        },
      ],
    },
    {
      title: { ja: "個人情報", en: "Personal information" },
      clauses: [
        {
          ja: "当社は、会員の個人情報を、法令およびプライバシーポリシーに従い、会員管理、サービスの提供、請求、問い合わせへの対応および安全の確保のために利用します。",
          en: "We use members' personal information in accordance with law and our privacy policy for administering membership, providing services, billing, answering inquiries and keeping the service safe.",
        },
        {
          ja: "開示、訂正、利用停止の請求および苦情は、{contactEmail}で受け付けます。",
          en: "Requests for disclosure, correction or suspension of use, and complaints, are received at {contactEmail}.",
        },
      ],
    },
    {
      title: { ja: "Cookieと外部送信", en: "Cookies and external transmission" },
      clauses: [
        {
          ja: "当社は、ログイン状態の維持と安全の確保に必要なCookieおよびブラウザの保存領域を用います。広告のための追跡には用いません。",
          en: "We use the cookies and browser storage needed to keep a member signed in and safe, and not to track members for advertising.",
        },
        {
          ja: "会員の端末から第三者に情報が送信される場合、その送信先、内容および目的をプライバシーポリシーに示します。",
          en: "Where information is sent from a member's device to a third party, our privacy policy names the recipient, the content and the purpose.",
        },
      ],
    },
    {
      title: { ja: "安全管理", en: "Security measures" },
      clauses: [
        {
          ja: "当社は、会員の情報を日本国内に保存し、氏名、住所、メールアドレスその他の登録情報を保存時にAES-GCM（256ビット）で暗号化し、取り扱う者を限定します。不正な利用を見つけるために記録する接続元のIPアドレス、端末の種類および日時は、項目ごとの暗号化の対象としません。",
          en: "We keep members' information in Japan, encrypt names, addresses, email addresses and other registered information at rest with AES-GCM using 256-bit keys, and restrict who may handle it. IP addresses, kinds of device and times, which we record to detect misuse, are not encrypted item by item.",
        },
        {
          ja: "前項にかかわらず外国にある事業者が受け取る情報は、会員を示す当社の識別子その他の、それだけでは会員を特定できないものに限ります。その事業者は、次のとおりです。{abroad}",
          en: "Despite the above, what companies abroad receive is limited to our identifiers and other things that identify no member by themselves. These companies are: {abroad}",
        },
        {
          ja: "当社は、会員の情報の漏えいその他の事故を知ったとき、法令に従い、会員および監督機関に通知します。",
          en: "Where we learn of a leak or other incident we inform members and the authorities as the law requires.",
        },
      ],
    },
    {
      title: { ja: "秘密保持", en: "Confidentiality" },
      clauses: [
        {
          ja: "当社および会員は、会員としての利用に関して知った相手方の秘密情報を第三者に開示しません。この義務は、会員資格の終了後3年間存続します。",
          en: "We and the member do not disclose to third parties the other's confidential information learned in connection with membership. This duty survives the end of membership by three years.",
        },
      ],
    },
    {
      title: { ja: "運営の中断と終了", en: "Interruption and end" },
      clauses: [
        {
          ja: "当社は、保守、障害その他やむを得ない事由により、会員登録制度の運営を中断することがあります。",
          en: "We may interrupt the operation of membership for maintenance, failures or other unavoidable causes.",
        },
        {
          ja: "当社が会員登録制度を終了するときは、3か月前までに通知します。",
          en: "Where we end membership altogether, we give three months' notice.",
        },
      ],
    },
    {
      title: {
        ja: "利用の停止と会員資格の取消し",
        en: "Suspension and cancellation of membership",
      },
      clauses: [
        {
          ja: "当社は、会員が本規約に違反したとき、または認証情報が不正に使用された疑いがあるとき、会員としての利用を停止することができます。",
          en: "We may suspend a member who breaks these terms, or where credentials appear to have been misused.",
        },
        {
          ja: `当社が会員に確認を求める通知をした日から${inquiryAnswerDays}日を経過しても応答がないとき、当社は会員資格を取り消すことができます。`,
          en: `Where a member does not answer our inquiry within ${inquiryAnswerDays} days of notice, we may cancel the membership.`,
        },
      ],
    },
    {
      title: { ja: "退会", en: "Withdrawal" },
      clauses: [
        {
          ja: "会員は、当社所定の手続きによりいつでも退会することができます。",
          en: "A member may withdraw at any time by our procedure.",
        },
        {
          ja: "退会は、手続きをした月の末日に効力を生じます。支払済みの料金は返金しません。ただし、当社の責めに帰すべき事由による場合を除きます。",
          en: "Withdrawal takes effect at the end of the month in which it is made. Fees already paid are not refunded, except where we are at fault.",
        },
      ],
    },
    {
      title: { ja: "データの消去", en: "Deletion of data" },
      clauses: [
        {
          ja: "当社は、会員から消去の請求または退会の申出を受けた日から1か月以内に、会員の情報を消去します。",
          en: "We delete a member's information within one month of a request for deletion or of notice of withdrawal.",
        },
        {
          ja: "請求書その他法令により保存を要する情報は、その期間が満了するまで、他の目的に用いずに保存します。",
          en: "Invoices and other records that the law requires are kept, for no other purpose, until the statutory period ends.",
        },
      ],
    },
    {
      title: {
        ja: "責任の制限および反社会的勢力の排除",
        en: "Limitation of liability and exclusion of anti-social forces",
      },
      clauses: [
        {
          ja: "当社の軽過失により会員に損害が生じた場合、当社は、通常生ずべき直接の損害に限り、会員が当社に支払う1か月分の料金を上限として賠償します。当社の故意または重過失による場合は、この限りではありません。",
          en: "Where slight negligence on our part causes a member damage, we compensate direct and ordinary damage only, up to one month of the fees the member pays us. This does not apply to intent or gross negligence.",
        },
        {
          ja: "会員は、自らが反社会的勢力に該当せず、関係を持たないことを表明します。これに反する場合、当社は催告なく会員資格を取り消すことができます。",
          en: "A member declares that it is not, and has no relations with, anti-social forces. In case of breach we may cancel the membership without notice.",
        },
      ],
    },
    {
      title: {
        ja: "規約の変更、準拠法および管轄",
        en: "Changes to these terms, governing law and jurisdiction",
      },
      clauses: [
        {
          ja: "当社は、民法第548条の4に従い、変更の内容と効力発生日を事前に周知して本規約を変更することができます。",
          en: "We may change these terms in accordance with article 548-4 of the Civil Code, announcing the change and its effective date in advance.",
        },
        {
          ja: "本規約は日本法に準拠し、本規約に関する紛争は{court}を第一審の専属的合意管轄裁判所とします。会員が消費者である場合は、法令による管轄を妨げません。",
          en: "These terms are governed by the law of Japan, and {court} has exclusive jurisdiction in the first instance. Where the member is a consumer, statutory jurisdiction is not affected.",
        },
        {
          ja: "本規約の日本語版と英語版に相違があるときは、日本語版が優先します。",
          en: "Where the Japanese and English versions differ, the Japanese version prevails.",
        },
      ],
    },
  ],
};
