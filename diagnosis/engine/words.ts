import type { AssetState, AssetType, FoundBy } from "./asset.ts";
import type { Category, Severity, State } from "./finding.ts";
import type { LocalText } from "./text.ts";

/* The engine's own vocabulary in both languages, so that every report uses the same words. */

export const CATEGORY_WORDS: Readonly<Record<Category, LocalText>> = {
  dns: { ja: "DNS", en: "DNS" },
  mail: { ja: "メール", en: "Mail" },
  tls: { ja: "TLS・証明書", en: "TLS and certificates" },
  http: { ja: "Web", en: "Web" },
  ports: { ja: "ポート・ソフトウェア", en: "Ports and software" },
};

export const SEVERITY_WORDS: Readonly<Record<Severity, LocalText>> = {
  critical: { ja: "緊急", en: "Critical" },
  high: { ja: "高", en: "High" },
  medium: { ja: "中", en: "Medium" },
  low: { ja: "低", en: "Low" },
  info: { ja: "情報", en: "Information" },
};

export const STATE_WORDS: Readonly<Record<State, LocalText>> = {
  pass: { ja: "合格", en: "Pass" },
  fail: { ja: "不合格", en: "Fail" },
  warn: { ja: "注意", en: "Warning" },
  info: { ja: "情報", en: "Information" },
  "not-applicable": { ja: "対象外", en: "Not applicable" },
  inconclusive: { ja: "判定不能", en: "Inconclusive" },
};

export const ASSET_TYPE_WORDS: Readonly<Record<AssetType, LocalText>> = {
  domain: { ja: "ドメイン", en: "Domain" },
  host: { ja: "ホスト", en: "Host" },
  ip: { ja: "IPアドレス", en: "IP address" },
  service: { ja: "サービス", en: "Service" },
};

export const ASSET_STATE_WORDS: Readonly<Record<AssetState, LocalText>> = {
  candidate: { ja: "候補", en: "Candidate" },
  approved: { ja: "診断対象", en: "Approved" },
  dependency: { ja: "外部依存", en: "Dependency" },
  "monitor-only": { ja: "監視のみ", en: "Monitored only" },
  ignored: { ja: "除外", en: "Ignored" },
};

export const FOUND_BY_WORDS: Readonly<Record<FoundBy["source"], LocalText>> = {
  target: { ja: "診断の対象として指定", en: "named as the target" },
  "approved-list": { ja: "承認済み一覧", en: "approved list" },
  certificate: { ja: "証明書", en: "certificate" },
  mx: { ja: "MXレコード", en: "MX record" },
  ns: { ja: "NSレコード", en: "NS record" },
  cname: { ja: "CNAMEレコード", en: "CNAME record" },
  srv: { ja: "SRVレコード", en: "SRV record" },
  "word-list": { ja: "単語リスト", en: "word list" },
  csp: { ja: "CSP", en: "Content Security Policy" },
  html: { ja: "HTML", en: "HTML" },
  redirect: { ja: "リダイレクト", en: "redirect" },
  "zone-file": { ja: "ゾーンファイル", en: "zone file" },
  "certificate-log": { ja: "証明書の透明性ログ", en: "certificate transparency log" },
  address: { ja: "アドレス", en: "address" },
  "open-port": { ja: "開いているポート", en: "open port" },
};

/** The built-in data sets and where they come from; their files say so in English. */
const DATA_SET_WORDS: Readonly<Record<string, string>> = {
  "Ports and services": "ポートとサービス",
  "IANA service names and port numbers, chosen by hand":
    "IANAのサービス名とポート番号から選んだもの",
  "End of life of server software": "サーバーソフトウェアのサポート期限",
  "Vendors' published release schedules, chosen by hand; replace by an import of a full list":
    "開発元が公表する予定から選んだもの。全体の一覧を取り込んで置き換えてください",
  "Known vulnerabilities of server software": "サーバーソフトウェアの既知の脆弱性",
  "NVD and the CISA catalogue of known exploited vulnerabilities, a small sample chosen by hand; replace by an import of a full list":
    "NVDと、CISAの「悪用が確認された脆弱性」の一覧から選んだ少数の例。全体の一覧を取り込んで置き換えてください",
  "JavaScript libraries": "JavaScriptライブラリ",
  "retire.js signatures as carried by npm @salesforce/code-analyzer-retirejs-engine 0.32.0":
    "retire.jsの定義（npm @salesforce/code-analyzer-retirejs-engine 0.32.0）",
  "Hosting providers' names and whether a stranger can claim them":
    "ホスティング事業者の名前と、第三者が取得できるかどうか",
  "can-i-take-over-xyz and the providers' own documents; the source of each stands at it":
    "can-i-take-over-xyzと事業者の資料（それぞれに出典を記載）",
  "Who may register below a public suffix": "公開サフィックスの下に名前を登録できる人",
  "The registries' own rules; the source of each stands at it":
    "レジストリの規則（それぞれに出典を記載）",
  "Versions that distributions ship": "ディストリビューションが配布する版",
  "Package lists of Debian, Ubuntu, Red Hat's family, SUSE, Amazon, Alpine, cPanel and CloudLinux, chosen by hand":
    "Debian、Ubuntu、Red Hat系、SUSE、Amazon、Alpine、cPanel、CloudLinuxのパッケージ一覧から選んだもの",
  "Security trackers of distributions": "ディストリビューションの脆弱性情報",
};

/** The name or the source of a data set; an imported one's stays as it is. */
export function dataSetWord(en: string): LocalText {
  return { ja: DATA_SET_WORDS[en] ?? en, en };
}
