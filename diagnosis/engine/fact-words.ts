import type { Fact } from "./finding.ts";
import { fillText, type LocalText, SEPARATORS, type TextValue } from "./text.ts";
import { valueWord } from "./value-words.ts";

/**
 * What each observed fact is called where people read it. A fact's name stays the machine's:
 * comparisons with other tools and a finding's life hang on it.
 */
const words: Readonly<Record<string, readonly [ja: string, en: string]>> = {
  reason: ["理由", "Reason"],

  "caa.issuers": ["発行を許可された認証局", "Authorities allowed to issue"],
  "caa.present": ["CAAレコードがある", "CAA record present"],
  "caa.critical": ["必須とされた未知の項目", "Critical properties that are not registered"],
  "caa.malformed": ["誤った書き方の値", "Malformed values"],
  "dns.aliasChain": ["別名のつながり", "Chain of aliases"],
  "dns.aliasClaimable": ["第三者が取得できる", "Can be claimed by a stranger"],
  "dns.aliasSource": ["取得できるかどうかの出典", "Source for whether it can be claimed"],
  "dns.aliasProvider": ["別名の行き先のサービス", "Service of the alias target"],
  "dns.aliasTarget": ["別名の行き先", "Alias target"],
  "dns.answer": ["DNSの応答", "DNS answer"],
  "dns.axfr": ["ゾーン転送に応じる", "Zone transfer allowed"],
  "dns.childServers": ["ゾーン自身が示すネームサーバー", "Name servers named by the zone"],
  "dns.nameServerCount": ["ネームサーバーの数", "Number of name servers"],
  "dns.nameServers": ["ネームサーバー", "Name servers"],
  "dns.networkCount": ["ネームサーバーのあるネットワークの数", "Networks with name servers"],
  "dns.privateAddresses": ["公開DNSにある内部アドレス", "Private addresses in public DNS"],
  "dns.record": ["DNSレコード", "DNS record"],
  "dns.recursion": ["外部からの再帰問い合わせに応じる", "Recursion open to everyone"],
  "dns.serials": ["ゾーンのシリアル番号", "Zone serial numbers"],
  "dns.serverAnswers": ["各ネームサーバーの応答", "What each name server answers"],
  "dns.specialAddresses": [
    "外部から届かないアドレス",
    "Addresses that nobody can reach from outside",
  ],
  "dns.unvalidated": ["検証しない場合の応答", "Answer without validation"],
  "dns.validating": ["検証を行うリゾルバーの応答", "Answer of a validating resolver"],
  "dns.wildcard": ["ワイルドカードのレコードがある", "Wildcard record present"],
  "dnssec.algorithm": ["DNSSECのアルゴリズム番号", "DNSSEC algorithm number"],
  "dnssec.bogusAnswers": ["署名の検証に失敗した応答", "Answers that fail validation"],
  "dnssec.keyBits": ["DNSSECの鍵の長さ", "DNSSEC key size"],
  "dnssec.strayCds": ["どの鍵とも一致しない通知", "Announcements that match no key"],
  "dnssec.nsec3Iterations": ["NSEC3の反復回数", "NSEC3 iterations"],
  "dnssec.resolverValidates": ["リゾルバーの検証に合格する", "Validated by the resolver"],
  "dnssec.signatureDaysLeft": ["署名の期限まで", "Until the signature ends"],
  "dnssec.signatureEnds": ["署名の期限", "Signature ends"],
  "dnssec.state": ["DNSSECの状態", "DNSSEC state"],
  "ipv6.missing": ["IPv6で届かないもの", "Not reachable over IPv6"],
  "lapsed.domains": ["参照している外部ドメイン", "External domains referred to"],
  "lapsed.kind": ["参照の種類", "Kind of reference"],
  "lapsed.name": ["参照している名前", "Name referred to"],
  "lapsed.registration": ["登録できる人", "Who may register it"],
  "lapsed.verified": ["レジストリ自身の応答を検証できた", "Denied by the registry, verified"],
  "lapsed.unexamined": ["確認していないドメイン", "Domains not checked"],
  "lookalike.likeness": ["似せ方", "How it resembles yours"],
  "lookalike.mx": ["似た名前のメールサーバー", "Mail servers of the look-alike"],
  "lookalike.name": ["似た名前", "Look-alike name"],
  "lookalike.servers": ["似た名前のネームサーバー", "Name servers of the look-alike"],
  "lookalike.tried": ["調べた名前の数", "Names looked up"],

  "dane.authenticated": ["TLSAの応答が署名で確認できる", "TLSA answer is signed"],
  "dane.present": ["TLSAレコードがある", "TLSA record present"],
  "dkim.keyBits": ["DKIMの鍵の長さ", "DKIM key size"],
  "dkim.keyType": ["DKIMの鍵の種類", "DKIM key type"],
  "dkim.record": ["DKIMレコード", "DKIM record"],
  "dkim.services": ["DKIMの鍵の用途", "Services the DKIM key is for"],
  "dmarc.foundAt": ["DMARCレコードの場所", "DMARC record found at"],
  "dmarc.invalid": ["DMARCの誤った指定", "Invalid DMARC tags"],
  "dmarc.policy": ["DMARCの方針", "DMARC policy"],
  "dmarc.present": ["DMARCレコードがある", "DMARC record present"],
  "dmarc.record": ["DMARCレコード", "DMARC record"],
  "dmarc.reports": ["DMARCレポートを受け取る", "DMARC reports requested"],
  "dmarc.subdomainPolicy": ["サブドメインに対するDMARCの方針", "DMARC policy for subdomains"],
  "mail.hosts": ["メールを受け取るホスト", "Hosts that receive mail"],
  "mtasts.maxAge": ["MTA-STSのポリシーの有効期間", "How long the MTA-STS policy is kept"],
  "mtasts.mode": ["MTA-STSのモード", "MTA-STS mode"],
  "mtasts.policy": ["MTA-STSのポリシー", "MTA-STS policy"],
  "mtasts.problem": ["MTA-STSのポリシーの問題", "Problem with the MTA-STS policy"],
  "mtasts.unlisted": ["ポリシーにないメールサーバー", "Mail servers missing from the policy"],
  "mx.hosts": ["メールサーバー", "Mail servers"],
  "mx.protocol": ["メールサーバーのTLSのバージョン", "TLS version of the mail server"],
  "mx.record": ["MXレコード", "MX record"],
  "nullmx.hardFail": ["SPFですべての送信を禁止している", "SPF forbids all sending"],
  "nullmx.present": ["メールを受け取らない宣言（Null MX）がある", "Null MX record present"],
  "spf.all": ["SPFに一致しない送信元の扱い", "SPF's answer for other senders"],
  "spf.at": ["SPFのその記述がある名前", "Name with that SPF term"],
  "spf.lookups": ["SPFのDNS参照回数", "SPF DNS lookups"],
  "spf.present": ["SPFレコードがある", "SPF record present"],
  "spf.record": ["SPFレコード", "SPF record"],
  "spf.term": ["SPFの該当箇所", "SPF term"],
  "spf.wide": ["SPFで許可している広い範囲", "Wide ranges allowed by SPF"],
  "spoof.brokenKeys": ["壊れたDKIMの鍵", "Broken DKIM keys"],
  "spoof.policy": ["DMARCの方針", "DMARC policy"],
  "spoof.spf": ["SPFに一致しない送信元の扱い", "SPF's answer for other senders"],
  "smtp.reply": ["メールサーバーの応答", "Reply of the mail server"],
  "starttls.offered": ["STARTTLSに対応している", "STARTTLS offered"],
  "starttls.protocol": ["STARTTLSで使うTLSのバージョン", "TLS version after STARTTLS"],
  "starttls.reason": ["STARTTLSが失敗した理由", "Why STARTTLS failed"],
  "starttls.trustError": [
    "メールサーバーの証明書の問題",
    "Problem with the mail server's certificate",
  ],
  "tlsrpt.present": ["TLSレポートのレコードがある", "TLS reporting record present"],

  "cert.brokenHashes": ["弱いハッシュの署名", "Signatures with a weak hash"],
  "cert.chainComplete": ["中間証明書がそろっている", "Intermediates complete"],
  "cert.chainLength": ["送られた証明書の数", "Certificates sent"],
  "cert.chainOrdered": ["証明書が正しい順で送られる", "Certificates in the right order"],
  "cert.daysLeft": ["証明書の有効期限まで", "Until the certificate expires"],
  "cert.expired": ["証明書の期限が切れている", "Certificate expired"],
  "cert.issuer": ["証明書の発行者", "Certificate issuer"],
  "cert.keyBits": ["証明書の鍵の長さ", "Certificate key size"],
  "cert.keyType": ["証明書の鍵の種類", "Certificate key type"],
  "cert.lifetimeDays": ["証明書の有効期間", "Certificate lifetime"],
  "cert.lifetimeLimit": ["有効期間の上限", "Longest lifetime allowed"],
  "cert.matchedName": ["一致した証明書の名前", "Matching name in the certificate"],
  "cert.mustStaple": ["失効情報の添付が必須の証明書", "Certificate requires stapling"],
  "cert.nameMatches": ["証明書の名前がホストと一致する", "Certificate matches the host name"],
  "cert.names": ["証明書の名前", "Names in the certificate"],
  "cert.notAfter": ["証明書の有効期限", "Certificate valid until"],
  "cert.notBefore": ["証明書の有効期間の開始", "Certificate valid from"],
  "cert.otherNotAfter": ["もう一つの証明書の有効期限", "Second certificate valid until"],
  "cert.otherNotBefore": ["もう一つの証明書の有効期間の開始", "Second certificate valid from"],
  "cert.otherTrustError": ["もう一つの証明書の問題", "Problem with the second certificate"],
  "cert.otherType": ["もう一つの証明書の鍵", "Key of the second certificate"],
  "cert.revoked": ["証明書が失効している", "Certificate revoked"],
  "cert.selfSigned": ["自己署名の証明書", "Self-signed certificate"],
  "cert.serviceDaysLeft": [
    "サービスの証明書の残り日数",
    "Days until the service's certificate expires",
  ],
  "cert.serviceKey": ["サービスの証明書の鍵", "Key of the service's certificate"],
  "cert.serviceNotAfter": ["サービスの証明書の有効期限", "Service's certificate valid until"],
  "cert.serviceNotBefore": ["サービスの証明書の有効期間の開始", "Service's certificate valid from"],
  "cert.serviceTrustError": ["サービスの証明書の問題", "Problem with the service's certificate"],
  "cert.signatureHash": ["証明書の署名のハッシュ", "Hash of the certificate's signature"],
  "cert.stapleUntil": ["添付された失効情報の期限", "Stapled status valid until"],
  "cert.trustError": ["証明書の問題", "Problem with the certificate"],
  "cert.trusted": ["証明書が信頼できる", "Certificate trusted"],
  "cipher.3des": ["3DESに対応している", "3DES offered"],
  "cipher.aead": ["認証付き暗号（AEAD）に対応している", "Authenticated encryption (AEAD) offered"],
  "cipher.anonymous": ["相手を確認しない暗号に対応している", "Anonymous ciphers offered"],
  "cipher.export": ["輸出用の弱い暗号に対応している", "Export ciphers offered"],
  "cipher.forwardSecrecy": ["前方秘匿性がある", "Forward secrecy offered"],
  "cipher.null": ["暗号化しない方式に対応している", "Null ciphers offered"],
  "cipher.rc4": ["RC4に対応している", "RC4 offered"],
  "cipher.staticRsa": ["RSA鍵交換に対応している", "RSA key exchange offered"],
  "cipher.strongestBits": ["最も強い暗号の強度", "Strongest cipher"],
  "cipher.weakestBits": ["最も弱い暗号の強度", "Weakest cipher"],
  "keyExchange.strongestBits": ["最も強い鍵交換の強度", "Strongest key exchange"],
  "keyExchange.weakestBits": ["最も弱い鍵交換の強度", "Weakest key exchange"],
  "protocol:ssl2": ["SSL 2.0に対応している", "SSL 2.0 offered"],
  "protocol:ssl3": ["SSL 3.0に対応している", "SSL 3.0 offered"],
  "protocol:tls1.0": ["TLS 1.0に対応している", "TLS 1.0 offered"],
  "protocol:tls1.1": ["TLS 1.1に対応している", "TLS 1.1 offered"],
  "protocol:tls1.2": ["TLS 1.2に対応している", "TLS 1.2 offered"],
  "protocol:tls1.3": ["TLS 1.3に対応している", "TLS 1.3 offered"],
  "tls.check": ["確認した項目", "Check"],
  "tls.compression": ["TLSの圧縮が有効", "TLS compression enabled"],
  "tls.dhBits": ["DH鍵交換の長さ", "Diffie-Hellman group size"],
  "tls.extendedMasterSecret": [
    "拡張マスターシークレットに対応している",
    "Extended master secret supported",
  ],
  "tls.oldVersions": ["古いTLSのバージョン", "Old TLS versions"],
  "tls.postQuantum": ["耐量子の鍵交換に対応している", "Post-quantum key exchange supported"],
  "tls.protocol": ["TLSのバージョン", "TLS version"],
  "tls.rc4": ["RC4を使う暗号スイート", "Cipher suites with RC4"],
  "tls.secureRenegotiation": [
    "安全な再ネゴシエーションに対応している",
    "Secure renegotiation supported",
  ],
  "tls.service": ["TLSを使うサービス", "Service with TLS"],
  "tls.shortBlock": ["ブロックの短い暗号スイート", "Cipher suites with short blocks"],
  "tls.static": ["前方秘匿性のない暗号スイート", "Cipher suites without forward secrecy"],
  "tls.unexamined": ["確認していないポート", "Ports not checked"],
  "tls.unprotected": ["保護にならない暗号スイート", "Cipher suites that protect nothing"],

  "cookie.names": ["Cookieの名前", "Cookie names"],
  "cookie.session.httpOnly": ["すべてのCookieにHttpOnlyがある", "HttpOnly on every cookie"],
  "cookie.session.sameSite": ["すべてのCookieにSameSiteがある", "SameSite on every cookie"],
  "cookie.session.secure": ["すべてのCookieにSecureがある", "Secure on every cookie"],
  "cors.allowCredentials": ["Cookieを伴う読み取りを許可する", "Reading with cookies allowed"],
  "cors.allowOrigin": ["許可されたオリジン", "Origin allowed"],
  "cors.origin": ["試したオリジン", "Origin tried"],
  "cors.reflectsOrigin": ["どのオリジンも許可する", "Any origin allowed"],
  "csp.policy": ["CSPの内容", "CSP policy"],
  "csp.present": ["CSPがある", "CSP present"],
  "csp.reportOnly": ["CSPが報告のみ", "CSP only reports"],
  "csp.unsafe": ["CSPに弱い指定がある", "CSP has weaknesses"],
  "csp.weaknesses": ["CSPの弱い指定", "Weaknesses of the CSP"],
  "frame.by": ["埋め込みを制限しているヘッダー", "Header that restricts framing"],
  "frame.protected": ["埋め込みが制限されている", "Framing restricted"],
  "hsts.header": ["HSTSヘッダー", "HSTS header"],
  "hsts.includeSubDomains": ["HSTSがサブドメインにも及ぶ", "HSTS covers subdomains"],
  "hsts.maxAge": ["HSTSの有効期間", "HSTS duration"],
  "hsts.present": ["HSTSがある", "HSTS present"],
  "http.port80": ["80番ポートが開いている", "Port 80 open"],
  "http.redirectsToHttps": ["HTTPSに転送される", "Redirects to HTTPS"],
  "https.leadsTo": ["HTTPSからの転送先", "Where HTTPS leads"],
  "https.offered": ["HTTPSに対応している", "HTTPS offered"],
  "isolation.coep": ["COEPヘッダーがある", "COEP header present"],
  "isolation.coop": ["COOPヘッダーがある", "COOP header present"],
  "isolation.corp": ["CORPヘッダーがある", "CORP header present"],
  "isolation.missing": ["欠けているヘッダー", "Missing headers"],
  "leak.headers": ["情報を明かすヘッダー", "Headers that reveal something"],
  "leak.listing": ["ファイルの一覧が見える", "Directory listing shown"],
  "leak.trace": ["エラーの詳細が見える", "Error details shown"],
  "leak.version": ["バージョンが見える", "Version shown"],
  "mixed.active": [
    "暗号化されずに読み込むスクリプトなどがある",
    "Scripts or styles loaded over HTTP",
  ],
  "mixed.activeUrls": [
    "暗号化されずに読み込むスクリプトなど",
    "Scripts and styles loaded over HTTP",
  ],
  "mixed.passive": ["暗号化されずに読み込む画像などがある", "Images or media loaded over HTTP"],
  "mixed.passiveUrls": ["暗号化されずに読み込む画像など", "Images and media loaded over HTTP"],
  "nosniff.present": ["nosniffの指定がある", "nosniff present"],
  "redirect.target": ["転送先", "Redirect target"],
  "referrer.policy": ["リファラーの方針", "Referrer policy"],
  "referrer.present": ["リファラーの方針がある", "Referrer policy present"],
  "sectxt.contacts": ["security.txtの連絡先", "Contacts in security.txt"],
  "sectxt.expires": ["security.txtの期限", "security.txt expires"],
  "sectxt.present": ["security.txtがある", "security.txt present"],
  "sri.missing": ["照合なしの外部スクリプトがある", "External scripts without integrity"],
  "sri.urls": ["照合なしの外部スクリプト", "Scripts without integrity"],
  "web.answer": ["Webサーバーの応答", "Web server's answer"],
  "web.check": ["確認した項目", "Check"],
  "web.port": ["Webサービスのポート", "Port of the web service"],
  "web.target": ["転送先", "Redirect target"],
  "web.unexamined": ["確認していないポート", "Ports not checked"],

  "app.name": ["アプリケーション", "Application"],
  "app.template": ["見分けた型", "Recognized by"],
  "app.url": ["見つけた場所", "Found at"],
  "port.encrypts": ["暗号化に対応している", "Encryption offered"],
  "port.greeting": ["サービスの最初の応答", "First words of the service"],
  "port.number": ["ポート番号", "Port number"],
  "port.service": ["サービス", "Service"],
  "service.product": ["製品", "Product"],
  "service.version": ["バージョン", "Version"],
  "software.cves": ["既知の脆弱性", "Known vulnerabilities"],
  "software.cvss": ["最も高いCVSSの値", "Highest CVSS score"],
  "software.distribution": ["ディストリビューション", "Distribution"],
  "software.endedOn": ["サポートの終了日", "Support ended on"],
  "software.epss": ["悪用される確率（EPSS）", "Probability of exploitation (EPSS)"],
  "software.exploited": ["悪用が確認された脆弱性", "Vulnerabilities known to be exploited"],
  "software.library": ["ライブラリー", "Library"],
  "software.libraryVersion": ["ライブラリーのバージョン", "Library version"],
  "software.versions": ["見つかったバージョン", "Versions seen"],
  "ssh.protocol": ["SSHのバージョン", "SSH version"],
  "ssh.software": ["SSHのソフトウェア", "SSH software"],
  "ssh.weak": ["弱いSSHの方式", "Weak SSH algorithms"],
};

const exposed = "exposure.";

/** @returns the fact's name where nobody has named it, as in findings of an older engine */
export function factWord(name: string): LocalText {
  if (name.startsWith(exposed)) {
    const path = name.slice(exposed.length);
    return { ja: `${path} が公開されている`, en: `${path} is public` };
  }
  const [ja, en] = words[name] ?? [name, name];
  return { ja, en };
}

const YES: LocalText = { ja: "はい", en: "Yes" };
const NO: LocalText = { ja: "いいえ", en: "No" };

const UNITS = {
  bits: { ja: "ビット", en: " bits" },
  days: { ja: "日", en: " days" },
  seconds: { ja: "秒", en: " seconds" },
  bytes: { ja: "バイト", en: " bytes" },
} as const satisfies Readonly<Record<NonNullable<Fact["unit"]>, LocalText>>;

/** A fact's value as a sentence carries it. */
export function spokenValue({ name, value }: Fact): TextValue | LocalText {
  if (typeof value !== "object") return valueWord(name, value) ?? value;
  const items = value.map((item) => valueWord(name, item) ?? { ja: item, en: item });
  return {
    ja: items.map(({ ja }) => ja).join(SEPARATORS.ja),
    en: items.map(({ en }) => en).join(SEPARATORS.en),
  };
}

/** A fact's value as people read it; "–" for none. */
export function factValue(fact: Fact): LocalText {
  const { value, unit } = fact;
  if (typeof value === "boolean") return value ? YES : NO;
  const spoken = new Map([["value", spokenValue(fact)]]);
  const { ja, en } = fillText({ ja: "{value}", en: "{value}" }, spoken);
  if (en === "") return { ja: "–", en: "–" };
  const of = unit === undefined ? { ja: "", en: "" } : UNITS[unit];
  return { ja: `${ja}${of.ja}`, en: `${en}${of.en}` };
}
