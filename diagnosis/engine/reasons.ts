import type { NetErrorCode } from "../net/net-error.ts";
import type { LocalText } from "./text.ts";

/** Why a check could not be decided, in words for the reader of a report. */
export const NET_REASONS: Readonly<Record<NetErrorCode, LocalText>> = {
  refused: {
    ja: "接続先が診断の対象にできない名前またはアドレスのため、確認しませんでした。",
    en: "Not examined: the name or address is one that must not be contacted.",
  },
  closed: {
    ja: "接続が拒否されたか、応答の前に閉じられました。",
    en: "The connection was refused, or closed before an answer.",
  },
  timeout: { ja: "時間内に応答がありませんでした。", en: "There was no answer in time." },
  reset: { ja: "相手が接続を切断しました。", en: "The other side reset the connection." },
  unreachable: {
    ja: "診断する側から相手のネットワークに到達できませんでした。",
    en: "The network of the host could not be reached from here.",
  },
  "too-large": {
    ja: "応答が上限の大きさを超えたため、途中で打ち切りました。",
    en: "The answer was larger than the limit and was cut off.",
  },
  malformed: {
    ja: "応答が規格に沿っておらず、読み取れませんでした。",
    en: "The answer does not follow its protocol and could not be read.",
  },
  tls: {
    ja: "TLSの接続を確立できませんでした。",
    en: "A TLS connection could not be established.",
  },
  "no-address": {
    ja: "名前に対応するアドレスがありませんでした。",
    en: "The name has no address.",
  },
  dns: {
    ja: "DNSサーバーが正しく応答しませんでした。",
    en: "The DNS server did not answer properly.",
  },
  budget: {
    ja: "一つの対象に使える時間または接続数の上限に達しました。",
    en: "The time or the number of connections allowed for one target is used up.",
  },
  busy: {
    ja: "相手が負荷を示したため、それ以上の確認を控えました。",
    en: "The host showed signs of strain, so nothing more was sent.",
  },
  aborted: { ja: "診断が中止されました。", en: "The scan was canceled." },
};

/** A check threw something that is no network error: our fault, never the target's. */
export const CHECK_FAILED: LocalText = {
  ja: "診断側の不具合により、この項目を判定できませんでした。",
  en: "This item could not be decided because of a fault on our side.",
};

export const NO_PUBLIC_ADDRESS: LocalText = {
  ja: "公開されたアドレスがないため、対象外です。",
  en: "Does not apply: the host has no public address.",
};

export const NOT_A_DOMAIN: LocalText = {
  ja: "登録ドメインだけを対象とする項目のため、対象外です。",
  en: "Does not apply: this item is about registrable domains.",
};
