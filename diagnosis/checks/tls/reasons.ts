import type { LocalText } from "../../engine/text.ts";

export const NO_HTTPS: LocalText = {
  ja: "HTTPS(443番ポート)を提供していないため、対象外です。",
  en: "Does not apply: the host offers no HTTPS (port 443).",
};

export const NO_TLS_ANSWER: LocalText = {
  ja: "443番ポートがTLSの挨拶に応じなかったため、確認できませんでした。",
  en: "Port 443 answered none of our TLS hellos, so nothing could be decided.",
};

export const ONLY_TLS13: LocalText = {
  ja: "TLS 1.3だけを使うサーバーには当てはまらないため、対象外です。",
  en: "Does not apply to a server that speaks TLS 1.3 only.",
};

export const NO_DHE: LocalText = {
  ja: "DHE(有限体のディフィー・ヘルマン鍵交換)を使わないため、対象外です。",
  en: "Does not apply: the server does not use finite-field Diffie-Hellman (DHE).",
};

export const NO_CERTIFICATE: LocalText = {
  ja: "サーバーが証明書を示さなかったため、確認できませんでした。",
  en: "The server showed no certificate, so nothing could be decided.",
};

export const NO_HANDSHAKE: LocalText = {
  ja: "現在のソフトウェアではこのサーバーとTLS接続を確立できないため、確認できませんでした。",
  en: "No current software can complete a TLS connection with this server, so nothing could be decided.",
};

export const CHAIN_UNDECIDED: LocalText = {
  ja: "サーバーが中間証明書を送らないため、信頼できる認証局に至るかを判断できません。",
  en: "The server leaves out an intermediate certificate, so whether the chain is trusted could not be decided.",
};

export const SELF_SIGNED: LocalText = {
  ja: "自己署名証明書のため、対象外です。",
  en: "Does not apply to a self-signed certificate.",
};

export const NOT_PUBLIC: LocalText = {
  ja: "公的な認証局の証明書ではないため、対象外です。",
  en: "Does not apply: the certificate is not from a public authority.",
};

export const NOT_STAPLED: LocalText = {
  ja: "サーバーが失効情報(OCSP)を添付しないため、対象外です。",
  en: "Does not apply: the server staples no revocation information (OCSP).",
};

export const STAPLE_UNREADABLE: LocalText = {
  ja: "サーバーが添付した失効情報(OCSP)を読み取れませんでした。",
  en: "The revocation information (OCSP) that the server staples could not be read.",
};

export const HASH_UNKNOWN: LocalText = {
  ja: "証明書の署名方式を判別できませんでした。",
  en: "The signature algorithm of the certificate is not one we know.",
};
