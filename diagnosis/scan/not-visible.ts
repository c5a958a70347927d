import type { LocalText } from "../engine/text.ts";

/** The honest limits of a look from outside; they stand on every result. */
export const NOT_VISIBLE: readonly LocalText[] = [
  {
    ja: "ログイン後の画面、社内ネットワーク、ソースコード、端末は診断の対象に含まれません。",
    en: "Pages behind a sign-in, internal networks, source code and devices are not examined.",
  },
  {
    ja: "公開情報から見つけられなかったホストは、この結果に現れません。",
    en: "Hosts that public information did not lead to do not appear in this result.",
  },
  {
    ja: "アドレスの多いホストは二つまで（IPv4とIPv6を一つずつ）、サイトのスクリプトは最初の20個、4 MBまでを調べます。",
    en: "Of a host with many addresses two are examined, one of IPv4 and one of IPv6; of a site's scripts the first 20, and 4 MB.",
  },
  {
    ja: "版番号による指摘は未確認です。修正が取り込み済みの場合があります。",
    en: "Findings from version numbers are unconfirmed: a fix may have been applied without a new number.",
  },
  {
    ja: "攻撃の試行は行わないため、実際に悪用できるかどうかは判定していません。",
    en: "No attack is attempted, so whether a weakness can be exploited is not decided.",
  },
];
