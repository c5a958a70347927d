import type { NetErrorCode } from "../net/net-error.ts";
import type { Fact } from "./finding.ts";
import type { LocalText } from "./text.ts";

/**
 * What the engine's own values, and those of the programs it uses, are called where people read them. A
 * record, a header or a name is shown as it was published and stands in no list. The value itself stays the
 * machine's, as the name of its fact does.
 */
type Words = Readonly<Record<string, readonly [ja: string, en: string]>>;

const DMARC: Words = {
  absent: ["なし", "missing"],
  none: ["監視のみ", "monitoring only"],
  quarantine: ["隔離", "quarantine"],
  reject: ["拒否", "reject"],
};

const ENDED: Readonly<Record<NetErrorCode, readonly [ja: string, en: string]>> = {
  refused: ["接続を許されない宛先", "not permitted"],
  closed: ["接続の拒否または切断", "connection refused or closed"],
  timeout: ["時間切れ", "no answer in time"],
  reset: ["相手による切断", "connection reset"],
  unreachable: ["到達不能", "unreachable"],
  "too-large": ["大きすぎる応答", "answer too large"],
  malformed: ["規格に沿わない応答", "malformed answer"],
  tls: ["TLS接続の失敗", "TLS handshake failed"],
  "no-address": ["アドレスなし", "no address"],
  dns: ["DNSの応答の誤り", "DNS failure"],
  budget: ["診断の上限", "limit of the scan reached"],
  busy: ["相手の負荷", "host under strain"],
  aborted: ["診断の中止", "scan cancelled"],
};

/** Codes by which OpenSSL says why it does not trust a certificate (`X509_V_ERR_…`). */
const TRUST: Words = {
  CERT_HAS_EXPIRED: ["有効期限切れ", "expired"],
  CERT_NOT_YET_VALID: ["有効期間の開始前", "not valid yet"],
  DEPTH_ZERO_SELF_SIGNED_CERT: ["自己署名", "self-signed"],
  SELF_SIGNED_CERT_IN_CHAIN: ["信頼されていないルート証明書", "untrusted root certificate"],
  UNABLE_TO_GET_ISSUER_CERT: ["発行元の証明書がない", "issuer's certificate not found"],
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: ["発行元が信頼されていない", "issuer not trusted"],
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: ["発行元の証明書がない", "issuer's certificate not found"],
  CERT_SIGNATURE_FAILURE: ["署名の誤り", "invalid signature"],
  CERT_REVOKED: ["失効", "revoked"],
  CERT_UNTRUSTED: ["信頼されていない", "not trusted"],
  CERT_REJECTED: ["信頼されていない", "not trusted"],
  CERT_CHAIN_TOO_LONG: ["長すぎる証明書の連鎖", "chain too long"],
  PATH_LENGTH_EXCEEDED: ["長すぎる証明書の連鎖", "chain too long"],
  INVALID_CA: ["認証局ではない発行元", "issuer is no authority"],
  INVALID_PURPOSE: ["用途の異なる証明書", "certificate for another purpose"],
  HOSTNAME_MISMATCH: ["名前の不一致", "wrong name"],
  CA_MD_TOO_WEAK: ["弱いハッシュの署名", "weak signature hash"],
  CA_KEY_TOO_SMALL: ["短すぎる認証局の鍵", "authority's key too short"],
  EE_KEY_TOO_SMALL: ["短すぎる鍵", "key too short"],
};

const TLS_VERSIONS: Words = {
  TLSv1: ["TLS 1.0", "TLS 1.0"],
  "TLSv1.1": ["TLS 1.1", "TLS 1.1"],
  "TLSv1.2": ["TLS 1.2", "TLS 1.2"],
  "TLSv1.3": ["TLS 1.3", "TLS 1.3"],
};

/** The services of `data/ports.json` whose names are words. */
const SERVICES: Words = {
  "Remote Desktop": ["リモートデスクトップ", "Remote Desktop"],
  "NetBIOS session": ["NetBIOSセッション", "NetBIOS session"],
  "Mail submission": ["メール送信", "Mail submission"],
  "Mail submission (TLS)": ["メール送信（TLS）", "Mail submission (TLS)"],
  "HTTP alternative": ["別ポートのHTTP", "HTTP on another port"],
  "HTTPS alternative": ["別ポートのHTTPS", "HTTPS on another port"],
  "SSH alternative": ["別ポートのSSH", "SSH on another port"],
  "Web application": ["Webアプリケーション", "Web application"],
  "RabbitMQ management": ["RabbitMQの管理画面", "RabbitMQ management"],
  "LDAP (TLS)": ["LDAP（TLS）", "LDAP (TLS)"],
  "FTP (TLS)": ["FTP（TLS）", "FTP (TLS)"],
  "IMAP (TLS)": ["IMAP（TLS）", "IMAP (TLS)"],
  "POP3 (TLS)": ["POP3（TLS）", "POP3 (TLS)"],
  "MQTT (TLS)": ["MQTT（TLS）", "MQTT (TLS)"],
};

const PRESENT: Words = { true: ["あり", "present"], false: ["なし", "missing"] };

/** By fact. */
export const VALUES: Readonly<Record<string, Words>> = {
  reason: ENDED,
  "cert.otherTrustError": TRUST,
  "cert.serviceTrustError": TRUST,
  "cert.trustError": TRUST,
  "dmarc.policy": DMARC,
  "dmarc.subdomainPolicy": DMARC,
  "dns.answer": {
    "NOERROR, AA=0": ["権威のない応答", "an answer without authority"],
    "REFUSED, AA=0": ["回答の拒否", "refused"],
    "SERVFAIL, AA=0": ["サーバーの失敗", "server failure"],
    "NXDOMAIN, AA=0": ["権威のない「存在しない」", "“no such name” without authority"],
    "NOTAUTH, AA=0": ["権威なし", "not authoritative"],
  },
  "dnssec.state": {
    secure: ["検証に合格", "valid"],
    insecure: ["署名なし", "unsigned"],
    bogus: ["検証に失敗", "fails validation"],
  },
  "ipv6.missing": {
    web: ["Webサイト", "website"],
    mail: ["メールサーバー", "mail servers"],
    DNS: ["ネームサーバー", "name servers"],
  },
  "dns.aliasClaimable": {
    yes: ["はい", "yes"],
    no: ["いいえ", "no"],
    unknown: ["不明", "unknown"],
  },
  "dns.unvalidated": ENDED,
  "dns.validating": ENDED,
  "lapsed.record": {
    kept: ["あり", "there is one"],
    none: ["なし", "there is none"],
    withheld: ["登録を受け付けない名前", "kept from registration"],
    unknown: ["未確認", "not learned"],
  },
  "lapsed.registration": {
    open: ["誰でも", "anyone"],
    restricted: ["条件を満たす者", "those who meet its conditions"],
    unknown: ["不明", "unknown"],
  },
  "lapsed.kind": {
    CNAME: ["別名（CNAME）", "Alias (CNAME)"],
    NS: ["ネームサーバー", "Name server"],
    MX: ["メールサーバー", "Mail server"],
    SPF: ["SPFの参照先", "SPF reference"],
    script: ["スクリプト", "Script host"],
  },
  "lookalike.likeness": {
    script: ["ほかの文字体系の似た文字", "similar letters of another script"],
    glyph: ["見た目の似た文字", "similar characters"],
    suffix: ["異なる末尾（TLD）", "another ending (TLD)"],
    omission: ["文字の脱落", "a letter left out"],
    swap: ["文字の入れ替え", "letters swapped"],
    doubling: ["文字の重複", "a letter doubled"],
    word: ["語の追加", "a word added"],
    hyphen: ["ハイフンの追加", "a hyphen added"],
    accent: ["記号の付いた文字", "accented letters"],
  },
  "mtasts.mode": {
    absent: ["なし", "missing"],
    // As they stand in the policy: a reader looks for these words there.
    none: ["none", "none"],
    testing: ["testing", "testing"],
    enforce: ["enforce", "enforce"],
  },
  "mtasts.problem": ENDED,
  "mx.protocol": TLS_VERSIONS,
  "nullmx.hardFail": PRESENT,
  "nullmx.present": PRESENT,
  "port.service": SERVICES,
  "software.distribution": {
    another: ["別の配布元", "another distribution"],
    "another builder": ["不明な作成元", "an unknown builder"],
  },
  "spoof.policy": DMARC,
  "spoof.spf": {
    absent: ["なし", "missing"],
    multiple: ["重複のため無効", "invalid (several records)"],
    "syntax-error": ["書き方の誤りで無効", "invalid (syntax error)"],
    "too-many-lookups": ["参照が多すぎて無効", "invalid (too many lookups)"],
    "too-many-mx": ["MXが多すぎて無効", "invalid (too many MX names)"],
    "too-many-voids": ["空の参照が多すぎて無効", "invalid (too many void lookups)"],
    "broken-include": ["参照先の誤りで無効", "invalid (broken include)"],
    depends: ["メールごとに変わる", "different for each message"],
  },
  "starttls.protocol": TLS_VERSIONS,
  "starttls.reason": ENDED,
  "starttls.trustError": {
    ...TRUST,
    "name mismatch": ["名前の不一致", "wrong name"],
    untrusted: ["信頼されていない", "not trusted"],
  },
  "tls.protocol": TLS_VERSIONS,
  "tls.service": SERVICES,
};

/** The words for one value of a fact; null for one that is shown as it is. */
export function valueWord(fact: string, value: Fact["value"]): LocalText | null {
  const [ja, en] = VALUES[fact]?.[String(value)] ?? [];
  return ja === undefined || en === undefined ? null : { ja, en };
}
