import type { CheckTexts } from "../../engine/check.ts";

/** What is said of `dns-delegation`. */
export const dnsDelegationTexts = {
  title: { ja: "上位ゾーンからの委任の整合", en: "Delegation by the parent zone" },
  looksAt: {
    ja: "上位ゾーンと自ゾーンでネームサーバーの一覧が一致するか、シリアル番号がそろっているか、上位ゾーンが示す各サーバーが権威のある応答を返すかを調べます。",
    en: "Whether parent and child name the same servers, serial numbers agree, and each server of the parent's set answers with authority.",
  },
  explanation: {
    ja: "レジストリに登録されたネームサーバーと、ゾーン自身が名乗るネームサーバーが食い違うと、名前解決が不安定になり、解約済みのサーバーが応答し続けることもあります。",
    en: "When the name servers at the registry differ from those in the zone, lookups become unreliable, and servers you no longer use may keep answering.",
  },
  remedy: {
    ja: "レジストラの登録とゾーンのNSレコードを一致させ、登録したすべてのサーバーに最新のゾーンを配信してください。",
    en: "Make the registrar's entry and the zone's NS records list the same servers, and serve the current zone from all of them.",
  },
  outcomes: {
    consistent: {
      ja: "上位ゾーンとゾーン自身のネームサーバーが一致しています（{dns.nameServers}）。",
      en: "The parent zone and the zone list the same name servers ({dns.nameServers}).",
    },
    "missing-at-parent": {
      ja: "ゾーンが名乗るネームサーバー{subject}は、上位ゾーンに登録されていません。",
      en: "Name server {subject} is listed in the zone but not in its parent zone.",
    },
    "missing-at-child": {
      ja: "上位ゾーンに登録されたネームサーバー{subject}を、ゾーンは名乗っていません。",
      en: "Name server {subject} is registered with the parent zone, but the zone does not list it.",
    },
    lame: {
      ja: "上位ゾーンに登録されたネームサーバー{subject}は、このゾーンについて権威ある応答を返しません。",
      en: "Name server {subject} is registered with the parent zone but does not give authoritative answers for this zone.",
    },
    serials: {
      ja: "ネームサーバーによってゾーンの版が異なります（シリアル番号：{dns.serials}）。",
      en: "The name servers hold different versions of the zone (serials: {dns.serials}).",
    },
  },
  facts: {
    "dns.childServers": {
      ja: "ゾーン自身が示すネームサーバー",
      en: "Name servers named by the zone",
    },
    "dns.serials": { ja: "ゾーンのシリアル番号", en: "Zone serial numbers" },
  },
  source: [
    { title: "RFC 1912 §2.8, §3.3", url: "https://www.rfc-editor.org/rfc/rfc1912#section-2.8" },
    { title: "RFC 9471", url: "https://www.rfc-editor.org/rfc/rfc9471" },
  ],
} satisfies CheckTexts;
