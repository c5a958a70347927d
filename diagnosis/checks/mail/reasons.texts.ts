import type { LocalText } from "../../engine/text.ts";

export const NO_MAIL: LocalText = {
  ja: "メールを受信しないドメインのため、対象外です。",
  en: "Does not apply: the domain receives no mail.",
};

export const HAS_MAIL: LocalText = {
  ja: "メールを利用しているドメインのため、対象外です。",
  en: "Does not apply: the domain is used for mail.",
};

export const NO_SELECTORS: LocalText = {
  ja: "DKIMのセレクターが登録されていないため、対象外です。セレクターは外部から調べられません。",
  en: "Does not apply: no DKIM selectors are registered, and they cannot be found from outside.",
};

export const MAIL_SERVER_SILENT: LocalText = {
  ja: "メールサーバー（25番ポート）が正しく応答しなかったため、確認できませんでした。",
  en: "The mail server (port 25) did not respond properly, so this could not be checked.",
};

export const NO_SUCH_SERVER: LocalText = {
  ja: "メールサーバーに公開アドレスがないため、対象外です。",
  en: "Does not apply: the mail server has no public address.",
};

export const SERVER_LEFT: LocalText = {
  ja: "メールサーバーが多いため、{subject}は診断の上限により確認していません。",
  en: "There are many mail servers: {subject} was not checked because of the scan's limits.",
};

export const SPF_DEPENDS: LocalText = {
  ja: "SPFの参照先が届いたメールごとに変わる書き方（マクロ）のため、一律には判断できませんでした。",
  en: "The SPF record refers to a name that is made from each message (by a macro), so there is no one verdict.",
};

export const TURNED_AWAY: LocalText = {
  ja: "メールサーバーが、診断する側からの接続には応じませんでした（{smtp.reply}）。ほかの送信元にも同じとは限らないため、判断していません。",
  en: "The mail server turned this scan away ({smtp.reply}). It may treat other senders differently, so this was not judged.",
};
