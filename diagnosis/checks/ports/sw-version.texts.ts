import type { CheckTexts } from "../../engine/check.ts";
import type { LocalText } from "../../engine/text.ts";

const VULNERABLE = {
  ja: "{subject}には公表された脆弱性（{software.cves}）があります。版番号に基づく判定で、未確認です。",
  en: "{subject} has known vulnerabilities ({software.cves}). Based on the version number, not confirmed.",
};

const PACKAGED = {
  ja: "{subject}（{software.distribution}）には、配布元の情報によると未修正の脆弱性（{software.cves}）があります。版番号に基づく判定で、未確認です。",
  en: "According to the distribution's own data, {subject} ({software.distribution}) lacks fixes ({software.cves}). Based on the version number, not confirmed.",
};

const POSSIBLE = {
  ja: "{subject}には公表された脆弱性（{software.cves}）がありますが、配布元が修正済みの場合や、この環境に当てはまらない場合があります。確認してください。",
  en: "{subject} may be affected by known vulnerabilities ({software.cves}), unless the distribution has fixed them or they do not apply to this platform. Check whether you are affected.",
};

/** What is said of `sw-version`. */
export const swVersionTexts = {
  title: { ja: "ソフトウェアのバージョン", en: "Unsupported software" },
  looksAt: {
    ja: "サーバー、ページ、スクリプトが名乗るソフトウェアのバージョンを、サポート期限と公表された脆弱性のデータに照らします。",
    en: "Versions that servers, pages and scripts announce are compared with data on ends of support and published flaws.",
  },
  explanation: {
    ja: "サポートが終わった版や脆弱性が公表された版を使い続けると、公開された手順で攻撃されます。この項目は表示された版番号だけに基づくため、実際の影響は担当者による確認が必要です。",
    en: "Unsupported versions and versions with known vulnerabilities are attacked with publicly available exploits. This check relies on announced version numbers alone, so you need to confirm whether you are affected.",
  },
  remedy: {
    ja: "サポート中の最新版に更新してください。配布元が修正を適用済みの場合は、その旨を記録したうえで、版番号を表示しない設定にすることをお勧めします。",
    en: "Update to a supported release. If your vendor has already applied the fixes, record that, and consider not announcing version numbers.",
  },
  outcomes: {
    unremarkable: {
      ja: "問題のある版は見つかりませんでした（表示されている版：{software.versions}）。",
      en: "No problems are known for the announced versions ({software.versions}).",
    },
    "nothing-announced": {
      ja: "ソフトウェアのバージョンは表示されていません。",
      en: "No software versions are announced.",
    },
    "end-of-life": {
      ja: "{subject}はサポートが終了しています（{software.endedOn}）。版番号に基づく判定で、未確認です。",
      en: "{subject} is past its end of life ({software.endedOn}). Based on the version number, not confirmed.",
    },
    "perhaps-end-of-life": {
      ja: "{subject}は、発行元のサポートが終了した版です（{software.endedOn}）。{software.distribution}のパッケージであれば、配布元が修正を適用します。どちらかを確認してください。",
      en: "The publisher no longer supports {subject} (since {software.endedOn}). If it is the package of {software.distribution}, the distribution applies fixes. Check which it is.",
    },
    "known-exploited": {
      ja: "{subject}には、実際に悪用されている脆弱性（{software.cves}）があります。版番号に基づく判定で、未確認です。",
      en: "{subject} has vulnerabilities that are being exploited ({software.cves}). Based on the version number, not confirmed.",
    },
    "distribution-end-of-life": {
      ja: "{subject}を提供するOS（{software.distribution}）はサポートが終了しています（{software.endedOn}）。表示に基づく判定で、未確認です。",
      en: "The distribution that ships {subject} ({software.distribution}) is past its end of life ({software.endedOn}). Based on the announcement, not confirmed.",
    },
    "maintained-by-distribution": {
      ja: "{subject}は、配布元（{software.distribution}）の版です。番号は古くても、配布元が修正を適用します。",
      en: "{subject} is a build of {software.distribution}, which applies fixes without changing the version number.",
    },
    "cve-high": VULNERABLE,
    "cve-medium": VULNERABLE,
    "cve-low": VULNERABLE,
    "library-high": VULNERABLE,
    "library-medium": VULNERABLE,
    "library-low": VULNERABLE,
    "package-high": PACKAGED,
    "package-medium": PACKAGED,
    "package-low": PACKAGED,
    possible: POSSIBLE,
    "possible-low": POSSIBLE,
  },
  facts: {
    "service.product": { ja: "製品", en: "Product" },
    "service.version": { ja: "バージョン", en: "Version" },
    "software.cves": { ja: "既知の脆弱性", en: "Known vulnerabilities" },
    "software.cvss": { ja: "最も高いCVSSの値", en: "Highest CVSS score" },
    "software.distribution": { ja: "ディストリビューション", en: "Distribution" },
    "software.endedOn": { ja: "サポートの終了日", en: "Support ended on" },
    "software.epss": { ja: "悪用される確率（EPSS）", en: "Probability of exploitation (EPSS)" },
    "software.exploited": {
      ja: "悪用が確認された脆弱性",
      en: "Vulnerabilities known to be exploited",
    },
    "software.library": { ja: "ライブラリー", en: "Library" },
    "software.libraryVersion": { ja: "ライブラリーのバージョン", en: "Library version" },
    "software.versions": { ja: "見つかったバージョン", en: "Versions seen" },
  },
  source: [
    { title: "CVSS v3.1 §5", url: "https://www.first.org/cvss/v3.1/specification-document" },
    {
      title: "CISA Known Exploited Vulnerabilities",
      url: "https://www.cisa.gov/known-exploited-vulnerabilities-catalog",
    },
    { title: "retire.js", url: "https://github.com/RetireJS/retire.js" },
  ],
} satisfies CheckTexts;

/** Said in place of `possible`'s sentence where one of the flaws is being exploited. */
export const PERHAPS_EXPLOITED: LocalText = {
  ja: "{subject}には、実際に悪用されている脆弱性（{software.exploited}）がある可能性があります。配布元が修正済みの場合や、この環境に当てはまらない場合を除き影響を受けます。最初に確認してください。",
  en: "{subject} may have vulnerabilities that are being exploited ({software.exploited}), unless the distribution has fixed them or they do not apply to this platform. Check this one first.",
};
