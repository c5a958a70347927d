import type { CheckTexts } from "../../engine/check.ts";
import { forEachFault } from "../../engine/checks-elsewhere.ts";
import type { LocalText } from "../../engine/text.ts";

/** What is said of `tls-service`. */
export const tlsServiceTexts = {
  title: { ja: "Web以外のサービスのTLS", en: "TLS on other services" },
  looksAt: {
    ja: "Webサイト以外のTLSサービス（メール、FTP、LDAP、MQTT、別のポートのWeb）に接続し、証明書とTLSの版を調べます。STARTTLSで切り替わるものも含みます。6つまでは、サイトのTLSと同じ項目（暗号の方式、鍵交換、証明書の連鎖など）も調べます。",
    en: "Certificate and TLS versions of every TLS service beside the site: mail, FTP, LDAP, MQTT and web at other ports, with those that turn to TLS by STARTTLS. Six of them at most also get the other checks of the site's TLS: ciphers, key exchange, certificate chain and so on.",
  },
  explanation: {
    ja: "メールやファイル転送などのサービスの証明書は、Webサイトの証明書ほど気づかれずに期限が切れたり、古い方式のまま残ったりします。そこで送られるパスワードも、同じように守る必要があります。",
    en: "Expired certificates and outdated protocols on mail, file transfer and other services go unnoticed more easily than on the website. Passwords sent there need the same protection.",
  },
  remedy: {
    ja: "サービスごとに、公的な認証局の有効な証明書を設定し、自動更新の対象に加え、TLS 1.2以上だけを受け入れるようにしてください。",
    en: "Give each service a valid certificate from a public authority, include it in automatic renewal, and accept only TLS 1.2 or later.",
  },
  outcomes: {
    sound: {
      ja: "{tls.service}（ポート{subject}番）のTLSに問題はありません（{tls.protocol}）。",
      en: "TLS on {tls.service} (port {subject}) has no problems ({tls.protocol}).",
    },
    expired: {
      ja: "{tls.service}（ポート{subject}番）の証明書の有効期限が切れています（{cert.serviceNotAfter}）。",
      en: "The certificate of {tls.service} (port {subject}) has expired ({cert.serviceNotAfter}).",
    },
    "not-yet-valid": {
      ja: "{tls.service}（ポート{subject}番）の証明書はまだ有効ではありません（{cert.serviceNotBefore}から）。",
      en: "The certificate of {tls.service} (port {subject}) is not valid yet (from {cert.serviceNotBefore}).",
    },
    "within-14-days": {
      ja: "{tls.service}（ポート{subject}番）の証明書の有効期限が迫っています。残り{cert.serviceDaysLeft}日です。",
      en: "The certificate of {tls.service} (port {subject}) is about to expire: {cert.serviceDaysLeft} days left.",
    },
    "within-30-days": {
      ja: "{tls.service}（ポート{subject}番）の証明書の有効期限まで残り{cert.serviceDaysLeft}日です。",
      en: "The certificate of {tls.service} (port {subject}) expires in {cert.serviceDaysLeft} days.",
    },
    untrusted: {
      ja: "{tls.service}（ポート{subject}番）の証明書は信頼できません（{cert.serviceTrustError}）。",
      en: "The certificate of {tls.service} (port {subject}) is not trusted ({cert.serviceTrustError}).",
    },
    "own-authority": {
      ja: "{tls.service}（ポート{subject}番）の証明書は、公的な認証局のものではありません（{cert.serviceTrustError}）。接続する側すべてに発行元を登録していない限り、相手を確認できません。",
      en: "The certificate of {tls.service} (port {subject}) is not from a public authority ({cert.serviceTrustError}). Only clients that have its issuer installed can verify the server.",
    },
    misnamed: {
      ja: "{tls.service}（ポート{subject}番）の証明書に、このホスト名がありません。別の名前で使われている場合は問題ありません。",
      en: "The certificate of {tls.service} (port {subject}) does not include this host name. That is fine if the service is used under another name.",
    },
    "old-versions": {
      ja: "{tls.service}（ポート{subject}番）が、廃止されたTLS 1.0またはTLS 1.1を受け入れます。",
      en: "{tls.service} (port {subject}) accepts TLS 1.0 or TLS 1.1, which have been retired.",
    },
    "broken-signature": {
      ja: "{tls.service}（ポート{subject}番）の証明書の署名に、破られた方式が使われています。",
      en: "The certificate of {tls.service} (port {subject}) is signed with a broken algorithm.",
    },
    "short-key": {
      ja: "{tls.service}（ポート{subject}番）の証明書の鍵（{cert.serviceKey}）が短すぎます。",
      en: "The key of the certificate of {tls.service} (port {subject}) is too short ({cert.serviceKey}).",
    },
    "tiny-key": {
      ja: "{tls.service}（ポート{subject}番）の証明書の鍵（{cert.serviceKey}）は、現実に破られる長さです。",
      en: "The key of the certificate of {tls.service} (port {subject}) can be broken in practice ({cert.serviceKey}).",
    },
    ...forEachFault({
      ja: "{tls.service}（ポート{subject}番）で、サイトのTLSと同じ確認（{tls.check}）が問題を見つけました。",
      en: "On {tls.service} (port {subject}), a check of the site's TLS ({tls.check}) found a problem.",
    }),
  },
  facts: {
    "cert.serviceDaysLeft": {
      ja: "サービスの証明書の残り日数",
      en: "Days until the service's certificate expires",
    },
    "cert.serviceKey": { ja: "サービスの証明書の鍵", en: "Key of the service's certificate" },
    "cert.serviceNotAfter": {
      ja: "サービスの証明書の有効期限",
      en: "Service's certificate valid until",
    },
    "cert.serviceNotBefore": {
      ja: "サービスの証明書の有効期間の開始",
      en: "Service's certificate valid from",
    },
    "cert.serviceTrustError": {
      ja: "サービスの証明書の問題",
      en: "Problem with the service's certificate",
    },
    "tls.check": { ja: "確認した項目", en: "Check" },
    "tls.protocol": { ja: "TLSのバージョン", en: "TLS version" },
    "tls.service": { ja: "TLSを使うサービス", en: "Service with TLS" },
    "tls.unexamined": { ja: "確認していないポート", en: "Ports not checked" },
  },
  source: [
    { title: "RFC 8314 §4", url: "https://www.rfc-editor.org/rfc/rfc8314#section-4" },
    { title: "RFC 9325 §3.1", url: "https://www.rfc-editor.org/rfc/rfc9325#section-3.1" },
  ],
} satisfies CheckTexts;

/** What a check of the site says of the service at another port. */
export const atService = (port: number, { ja, en }: LocalText): LocalText => ({
  ja: `{tls.service}（ポート${port}番）：${ja}`,
  en: `{tls.service} (port ${port}): ${en}`,
});

/** The sentence of an outcome, said of the service's second certificate. */
export const ofSecondCertificate = (port: number, { ja, en }: LocalText): LocalText => ({
  ja: `もう一枚の証明書（{cert.serviceKey}）：${ja}`.replace("{subject}", String(port)),
  en: `Second certificate ({cert.serviceKey}): ${en}`.replace("{subject}", String(port)),
});
