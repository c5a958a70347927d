import type { CheckTexts } from "../../engine/check.ts";

/** What is said of `mail-dkim`. */
export const mailDkimTexts = {
  title: { ja: "電子署名の鍵（DKIM）", en: "Signing keys (DKIM)" },
  looksAt: {
    ja: "指定されたセレクターの公開鍵を取得し、種類と長さ、用途、ハッシュ方式、試験中の印を調べます。",
    en: "The keys of the selectors that you name are fetched: type and length, purpose, hashes, and whether they are marked as in testing.",
  },
  explanation: {
    ja: "DKIMの鍵が短いと、第三者が秘密鍵を割り出し、正規の署名が付いた偽メールを送れるようになります。",
    en: "A short DKIM key can be broken, after which anyone can send forged mail with a genuine signature.",
  },
  remedy: {
    ja: "2,048ビット以上のRSA鍵（またはEd25519）を新しいセレクターで公開し、移行後は古いセレクターのp=を空にして鍵を失効させてください。",
    en: "Publish an RSA key of at least 2,048 bits (or Ed25519) under a new selector. After the switch, revoke the old one with an empty p=.",
  },
  outcomes: {
    strong: {
      ja: "セレクター{subject}の鍵は十分な長さです（{dkim.keyType} {dkim.keyBits}ビット）。",
      en: "The key of selector {subject} is strong ({dkim.keyType}, {dkim.keyBits} bits).",
    },
    short: {
      ja: "セレクター{subject}のRSA鍵が{dkim.keyBits}ビットです。2,048ビット以上が推奨されています。",
      en: "The RSA key of selector {subject} has {dkim.keyBits} bits. We recommend at least 2,048.",
    },
    tiny: {
      ja: "セレクター{subject}のRSA鍵が{dkim.keyBits}ビットしかなく、解読されるおそれがあります。",
      en: "The RSA key of selector {subject} has only {dkim.keyBits} bits and can be broken.",
    },
    testing: {
      ja: "セレクター{subject}は試験中（t=y）のため、受信側は、署名に失敗したメールを署名のないメールと同じに扱います。",
      en: "Selector {subject} is in test mode (t=y), so receivers treat mail whose signature fails like unsigned mail.",
    },
    sha1: {
      ja: "セレクター{subject}はSHA-1だけを許しており（h=sha1）、受信側は署名を無効とします。",
      en: "Selector {subject} allows SHA-1 only (h=sha1), so receivers treat its signatures as invalid.",
    },
    "not-mail": {
      ja: "セレクター{subject}の鍵はメール用ではありません（用途：{dkim.services}）。",
      en: "The key of selector {subject} is not for mail (services: {dkim.services}).",
    },
    missing: {
      ja: "セレクター{subject}の鍵が公開されていません。",
      en: "No key is published for selector {subject}.",
    },
    malformed: {
      ja: "セレクター{subject}のレコードから鍵を読み取れません。",
      en: "The record of selector {subject} contains no readable key.",
    },
    multiple: {
      ja: "セレクター{subject}に鍵のレコードが複数あり、受信側がどれを使うかは決まっていません。正規のメールの検証が失敗することがあります。",
      en: "Selector {subject} has several key records, and receivers differ in which they use. Legitimate mail may fail verification.",
    },
    revoked: {
      ja: "セレクター{subject}の鍵は失効しています（pが空）。",
      en: "The key of selector {subject} is revoked (empty p).",
    },
  },
  facts: {
    "dkim.keyBits": { ja: "DKIMの鍵の長さ", en: "DKIM key size" },
    "dkim.keyType": { ja: "DKIMの鍵の種類", en: "DKIM key type" },
    "dkim.record": { ja: "DKIMレコード", en: "DKIM record" },
    "dkim.services": { ja: "DKIMの鍵の用途", en: "Services the DKIM key is for" },
  },
  terms: [
    {
      term: { ja: "DKIM", en: "DKIM" },
      meaning: {
        ja: "メールに署名を付け、送信元と内容が変わっていないことを確かめられるようにする仕組みです。",
        en: "Signs mail so that receivers can tell who sent it and that it was not changed.",
      },
    },
  ],
  source: [
    { title: "RFC 6376 §3.6.1", url: "https://www.rfc-editor.org/rfc/rfc6376#section-3.6.1" },
    { title: "RFC 6376 §3.6.2.2", url: "https://www.rfc-editor.org/rfc/rfc6376#section-3.6.2.2" },
    { title: "RFC 8301 §3.2", url: "https://www.rfc-editor.org/rfc/rfc8301#section-3.2" },
  ],
} satisfies CheckTexts;
