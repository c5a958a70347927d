import { brandList } from "../card-brands.ts";
import { changeNoticeDays, freeScansPerMonth, lateChargePercent } from "../constants.ts";
import type { LegalDocument } from "./document.ts";

/**
 * Service Terms, 24 articles. SAMPLE: the operator must have it reviewed by counsel before use.
 */
export const serviceTerms: LegalDocument = {
  id: "service-terms",
  title: { ja: "サービス利用規約", en: "Service Terms" },
  effectiveOn: "2026-04-01",
  preamble: {
    ja: "本規約は、{provider}（以下「当社」といいます。）が提供する攻撃対象領域診断サービス「Sekimori」の利用条件を定めるものです。",
    en: "These terms set out the conditions on which {provider} (“we”) provides Sekimori, a service that diagnoses the attack surface of internet domains.",
  },
  articles: [
    {
      title: { ja: "適用", en: "Scope" },
      clauses: [
        {
          ja: "本規約は、本サービスの利用に関する当社と利用者との間の一切の関係に適用されます。",
          en: "These terms govern every relationship between us and the user concerning the use of the service.",
        },
        {
          ja: "当社が別に定める個別の条件、会員規約と本規約の内容が異なる場合は、個別の条件、本規約、会員規約の順に優先します。",
          en: "Where separate conditions that we set, the Member Terms and these terms differ, the separate conditions prevail, then these terms, then the Member Terms.",
        },
      ],
    },
    {
      title: { ja: "定義", en: "Definitions" },
      clauses: [
        {
          ja: "「利用者」とは、当社と利用契約を締結して本サービスを利用する法人、団体または個人をいいます。",
          en: "“User” means an organization or individual that uses the service under a contract with us.",
        },
        {
          ja: "「診断対象」とは、利用者が本サービスに登録したドメイン、ホストその他インターネットから到達できる資産をいいます。",
          en: "“Target” means a domain, host or other asset reachable from the internet that the user registers with the service.",
        },
        {
          ja: "「診断」とは、本サービスが診断対象の公開された状態を調べ、その結果を利用者に示すことをいいます。",
          en: "“Diagnosis” means that the service examines the publicly visible state of a target and reports the result to the user.",
        },
      ],
    },
    {
      title: { ja: "申込みと契約の成立", en: "Application and formation of the contract" },
      clauses: [
        {
          ja: "利用を希望する方は、本規約に同意のうえ、当社所定の方法で申し込むものとします。",
          en: "A person who wishes to use the service applies by the method we provide, having agreed to these terms.",
        },
        {
          ja: "利用契約は、当社が申込みを承諾した旨の通知を発信した時に成立します。",
          en: "The contract is formed when we send notice that the application has been accepted.",
        },
        {
          ja: "申込内容に虚偽がある場合、過去に本規約に違反したことがある場合その他相当の理由がある場合、当社は申込みを承諾しないことがあります。",
          en: "We may decline an application that contains false statements, that comes from someone who has broken these terms before, or for another reasonable cause.",
        },
      ],
    },
    {
      title: { ja: "サービスの内容", en: "The service" },
      clauses: [
        {
          ja: `無料プランでは、手動による診断を毎月${freeScansPerMonth}回まで行うことができ、毎月1回の要約メールを受け取ることができます。`,
          en: `On the free plan the user may start up to ${freeScansPerMonth} scans a month by hand and receives a summary by email once a month.`,
        },
        {
          ja: "有料の詳細診断プランでは、詳細な診断、継続的な監視および報告書の作成を利用できます。内容は申込画面に表示します。",
          en: "The paid detailed diagnosis plan offers detailed diagnosis, continuous monitoring and reports, as described on the application screen.",
        },
        {
          ja: "無料プランで余った診断の回数は、翌月に繰り越されません。",
          en: "Scans that are not used on the free plan do not carry over to the next month.",
        },
      ],
    },
    {
      title: { ja: "診断対象についての権限", en: "Authority over targets" },
      clauses: [
        {
          ja: "利用者は、自ら管理する資産、または管理者から診断について明示の同意を得た資産に限り、診断対象として登録することができます。",
          en: "The user may register as targets only assets that it controls, or for which it has the controller's express consent to diagnosis.",
        },
        {
          ja: "診断は、当社所定の方法により所有が確認され、かつ同意が記録された診断対象に対してのみ行います。当社は診断の都度これを再確認します。",
          en: "We diagnose only targets whose ownership has been proved by our method and for which consent is recorded, and we verify this again before every diagnosis.",
        },
        {
          ja: "診断対象が第三者の設備に置かれている場合、利用者は、その第三者が定める条件に反しないことを自らの責任で確認するものとします。",
          en: "Where a target is hosted on a third party's equipment, the user is responsible for confirming that diagnosis does not break that party's conditions.",
        },
      ],
    },
    {
      title: { ja: "診断の実施", en: "Conduct of diagnosis" },
      clauses: [
        {
          ja: "診断は、公開された情報の取得と通常の通信による確認によって行い、ログインの試行、攻撃コードの送信、データの書込みは行いません。",
          en: "A diagnosis collects public information and makes ordinary connections; it does not try to log in, send exploits or write data.",
        },
        {
          ja: "当社は、診断対象への負荷を抑えるため、通信の頻度と量に上限を設けます。",
          en: "We limit the rate and the amount of traffic in order to keep the load on targets low.",
        },
        {
          ja: "利用者は、実施中の診断をいつでも停止することができます。",
          en: "The user may stop a diagnosis in progress at any time.",
        },
      ],
    },
    {
      title: { ja: "無料期間", en: "Free trial" },
      clauses: [
        {
          ja: "詳細診断プランには無料期間があります。無料期間の終了日は、申込画面およびマイページに表示します。",
          en: "The detailed diagnosis plan begins with a free trial. The day on which it ends is shown on the application screen and on My Page.",
        },
        {
          ja: "初回の請求日の前日までに解約の手続きがない場合、利用契約は有料の契約として継続します。",
          en: "Unless the user cancels by the day before the first charge, the contract continues as a paid contract.",
        },
        {
          ja: "無料期間は、同一の利用者および同一のクレジットカードにつき、それぞれ1回に限ります。",
          en: "Each user, and each credit card, is entitled to one free trial.",
        },
      ],
    },
    {
      title: { ja: "料金", en: "Fees" },
      clauses: [
        {
          ja: "料金は月額とし、消費税を含む金額を申込画面に表示します。",
          en: "Fees are monthly; the amount shown on the application screen includes consumption tax.",
        },
        {
          ja: "月の途中で契約が終了した場合も、料金の日割計算は行いません。",
          en: "Fees are not prorated when a contract ends during a month.",
        },
        {
          ja: "本サービスの利用に必要な通信費その他の費用は、利用者の負担とします。",
          en: "The user bears communication charges and other costs of using the service.",
        },
      ],
    },
    {
      title: { ja: "請求と支払い", en: "Billing and payment" },
      clauses: [
        {
          ja: "当社は、無料期間の終了日より後の最初の1日、およびその後の毎月1日（日本時間）に、その月の料金を請求します。",
          en: "We charge the fee for a month on the 1st of that month (Japan time), beginning with the first 1st after the day the trial ends.",
        },
        {
          ja: `支払いは、利用者が登録したクレジットカード（${brandList.ja}）によります。カードの登録には本人認証（3-Dセキュア）を行います。`,
          en: `Payment is by the credit card that the user registers (${brandList.en}). Registration includes authentication by 3-D Secure.`,
        },
        {
          ja: "口座からの引落日は、カード会社の定めによります。",
          en: "The day on which the amount is debited from a bank account is set by the card issuer.",
        },
      ],
    },
    {
      title: { ja: "遅延損害金", en: "Late charge" },
      clauses: [
        {
          ja: `利用者が支払期日までに料金を支払わないときは、支払期日の翌日から支払済みまで、年${lateChargePercent}％の割合（1年を365日とする日割計算）による遅延損害金を支払うものとします。`,
          en: `A user that does not pay by the due date pays a late charge of ${lateChargePercent}% a year on the overdue amount, calculated daily on a year of 365 days, from the day after the due date until payment.`,
        },
        {
          ja: "遅延損害金は、支払いの後に発行する次の請求書で請求します。その前に契約が終了したときは、請求しません。",
          en: "The late charge is billed on the next invoice after payment. If the contract ends before that invoice, it is waived.",
        },
      ],
    },
    {
      title: { ja: "契約期間と更新", en: "Term and renewal" },
      clauses: [
        {
          ja: "契約期間は、契約の成立日からその月の末日までとし、解約の手続きがない限り、1か月ごとに自動で更新されます。",
          en: "The contract runs from its formation to the end of that month and renews automatically, a month at a time, unless it is canceled.",
        },
        {
          ja: "更新の回数に上限はありません。",
          en: "There is no limit to the number of renewals.",
        },
      ],
    },
    {
      title: { ja: "解約", en: "Cancellation" },
      clauses: [
        {
          ja: "利用者は、マイページまたは契約画面からいつでも解約の手続きをすることができます。",
          en: "The user may cancel at any time on My Page or on the contract screen.",
        },
        {
          ja: "解約は、手続きをした月の末日に効力を生じます。それまでは本サービスを利用できます。",
          en: "Cancellation takes effect at the end of the month in which it is made; the service can be used until then.",
        },
        {
          ja: "支払済みの料金は、当社の責めに帰すべき事由による場合を除き、返金しません。",
          en: "Fees already paid are not refunded, except where we are at fault.",
        },
      ],
    },
    {
      title: { ja: "利用環境", en: "Environment" },
      clauses: [
        {
          ja: "利用者は、本サービスの利用に必要な端末、ブラウザおよび通信環境を自らの費用と責任で用意するものとします。",
          en: "The user provides the devices, browser and connection needed for the service at its own cost and responsibility.",
        },
        {
          ja: "当社が推奨する環境以外では、本サービスの一部が正しく動作しないことがあります。",
          en: "Parts of the service may not work correctly in environments other than those we recommend.",
        },
      ],
    },
    {
      title: { ja: "禁止事項", en: "Prohibited acts" },
      clauses: [
        {
          ja: "利用者は、権限のない資産を診断対象とすること、所有の確認または同意の記録を偽ることをしてはなりません。",
          en: "The user must not have assets diagnosed without authority, nor falsify proof of ownership or the record of consent.",
        },
        {
          ja: "利用者は、診断の結果を第三者への攻撃、脅迫その他違法な目的に用いてはなりません。",
          en: "The user must not use results for attacks on, or threats against, third parties or for any other unlawful purpose.",
        },
        {
          ja: "利用者は、本サービスの運営を妨げる行為、本サービスの制限を回避する行為、法令または公序良俗に反する行為をしてはなりません。",
          en: "The user must not disturb the operation of the service, circumvent its limits, or act against law or public order.",
        },
      ],
    },
    {
      title: { ja: "提供の中断", en: "Interruption" },
      clauses: [
        {
          ja: "当社は、保守、障害、災害その他やむを得ない事由があるとき、本サービスの全部または一部の提供を中断することがあります。",
          en: "We may interrupt all or part of the service for maintenance, failures, disasters or other unavoidable causes.",
        },
        {
          ja: "予定された中断は、緊急の場合を除き、事前に通知します。",
          en: "We announce planned interruptions in advance, except in an emergency.",
        },
      ],
    },
    {
      title: { ja: "利用の停止と契約の解除", en: "Suspension and termination" },
      clauses: [
        {
          ja: "当社は、利用者が本規約に違反し、相当の期間を定めた催告の後も是正しないとき、利用を停止し、または利用契約を解除することができます。",
          en: "Where the user breaks these terms and does not remedy the breach within a reasonable time after notice, we may suspend the service or terminate the contract.",
        },
        {
          ja: "第三者に被害を及ぼすおそれがあるときその他緊急を要するときは、催告なしに診断を停止することができます。",
          en: "Where third parties may be harmed or in another emergency, we may stop diagnosis without prior notice.",
        },
        {
          ja: "料金の支払いが所定の再請求の後も確認できないとき、当社は有料の機能の提供を停止し、無料プランへ変更することができます。",
          en: "Where payment is still not received after the scheduled retries, we may suspend the paid functions and change the contract to the free plan.",
        },
      ],
    },
    {
      title: { ja: "サービスの変更と終了", en: "Change and end of the service" },
      clauses: [
        {
          ja: `当社は、本サービスの内容を変更することができます。利用者に不利益となる重要な変更は、効力発生の${changeNoticeDays}日前までに通知します。`,
          en: `We may change the service. We give notice of material changes to the user's disadvantage at least ${changeNoticeDays} days before they take effect.`,
        },
        {
          ja: "当社が本サービスを終了するときは、3か月前までに通知し、前払いの料金のうち終了日後に対応する部分を返金します。",
          en: "Where we end the service, we give three months' notice and refund prepaid fees for the time after its end.",
        },
      ],
    },
    {
      title: { ja: "知的財産権", en: "Intellectual property" },
      clauses: [
        {
          ja: "本サービスに関する知的財産権は、当社または正当な権利者に帰属します。",
          en: "Intellectual property in the service belongs to us or to its rightful owners.",
        },
        {
          ja: "利用者は、報告書を自らの業務のために複製し、委託先、取引先および監督官庁に開示することができます。",
          en: "The user may copy reports for its own business and disclose them to its contractors, business partners and supervisory authorities.",
        },
      ],
    },
    {
      title: { ja: "秘密保持", en: "Confidentiality" },
      clauses: [
        {
          ja: "当社および利用者は、本サービスに関して知った相手方の秘密情報を、相手方の承諾なく第三者に開示せず、本サービスの目的以外に使用しません。診断の結果は、利用者の秘密情報とします。",
          en: "We and the user do not disclose the other's confidential information to third parties without consent, nor use it beyond the purpose of the service. Results of diagnosis are the user's confidential information.",
        },
        {
          ja: "公知の情報、正当に第三者から得た情報、独自に開発した情報は秘密情報に含みません。法令に基づく開示は、必要な範囲で行うことができます。",
          en: "Information that is public, lawfully received from others or independently developed is not confidential. Disclosure required by law is permitted to the extent necessary.",
        },
        {
          ja: "本条の義務は、利用契約の終了後3年間存続します。",
          en: "The obligations of this article survive the end of the contract by three years.",
        },
      ],
    },
    {
      title: { ja: "データの取扱い", en: "Data" },
      clauses: [
        {
          ja: "当社は、利用者のデータを日本国内に保存し、利用者およびその従業者その他の本サービスを使う者の氏名、住所、メールアドレスその他の登録情報、請求書ならびに本サービスで作成し保存する報告書を、保存時にAES-GCM（256ビット）で暗号化します。診断対象、診断の条件および結果、ならびに記録する接続元のIPアドレス、端末の種類および日時は、項目ごとの暗号化の対象としません。",
          en: "We keep the user's data in Japan and encrypt names, addresses, email addresses and other registered information of the user and of the people who use the service for it, invoices, and the reports made and kept in the service at rest with AES-GCM using 256-bit keys. Targets, the conditions and results of diagnosis, and the IP addresses, kinds of device and times that we record are not encrypted item by item.",
        },
        {
          ja: "当社は、利用者から削除の請求または退会の申出を受けた日から1か月以内にデータを削除します。ただし、法令により保存を要するものを除きます。",
          en: "We delete the user's data within one month of a request for deletion or of notice of withdrawal, except data that the law requires us to keep.",
        },
      ],
    },
    {
      title: { ja: "保証の範囲", en: "Limits of warranty" },
      clauses: [
        {
          ja: "診断は、実施した時点で外部から確認できる範囲について行うものであり、すべての脆弱性を発見することを保証するものではありません。",
          en: "A diagnosis covers what can be seen from outside at the time it is made. It does not guarantee that every weakness is found.",
        },
        {
          ja: "当社は、結果を判定できなかった項目を、問題がないものとして表示しません。",
          en: "We do not present an item that could not be determined as free of problems.",
        },
      ],
    },
    {
      title: { ja: "責任の制限", en: "Limitation of liability" },
      clauses: [
        {
          ja: "当社の軽過失により利用者に損害が生じた場合、当社は、通常生ずべき直接の損害に限り、損害の原因が生じた月の1か月分の料金を上限として賠償します。",
          en: "Where slight negligence on our part causes the user damage, we compensate direct and ordinary damage only, up to one month's fee for the month in which the cause arose.",
        },
        {
          ja: "前項の制限は、当社の故意または重過失による場合には適用されません。",
          en: "This limit does not apply to intent or gross negligence on our part.",
        },
      ],
    },
    {
      title: {
        ja: "譲渡、再委託および反社会的勢力の排除",
        en: "Assignment, subcontracting and exclusion of anti-social forces",
      },
      clauses: [
        {
          ja: "利用者は、当社の承諾なく、契約上の地位または権利義務を第三者に譲渡することができません。",
          en: "The user may not assign its position, rights or duties under the contract without our consent.",
        },
        {
          ja: "当社は、業務の一部を第三者に委託することができます。この場合、委託先を適切に監督し、その行為について責任を負います。",
          en: "We may subcontract parts of the work; we supervise subcontractors properly and answer for what they do.",
        },
        {
          ja: "当社および利用者は、自らが暴力団その他の反社会的勢力に該当せず、関係を持たないことを表明し、これに反する場合、相手方は催告なく契約を解除することができます。",
          en: "We and the user each declare that we are not, and have no relations with, organized crime groups or other anti-social forces; in case of breach the other may terminate without notice.",
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
          ja: "本規約は日本法に準拠し、本規約に関する紛争は{court}を第一審の専属的合意管轄裁判所とします。利用者が消費者である場合は、法令による管轄を妨げません。",
          en: "These terms are governed by the law of Japan, and {court} has exclusive jurisdiction in the first instance. Where the user is a consumer, statutory jurisdiction is not affected.",
        },
        {
          ja: "本規約の日本語版と英語版に相違があるときは、日本語版が優先します。",
          en: "Where the Japanese and English versions differ, the Japanese version prevails.",
        },
      ],
    },
  ],
};
