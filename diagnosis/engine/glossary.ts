import type { Language, LocalText } from "./text.ts";

/** A term of the field that findings use, explained once for readers who are not of the field. */
export interface Term {
  /** As findings write it, in each language. */
  readonly term: LocalText;
  readonly meaning: LocalText;
}

const same = (term: string): LocalText => ({ ja: term, en: term });

/** In the order in which a report lists them. */
export const GLOSSARY: readonly Term[] = [
  {
    term: same("CAA"),
    meaning: {
      ja: "そのドメインの証明書を発行してよい認証局を、DNSで指定する仕組みです。",
      en: "A DNS record that names the authorities allowed to issue certificates for a domain.",
    },
  },
  {
    term: same("CNAME"),
    meaning: {
      ja: "ある名前を別の名前の別名にするDNSのレコードです。",
      en: "A DNS record that makes one name an alias of another.",
    },
  },
  {
    term: same("CORS"),
    meaning: {
      ja: "ほかのサイトのページから、応答を読み取ってよいかをブラウザーに伝える仕組みです。",
      en: "How a site tells browsers which other sites' pages may read its responses.",
    },
  },
  {
    term: same("CSP"),
    meaning: {
      ja: "ページが読み込んでよいものをブラウザーに伝え、埋め込まれた不正なスクリプトを止める仕組みです。",
      en: "Content Security Policy: tells browsers what a page may load, which stops injected scripts.",
    },
  },
  {
    term: same("DANE"),
    meaning: {
      ja: "メールサーバーの証明書を、DNSSECで守られたDNSで確かめる仕組みです。",
      en: "Lets senders check a mail server's certificate against DNS protected by DNSSEC.",
    },
  },
  {
    term: same("DKIM"),
    meaning: {
      ja: "メールに署名を付け、送信元と内容が変わっていないことを確かめられるようにする仕組みです。",
      en: "Signs mail so that receivers can tell who sent it and that it was not changed.",
    },
  },
  {
    term: same("DMARC"),
    meaning: {
      ja: "SPFとDKIMのどちらにも合わないメールを、受信側がどう扱うかを指定する仕組みです。",
      en: "Tells receivers what to do with mail that neither SPF nor DKIM vouches for.",
    },
  },
  {
    term: same("DNSSEC"),
    meaning: {
      ja: "DNSの応答に署名を付け、途中で書き換えられていないことを確かめられるようにする仕組みです。",
      en: "Signs DNS answers so that forged ones are noticed.",
    },
  },
  {
    term: same("HSTS"),
    meaning: {
      ja: "次回から必ずHTTPSで接続するよう、ブラウザーに覚えさせる仕組みです。",
      en: "Makes browsers remember to connect over HTTPS only.",
    },
  },
  {
    term: same("MTA-STS"),
    meaning: {
      ja: "そのドメイン宛てのメールを、必ず暗号化して届けるよう送信側に求める仕組みです。",
      en: "Asks senders to deliver a domain's mail only over encrypted connections.",
    },
  },
  {
    term: same("MX"),
    meaning: {
      ja: "そのドメイン宛てのメールを受け取るサーバーを示すDNSのレコードです。",
      en: "The DNS record that names the servers which receive a domain's mail.",
    },
  },
  {
    term: { ja: "ゾーン転送", en: "zone transfer" },
    meaning: {
      ja: "DNSサーバーの間で、そのドメインの全レコードを写し取ることです。",
      en: "Copying all DNS records of a domain from one name server to another.",
    },
  },
  {
    term: same("SPF"),
    meaning: {
      ja: "そのドメインのメールを送ってよいサーバーを、DNSで宣言する仕組みです。",
      en: "Declares in DNS which servers may send a domain's mail.",
    },
  },
  {
    term: same("STARTTLS"),
    meaning: {
      ja: "暗号化せずに始めた接続を、途中から暗号化に切り替える手順です。",
      en: "Switches a connection that started unencrypted to encryption.",
    },
  },
  {
    term: same("TLS"),
    meaning: {
      ja: "通信を暗号化し、相手が本物かを確かめる方式です。HTTPSの土台です。",
      en: "Encrypts a connection and verifies who is at the other end. HTTPS is built on it.",
    },
  },
  {
    term: { ja: "前方秘匿性", en: "forward secrecy" },
    meaning: {
      ja: "サーバーの鍵が後で漏れても、過去の通信を解読できない性質です。",
      en: "Past connections stay secret even when the server's key leaks later.",
    },
  },
  {
    term: { ja: "中間証明書", en: "intermediate" },
    meaning: {
      ja: "サーバーの証明書と、信頼された認証局とをつなぐ証明書です。",
      en: "A certificate that links a server's own certificate to a trusted authority.",
    },
  },
  {
    term: { ja: "ネームサーバー", en: "name server" },
    meaning: {
      ja: "ドメインのDNSレコードを世界に答えるサーバーです。",
      en: "A server that answers DNS queries about a domain.",
    },
  },
  {
    term: { ja: "ワイルドカード", en: "wildcard" },
    meaning: {
      ja: "登録していない名前すべてに当てはまるレコードや証明書です。",
      en: "A record or certificate that stands for every name not listed on its own.",
    },
  },
];

/** The terms that stand in any of the texts, in the glossary's order. Pure. */
export function termsIn(texts: readonly LocalText[]): readonly Term[] {
  const uses = (language: Language, { term }: Term) => {
    const word = pattern(term[language]);
    return texts.some((text) => word.test(text[language]));
  };
  return GLOSSARY.filter((term) => uses("ja", term) || uses("en", term));
}

/** A term as a whole word: MX does not stand in IMXY. */
function pattern(term: string): RegExp {
  return /^[\x20-\x7e]+$/.test(term)
    ? new RegExp(`(?<![A-Za-z0-9])${term}s?(?![A-Za-z0-9])`, term === term.toUpperCase() ? "" : "i")
    : new RegExp(term);
}
