import type { LocalText } from "../../engine/text.ts";

export const NO_WEB: LocalText = {
  ja: "Webサーバーがないため、対象外です。",
  en: "Does not apply: the host runs no web server.",
};

export const LEAVES: LocalText = {
  ja: "トップページが別のホストへ転送されるため、対象外です。転送先のホストで確認してください。",
  en: "Does not apply: the front page redirects to another host. Check that host instead.",
};

export const PAGE_ERROR: LocalText = {
  ja: "トップページがエラーを返したため、確認できませんでした。",
  en: "The front page returned an error, so this could not be checked.",
};

export const NOT_HTML: LocalText = {
  ja: "トップページがHTMLではないため、対象外です。",
  en: "Does not apply: the front page is not HTML.",
};

export const NOT_HTTPS: LocalText = {
  ja: "HTTPSで提供されていないため、対象外です。",
  en: "Does not apply: the site is not served over HTTPS.",
};

export const NO_SESSION_COOKIE: LocalText = {
  ja: "トップページはセッション用のクッキーを発行しないため、対象外です。",
  en: "Does not apply: the front page sets no session cookie.",
};

export const NO_EXTERNAL_SCRIPT: LocalText = {
  ja: "外部のスクリプトを読み込まないため、対象外です。",
  en: "Does not apply: the page loads no external scripts.",
};

export const CUT_OFF: LocalText = {
  ja: "ページが大きすぎて最後まで読めなかったため、確認できませんでした。",
  en: "The page was too large to read completely, so this could not be checked.",
};

export const FILES_UNDECIDED: LocalText = {
  ja: "存在しないページへの応答を確かめられず、判断できませんでした。",
  en: "We could not tell how the site responds to missing pages, so this could not be checked.",
};

export const TOO_MANY_SERVICES: LocalText = {
  ja: "別のポートのWebサービスが多く、{web.unexamined}番ポートは診断の上限のため確認していません。",
  en: "Many ports run web services. Those on {web.unexamined} were not checked because of the scan's limits.",
};

export const SERVICE_UNDECIDED: LocalText = {
  ja: "ポート{subject}番のWebサービスには、応答の誤りやファイアウォールの拒否などのため、確認できなかった項目があります。",
  en: "Parts of the web service on port {subject} could not be checked, for example because of errors or a firewall's refusal.",
};
