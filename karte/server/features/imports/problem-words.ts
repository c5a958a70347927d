import type { RowProblem } from "@sekimori/karte-contract/endpoints/imports";
import type { Localized } from "@sekimori/kit-contract/locale";

/** Why a row is refused, for the file that a person mends in a spreadsheet. */
export const problemWords: Readonly<Record<RowProblem, Localized>> = {
  required: { ja: "ドメイン名がありません", en: "Enter a domain name" },
  "not-a-name": { ja: "ドメイン名の形式ではありません", en: "This isn't a domain name" },
  "ip-address": {
    ja: "IPアドレスは登録できません",
    en: "You can't register an IP address",
  },
  "local-name": {
    ja: "インターネット上にない名前です",
    en: "This name isn't on the public internet",
  },
  "public-suffix": {
    ja: "多くの組織が共有するドメインで、組織のドメインではありません",
    en: "This is a public suffix, not an organization's domain",
  },
  "opted-out": {
    ja: "所有者が診断を望んでいない名前です",
    en: "The owner of this name doesn't want it scanned",
  },
  "unknown-top-level": {
    ja: "存在しないトップレベルドメインです",
    en: "This top-level domain doesn't exist",
  },
  homograph: {
    ja: "別の文字で似せた名前です",
    en: "The name uses look-alike letters from another script",
  },
  "right-to-left": {
    ja: "文字の向きを変える制御文字が含まれています",
    en: "The name contains a character that changes text direction",
  },
  "control-character": {
    ja: "見えない文字が含まれています",
    en: "The name contains an invisible character",
  },
  symbol: {
    ja: "絵文字や記号など、ドメイン名に使えない文字が含まれています",
    en: "The name contains an emoji or another symbol that domain names can't have",
  },
  "no-letter": { ja: "文字が含まれていません", en: "This needs at least one letter or digit" },
  "unshown-letter": {
    ja: "レポートに表示できない文字が含まれています",
    en: "This has a character that reports can't show",
  },
  "too-long": { ja: "長すぎます", en: "This is too long" },
  "owned-elsewhere": {
    ja: "別の組織が所有を確認済みです",
    en: "Another organization has verified that it owns this domain",
  },
  "twice-in-file": { ja: "ファイル内で重複しています", en: "This name is in the file twice" },
  "unknown-column": { ja: "この名前の列はありません", en: "We don't know this column" },
  "too-many-values": { ja: "値が多すぎます", en: "This row has too many values" },
  "over-plan": {
    ja: "プランの登録数を超えます",
    en: "Your plan doesn't allow this many domains",
  },
};
