import type { CheckTexts } from "../../engine/check.ts";

/** What is said of `mail-mx`. */
export const mailMxTexts = {
  title: { ja: "メールサーバー（MX）の到達性", en: "Reachable mail servers (MX)" },
  looksAt: {
    ja: "MXが指すサーバーが存在し、公開アドレスを持ち、接続を受け付け、TLS 1.2以上を話すかを調べます。受け取れるサーバーがほかにあるときは、一段軽い「中」とします。",
    en: "Whether the servers that MX names exist, have a public address, accept connections and speak TLS 1.2 or newer. Where another server may take the mail, what is wrong with one is medium.",
  },
  explanation: {
    ja: "MXレコードが存在しないサーバーや内部のサーバーを指していると、そこに届くはずのメールは遅れるか失われます。使われなくなった名前を第三者が取得すると、メールを横取りされます。",
    en: "Mail to a server that does not exist or cannot be reached is delayed or lost. If a stranger takes over the name, they receive your mail instead.",
  },
  remedy: {
    ja: "使っていないMXレコードを削除し、残りは公開アドレスを持つホスト名（別名ではないもの）を指すようにしてください。メールサーバーではTLS 1.2以上を有効にしてください。",
    en: "Remove MX records that are no longer used. Make the others point to hosts with public addresses (not aliases), and enable TLS 1.2 or later on them.",
  },
  outcomes: {
    answers: {
      ja: "メールサーバー{subject}は接続を受け付けます。",
      en: "Mail server {subject} accepts connections.",
    },
    absent: {
      ja: "メールサーバー{subject}には対応するアドレスがありません。",
      en: "Mail server {subject} does not exist or has no address.",
    },
    private: {
      ja: "メールサーバー{subject}のアドレスは公開のものではなく、外部から届きません。",
      en: "Mail server {subject} has no public address and cannot be reached from outside.",
    },
    refuses: {
      ja: "メールサーバー{subject}は、診断する側からの接続を拒否しました。停止しているおそれがあります。",
      en: "Mail server {subject} refused this scan's connection and may be down.",
    },
    "old-tls": {
      ja: "メールサーバー{subject}は廃止された{mx.protocol}までしか使えません。",
      en: "Mail server {subject} speaks nothing newer than {mx.protocol}, which is withdrawn.",
    },
    literal: {
      ja: "MXレコードが名前ではなくアドレス（{subject}）を指しており、送信側によってはメールが届きません。",
      en: "An MX record holds an address ({subject}) instead of a name, so some senders may not deliver mail.",
    },
    alias: {
      ja: "MXレコードが別名（{subject}）を指しています。MXは別名を指してはなりません。",
      en: "An MX record points to an alias ({subject}), which is not allowed.",
    },
  },
  facts: {
    "mx.protocol": { ja: "メールサーバーのTLSのバージョン", en: "TLS version of the mail server" },
    "mx.record": { ja: "MXレコード", en: "MX record" },
  },
  terms: [
    {
      term: { ja: "MX", en: "MX" },
      meaning: {
        ja: "そのドメイン宛てのメールを受け取るサーバーを示すDNSのレコードです。",
        en: "The DNS record that names the servers which receive a domain's mail.",
      },
    },
  ],
  source: [
    { title: "RFC 5321 §5.1", url: "https://www.rfc-editor.org/rfc/rfc5321#section-5.1" },
    { title: "RFC 2181 §10.3", url: "https://www.rfc-editor.org/rfc/rfc2181#section-10.3" },
    { title: "RFC 8996", url: "https://www.rfc-editor.org/rfc/rfc8996" },
  ],
} satisfies CheckTexts;
