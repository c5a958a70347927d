import type { LocalText } from "../engine/text.ts";

/** What each check looks at, in a sentence or two for its page. */
export const LOOKS_AT: Readonly<Record<string, LocalText>> = {
  "dns-resolves": {
    ja: "リゾルバーでドメインを引けるかを、DNSSECの検証をする場合としない場合で調べます。引けないときは、上位ゾーンに登録されたネームサーバーに一台ずつ直接問い合わせます。",
    en: "Whether a resolver can look up the domain, with DNSSEC validation and without. Where it cannot, each name server that the parent zone names is asked directly.",
  },
  "dns-alias": {
    ja: "ホスト名の別名（CNAME）をたどり、循環していないか、ドメインの頂点に置かれていないかを調べます。",
    en: "The aliases (CNAME) of a host are followed: do they go round in a circle, or stand at the top of the domain?",
  },
  "dns-ns": {
    ja: "委任されているネームサーバーが2台以上あり、それらのアドレスが別のネットワーク（IPv4では/24、IPv6では/48）にあるか、IPv4でも届くかを調べます。",
    en: "Whether two name servers or more are delegated to, with addresses in different networks (/24 of IPv4, /48 of IPv6), and can be reached over IPv4 too.",
  },
  "dns-lame": {
    ja: "委任されている各ネームサーバーに直接問い合わせ、権威のある応答（AAビット）を返すか、その名前が別名や外部から届かないアドレスを指していないかを調べます。",
    en: "Each delegated name server is asked directly, and must answer with authority (the AA bit). Its name must be no alias, and lead to public addresses.",
  },
  "dns-dnssec": {
    ja: "上位ゾーンのDSから署名の連鎖をたどり、診断で使うすべての応答と「存在しない」ことの証明を検証します。あわせて、使われている方式、鍵の長さ、上位ゾーンへの鍵の通知（CDS）、NSEC3の反復回数、署名の期限を調べます。",
    en: "The chain of signatures is followed from the parent's DS, and every answer that the diagnosis uses is verified, proofs of absence in all their forms included. Algorithms, key lengths, the keys announced to the parent (CDS), NSEC3 iterations and signatures about to end are looked at too.",
  },
  "dns-caa": {
    ja: "ドメインとその上位にCAAレコードがあり、証明書を発行できる認証局を正しい書き方で限定しているかを調べます。",
    en: "Whether CAA records at the domain or above it restrict, in a form that authorities can read, which of them may issue certificates.",
  },
  "dns-axfr": {
    ja: "各ネームサーバーにゾーン転送を1回だけ求めます。最初のレコードが届いた時点で打ち切ります。",
    en: "Each name server is asked once for a zone transfer, which is cut at its first record.",
  },
  "dns-recursion": {
    ja: "各ネームサーバーに無関係なドメインの名前を問い合わせ、外部からの再帰問い合わせに応じるかを調べます。",
    en: "Each name server is asked for a name of somebody else's, to see whether it resolves for outsiders.",
  },
  "dns-dangling": {
    ja: "ホスト名の別名（CNAME）をたどり、行き先が存在するか、サービス事業者の「未登録」のページ（状態コード、ヘッダー、文の位置が一致するもの）を示していないかを調べます。第三者が取得できるかどうかは、事業者ごとの出典付きのデータによります。",
    en: "The aliases (CNAME) of a host are followed: does the target exist, or does its provider show the page for names that nobody has claimed, with its status, headers and sentence in place? Whether a stranger can claim it is looked up for each provider, with the source.",
  },
  "dns-private": {
    ja: "公開されている名前が、社内向けなどの特別なアドレスを指していないかを調べます。",
    en: "Whether a public name leads to a private address or another one without public meaning.",
  },
  "dns-wildcard": {
    ja: "存在するはずのない無作為な名前を問い合わせ、応答があるかを調べます。",
    en: "A random name that should not exist is asked for, to see whether it resolves.",
  },
  "dns-delegation": {
    ja: "上位ゾーンと自ゾーンでネームサーバーの一覧が一致するか、シリアル番号がそろっているか、上位ゾーンが示す各サーバーが権威のある応答を返すかを調べます。",
    en: "Whether parent and child name the same servers, serial numbers agree, and each server of the parent's set answers with authority.",
  },
  "dns-lapsed": {
    ja: "別名、ネームサーバー、メールサーバー、SPFの参照先、ページが読み込むスクリプトが、登録されていないドメインに依存していないかを調べます。「緊急」とするのは、誰でも登録できる種類のドメインで、レジストリ自身の「存在しない」という応答を検証できたときだけです。",
    en: "Whether aliases, name servers, mail servers, SPF includes or scripts of the page depend on a domain that nobody has registered. It is critical only where anyone may register the domain and the registry's own denial was verified.",
  },
  "dns-lookalike": {
    ja: "見間違えやすい名前を最大32個作り、それぞれが登録されているか、メールを受け取るかをDNSで調べます。それらのサーバーには接続しません。",
    en: "Up to 32 names that are easily mistaken for the domain are made, and DNS is asked which of them exist and receive mail. Their servers are not contacted.",
  },
  "net-ipv6": {
    ja: "Webサイト、メールサーバー、ネームサーバーにIPv6アドレス（AAAA）があるかをDNSで調べます。",
    en: "Whether the site, the mail servers and the name servers have an IPv6 address (AAAA) in DNS.",
  },
  "mail-spf": {
    ja: "SPFレコードを受信側と同じように読み、文法、問い合わせの回数（10回まで）、空振りの回数、参照先、広すぎる範囲、最後の判定を調べます。",
    en: "The SPF record is read as a receiver reads it: syntax of every term, lookups (ten at most), void ones, includes, ranges that are too wide, and its final verdict.",
  },
  "mail-dmarc": {
    ja: "ドメインから上位へたどってDMARCレコードを探し、方針（p、sp、np、pct、t）が実際に効くものかを調べます。",
    en: "The DMARC record is looked for at the domain and above it, and its policy (p, sp, np, pct, t) must be one that takes effect.",
  },
  "mail-dkim": {
    ja: "指定されたセレクターの公開鍵を取得し、種類と長さ、用途、ハッシュ方式、試験中の印を調べます。",
    en: "The keys of the selectors that you name are fetched: type and length, purpose, hashes, and whether they are marked as in testing.",
  },
  "mail-mtasts": {
    ja: "MTA-STSのTXTレコードと、HTTPSで公開された方針を取得し、内容と証明書、メールサーバーとの一致を調べます。",
    en: "The TXT record of MTA-STS and the policy published by HTTPS are fetched: contents, certificate, and whether the mail servers match.",
  },
  "mail-tlsrpt": {
    ja: "TLS-RPTのTXTレコードがあり、報告先が正しく書かれているかを調べます。",
    en: "Whether a TLS-RPT record is published and names a valid place to report to.",
  },
  "mail-dane": {
    ja: "メールサーバーのTLSAレコードがDNSSECで保護され、サーバーが示す証明書と一致するかを調べます。",
    en: "Whether TLSA records of the mail servers are protected by DNSSEC and match the certificates that the servers show.",
  },
  "mail-starttls": {
    ja: "各メールサーバーに接続し、STARTTLSを提示するか、その証明書がサーバー名に対して有効かを調べます。メールは送りません。",
    en: "Each mail server is asked whether it offers STARTTLS, and its certificate must be valid for its name. No mail is sent.",
  },
  "mail-nullmx": {
    ja: "メールを使わないドメインが、null MXと、誰も許可しないSPF（-all）でそのことを宣言しているかを調べます。",
    en: "Whether a domain without mail says so with a null MX and an SPF record that permits nobody (-all).",
  },
  "mail-mx": {
    ja: "MXが指すサーバーが存在し、公開アドレスを持ち、接続を受け付け、TLS 1.2以上を話すかを調べます。受け取れるサーバーがほかにあるときは、一段軽い「中」とします。",
    en: "Whether the servers that MX names exist, have a public address, accept connections and speak TLS 1.2 or newer. Where another server may take the mail, what is wrong with one is medium.",
  },
  "mail-spoof": {
    ja: "SPF、DKIM、DMARC、MXの結果を合わせて、第三者がこのドメインを差出人として名乗れるかを判定します。",
    en: "SPF, DKIM, DMARC and MX are put together into one verdict: can a stranger send mail that shows this domain as its sender?",
  },
  "tls-ssl": {
    ja: "SSL 2.0とSSL 3.0の接続要求を送り、受け入れられるかを調べます。",
    en: "A hello of SSL 2.0 and one of SSL 3.0 are sent, to see whether the server accepts them.",
  },
  "tls-old": {
    ja: "TLS 1.0とTLS 1.1の接続要求を送り、受け入れられるかを調べます。",
    en: "A hello of TLS 1.0 and one of TLS 1.1 are sent, to see whether the server accepts them.",
  },
  "tls-new": {
    ja: "TLS 1.2とTLS 1.3に対応しているかを調べます。",
    en: "Whether the server speaks TLS 1.2 and TLS 1.3.",
  },
  "tls-null": {
    ja: "暗号化しない方式、相手を確認しない匿名の方式、輸出用に弱められた方式だけを提示し、受け入れられるかを調べます。",
    en: "Only suites without encryption, without authentication or weakened for export are offered, to see whether the server accepts one.",
  },
  "tls-weak": {
    ja: "RC4や3DESなどの弱い暗号だけを提示し、受け入れられるかを調べます。",
    en: "Only weak ciphers such as RC4 and 3DES are offered, to see whether the server accepts one.",
  },
  "tls-aead": {
    ja: "改ざんの検知を備えた暗号方式（AES-GCM、ChaCha20-Poly1305など）に対応しているかを調べます。",
    en: "Whether the server offers ciphers with authentication built in (AES-GCM, ChaCha20-Poly1305 and the like).",
  },
  "tls-fs": {
    ja: "前方秘匿性のある鍵交換（ECDHE、DHE）に対応しているか、証明書の鍵でそのまま鍵を運ぶ方式（RSA）が残っていないかを調べます。",
    en: "Whether key exchange with forward secrecy (ECDHE, DHE) is offered, and whether key transport by the certificate's own RSA key still is.",
  },
  "tls-dh": {
    ja: "サーバーがDHE鍵交換で使う素数の長さを調べます。",
    en: "The length of the prime that the server uses for DHE key exchange.",
  },
  "tls-comp": {
    ja: "TLSの圧縮を受け入れるか、再ネゴシエーションが元の接続に結び付けられているかを調べます。",
    en: "Whether TLS compression is accepted, and whether renegotiation is bound to the connection.",
  },
  "tls-ems": {
    ja: "TLS 1.2の拡張マスターシークレットに対応しているかを調べます。",
    en: "Whether the extended master secret of TLS 1.2 is supported.",
  },
  "tls-pq": {
    ja: "量子計算機による解読に備えた鍵交換（X25519MLKEM768）に対応しているかを調べます。",
    en: "Whether the key exchange that withstands quantum computers (X25519MLKEM768) is offered.",
  },
  "tls-service": {
    ja: "Webサイト以外のTLSサービス（メール、FTP、LDAP、MQTT、別のポートのWeb）に接続し、証明書とTLSの版を調べます。STARTTLSで切り替わるものも含みます。6つまでは、サイトのTLSと同じ項目（暗号の方式、鍵交換、証明書の連鎖など）も調べます。",
    en: "Certificate and TLS versions of every TLS service beside the site: mail, FTP, LDAP, MQTT and web at other ports, with those that turn to TLS by STARTTLS. Six of them at most also get the other checks of the site's TLS: ciphers, key exchange, certificate chain and so on.",
  },
  "cert-trust": {
    ja: "証明書が、ブラウザーの信頼する認証局までつながるかを調べます。",
    en: "Whether the certificate leads to an authority that browsers trust.",
  },
  "cert-name": {
    ja: "証明書に、このホスト名が含まれているかを調べます。",
    en: "Whether the certificate names this host.",
  },
  "cert-expiry": {
    ja: "証明書の有効期限が切れていないか、近づいていないかを調べます。近いかどうかは有効期間に占める残りの割合で判断し、残りが三分の一以上なら指摘しません。",
    en: "Whether the certificate has expired or is about to. What is left is judged by its share of the whole life: with a third or more left nothing is reported.",
  },
  "cert-life": {
    ja: "証明書の有効期間が、発行時に認められていた長さを超えていないかを調べます。",
    en: "Whether the certificate lives longer than was allowed when it was issued.",
  },
  "cert-key": {
    ja: "証明書の鍵の種類と長さを調べます。",
    en: "Type and length of the certificate's key.",
  },
  "cert-sig": {
    ja: "証明書と、そこから信頼の起点に至る中間証明書の署名に、破られた方式（MD5、SHA-1）が使われていないかを調べます。",
    en: "Whether the certificate or an intermediate that leads from it to a root is signed with a broken algorithm (MD5, SHA-1).",
  },
  "cert-chain": {
    ja: "サーバーが送る中間証明書に、不足や順序の誤りがないかを調べます。",
    en: "Whether intermediates that the server sends are missing or out of order.",
  },
  "cert-revoked": {
    ja: "サーバーが添付するOCSP応答を読み、失効していないか、応答が新しいか、添付が必須の証明書に添付されているかを調べます。認証局には問い合わせません。",
    en: "The OCSP response that the server staples is read: is the certificate revoked, is the response fresh, and is it there where the certificate demands it? No authority is asked.",
  },
  "cert-each": {
    ja: "サーバーがRSAとECDSAの2種類の証明書を持つとき、もう一枚の証明書についても、期限、名前、信頼性、鍵、署名を調べます。",
    en: "Where a server has both an RSA and an ECDSA certificate, the other one is judged too: expiry, name, trust, key and signature.",
  },
  "http-none": {
    ja: "ポート80でWebサイトが応答するとき、HTTPSでも提供されているかを調べます。",
    en: "Whether a site that answers at port 80 is offered by HTTPS too.",
  },
  "http-redirect": {
    ja: "ポート80の応答が、まず同じホストのHTTPSへ転送するかを調べます。",
    en: "Whether port 80 sends visitors to HTTPS on the same host first.",
  },
  "http-hsts": {
    ja: "HTTPSの応答にStrict-Transport-Securityがあり、有効期間が1年以上かを調べます。",
    en: "Whether the HTTPS answer carries Strict-Transport-Security, for a year or longer.",
  },
  "http-csp": {
    ja: "コンテンツセキュリティポリシー（すべてのヘッダーと、headの中のmeta要素）を合わせて読み、スクリプトの実行を実際に制限しているかを調べます。",
    en: "The content security policies (all headers, and meta elements in the head) are read together, and must really restrict which scripts run.",
  },
  "http-frame": {
    ja: "frame-ancestorsまたはX-Frame-Optionsで、他サイトの枠内への表示を制限しているかを調べます。",
    en: "Whether frame-ancestors or X-Frame-Options keeps other sites from framing the page.",
  },
  "http-nosniff": {
    ja: "応答にX-Content-Type-Options: nosniffがあるかを調べます。",
    en: "Whether the answer carries X-Content-Type-Options: nosniff.",
  },
  "http-referrer": {
    ja: "参照元の送信方針（Referrer-Policy）が、ページの完全なアドレスを他サイトに渡さないものかを調べます。",
    en: "Whether the referrer policy keeps full addresses from other sites.",
  },
  "http-isolation": {
    ja: "他サイトからの分離に使うヘッダー（COOP、CORP、COEP）があるかを調べます。",
    en: "Whether the headers that isolate the page from other sites (COOP, CORP, COEP) are there.",
  },
  "http-cors": {
    ja: "他サイト、null、似た名前のOriginを付けて要求し、認証情報付きの読み取りを許可しないかを調べます。",
    en: "Requests with the Origin of another site, of null and of names that look alike must not be allowed to read with credentials.",
  },
  "http-cookie": {
    ja: "フレームワークの名前か、推測できない値を持つ名前から、セッションに使われるとみられるクッキーに、Secure、HttpOnly、SameSiteが付いているかを調べます。ブラウザーが受け取らないクッキーは数えません。",
    en: "Whether cookies that look like a session's, by a framework's name or by a value that cannot be guessed, carry Secure, HttpOnly and SameSite. Cookies that browsers refuse do not count.",
  },
  "http-mixed": {
    ja: "HTTPSのページが、HTTPのスクリプト、スタイル、フォームの送信先、画像などを使っていないかを調べます。",
    en: "Whether an HTTPS page uses scripts, styles, form targets or images over HTTP.",
  },
  "http-sri": {
    ja: "他の組織のホストから読み込むスクリプトに、改ざんを検知する値（integrity）があるかを調べます。",
    en: "Whether scripts from hosts of other organisations carry a checksum (integrity).",
  },
  "http-leak": {
    ja: "応答のヘッダーがソフトウェアのバージョンを示していないか、ファイルの一覧やTRACEが有効になっていないかを調べます。",
    en: "Whether headers tell software versions, and whether directory listings or TRACE are enabled.",
  },
  "http-sectxt": {
    ja: "/.well-known/security.txtがあり、連絡先と有効期限が正しく書かれているかを調べます。",
    en: "Whether /.well-known/security.txt is there, with a contact and an expiry date in the future.",
  },
  "exp-files": {
    ja: "設定ファイル、ソースコード、鍵、バックアップなど、公開されてはならないファイルの場所を決まった一覧で要求し、内容の特徴で判定します。「緊急」とするのは、空や仮の値ではない秘密が実際に読めたときだけです。何にでも応答するサイトは、その隣の存在しない名前で見分けます。",
    en: "A fixed list of places where configuration, source code, keys and backups are left is asked for, and what comes is judged by its contents. It is critical only where a secret could be read that is neither empty nor a placeholder. A made-up name beside it tells sites that answer everything.",
  },
  "port-data": {
    ja: "データベースとキャッシュのポートに接続できるか、その応答が何のサービスのものか、認証なしで応答するかを調べます。データは読みません。",
    en: "Whether ports of databases and caches accept connections, whose answer it is, and whether they answer without authentication. No data is read.",
  },
  "port-admin": {
    ja: "Telnet、SMB、リモートデスクトップ、VNC、コンテナーのAPIなど、管理用のポートに接続できるかを調べます。自分から名乗らないものには、その方式の最初の挨拶かトップページの要求だけを送り、別のサービスと見分けます。番号だけを根拠に「高」とはしません。",
    en: "Whether ports for administration accept connections: Telnet, SMB, Remote Desktop, VNC, container APIs. What says nothing by itself is sent its protocol's own hello or asked for its front page, and nothing else, to tell what it is. A number alone is never rated high.",
  },
  "svc-plain": {
    ja: "FTP、IMAP、POP、LDAP、MQTT、rsyncが、暗号化に切り替えられるかを調べます。ログインは試みません。",
    en: "Whether FTP, IMAP, POP, LDAP, MQTT and rsync can turn to encryption. Nobody signs in.",
  },
  "svc-ssh": {
    ja: "SSHサーバーが最初に示す版と方式の一覧を読み、古い方式が残っていないかを調べます。",
    en: "The version and the algorithms that an SSH server offers to anyone are read for outdated ones.",
  },
  "web-each": {
    ja: "Webサイト以外の開いているポートにあるWebサービスについて、暗号化と、サイト本体と同じWebの項目（ヘッダー、クッキー、公開ファイルなど）を調べます。1つのホストにつき4つまでです。防御装置の遮断ページは対象にしません。",
    en: "Web services at any other open port, four a host at most: are they encrypted, and do they pass the web checks of the site itself (headers, cookies, exposed files and so on)? A firewall's block page is not judged.",
  },
  "app-print": {
    ja: "サイトと、ほかのポートのWebサービスについて、管理や開発のためのアプリケーションとWordPressのプラグインを、決まった場所の要求と証明書で見分け、ログイン画面が誰にでも開かれていないか、ログインなしで使えないかを調べます。",
    en: "Applications for administration and development, and WordPress plugins, are recognised at the site and at web services on other ports by requests of fixed paths and by certificates: is their login open to all, or do they ask for none?",
  },
  "sw-version": {
    ja: "サーバー、ページ、スクリプトが名乗るソフトウェアのバージョンを、サポート期限と公表された脆弱性のデータに照らします。",
    en: "Versions that servers, pages and scripts announce are compared with data on ends of support and published flaws.",
  },
};
