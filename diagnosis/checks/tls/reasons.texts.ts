import type { LocalText } from "../../engine/text.ts";

export const NO_HTTPS: LocalText = {
  ja: "HTTPS（443番ポート）を提供していないため、対象外です。",
  en: "Does not apply: the host does not offer HTTPS (port 443).",
};

export const NO_TLS_ANSWER: LocalText = {
  ja: "443番ポートがTLSの接続要求に応じなかったため、確認できませんでした。",
  en: "Port 443 did not respond to our TLS handshakes, so this could not be checked.",
};

export const ONLY_TLS13: LocalText = {
  ja: "TLS 1.3だけを使うサーバーには当てはまらないため、対象外です。",
  en: "Does not apply: the server uses TLS 1.3 only.",
};

export const NO_DHE: LocalText = {
  ja: "DHE（有限体のディフィー・ヘルマン鍵交換）を使わないため、対象外です。",
  en: "Does not apply: the server does not use finite-field Diffie-Hellman (DHE).",
};

export const NO_CERTIFICATE: LocalText = {
  ja: "サーバーが証明書を示さなかったため、確認できませんでした。",
  en: "The server did not present a certificate, so this could not be checked.",
};

export const NO_HANDSHAKE: LocalText = {
  ja: "現在のソフトウェアではこのサーバーとTLS接続を確立できないため、確認できませんでした。",
  en: "Current software cannot complete a TLS connection with this server, so this could not be checked.",
};

export const CHAIN_UNDECIDED: LocalText = {
  ja: "サーバーが中間証明書を送らないため、信頼できる認証局に至るかを判断できません。",
  en: "The server does not send an intermediate certificate, so we could not tell whether the chain is trusted.",
};

export const SELF_SIGNED: LocalText = {
  ja: "自己署名証明書のため、対象外です。",
  en: "Does not apply: the certificate is self-signed.",
};

export const NOT_PUBLIC: LocalText = {
  ja: "公的な認証局の証明書ではないため、対象外です。",
  en: "Does not apply: the certificate is not from a public authority.",
};

export const NOT_STAPLED: LocalText = {
  ja: "サーバーが失効情報（OCSP）を添付しないため、対象外です。",
  en: "Does not apply: the server does not staple revocation information (OCSP).",
};

export const STAPLE_UNREADABLE: LocalText = {
  ja: "サーバーが添付した失効情報（OCSP）を読み取れませんでした。",
  en: "The revocation information (OCSP) that the server staples could not be read.",
};

export const HASH_UNKNOWN: LocalText = {
  ja: "証明書の署名方式を判別できませんでした。",
  en: "The certificate's signature algorithm could not be recognized.",
};

export const NO_SERVICE_TLS: LocalText = {
  ja: "Webサイトのほかに、TLSを使うサービスは公開されていないため、対象外です。",
  en: "Does not apply: no other service that uses TLS can be reached.",
};

export const SERVICE_HANDSHAKE: LocalText = {
  ja: "このサービスとTLS接続を確立できなかったため、確認できませんでした。",
  en: "A TLS connection with this service could not be established, so this could not be checked.",
};

export const ONE_CERTIFICATE: LocalText = {
  ja: "証明書は一枚だけのため、対象外です。",
  en: "Does not apply: the server has only one certificate.",
};

export const SERVICE_UNDECIDED: LocalText = {
  ja: "ポート{subject}番のTLSサービスには、確認できなかった項目があります。",
  en: "Parts of the TLS of the service on port {subject} could not be checked.",
};

export const SERVICES_LEFT: LocalText = {
  ja: "TLSを使うサービスが多く、{tls.unexamined}番ポートの暗号の方式は診断の上限のため確認していません。",
  en: "Many services use TLS. The ciphers of those on {tls.unexamined} were not checked because of the scan's limits.",
};
