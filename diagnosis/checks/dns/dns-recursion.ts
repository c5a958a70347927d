import { defineCheck, inconclusive, type Observation } from "../../engine/check.ts";
import type { CheckContext } from "../../engine/context.ts";
import { NET_REASONS } from "../../engine/reasons.ts";
import { NetError } from "../../net/net-error.ts";
import { nameServers } from "./name-servers.ts";
import { NO_NAME_SERVERS, NO_SERVER_ANSWERED } from "./reasons.ts";

/** Names that exist for ever and belong to nobody's zone but IANA's (RFC 2606 §3). */
const FOREIGN_NAMES = ["example.com", "example.net"];

/**
 * A name server that resolves foreign names for strangers can be made to flood others with its answers
 * (RFC 5358 §3, §4). Recursion is proved by the RA bit and an answer together.
 */
export const dnsRecursion = defineCheck({
  id: "dns-recursion",
  category: "dns",
  scope: "zone",
  title: { ja: "外部への再帰問い合わせの提供", en: "Recursion for outsiders" },
  explanation: {
    ja: "権威ネームサーバーが誰の再帰問い合わせにも答えると、送信元を偽った通信を増幅して第三者を攻撃する踏み台（DNSリフレクション）になります。キャッシュを汚染される危険も増えます。",
    en: "An authoritative server that recurses for anyone can be abused to amplify forged traffic against others (DNS reflection), and is easier to poison.",
  },
  remedy: {
    ja: "権威サーバーでは再帰を無効にし、社内向けの再帰サーバーは分離してアクセス元を限定してください。",
    en: "Turn off recursion on authoritative servers, and keep internal resolvers separate and limited to your own networks.",
  },
  source: [{ title: "RFC 5358 §4", url: "https://www.rfc-editor.org/rfc/rfc5358#section-4" }],
  outcomes: {
    closed: {
      state: "pass",
      severity: null,
      text: {
        ja: "どのネームサーバーも外部からの再帰問い合わせに応じません。",
        en: "No name server recurses for outsiders.",
      },
    },
    open: {
      state: "fail",
      severity: "medium",
      text: {
        ja: "ネームサーバー{subject}は、外部からの再帰問い合わせに応じます。",
        en: "Name server {subject} recurses for outsiders.",
      },
    },
  },
  async run(context) {
    const servers = await nameServers(context);
    if (servers.length === 0) return inconclusive(NO_NAME_SERVERS);
    const asked = servers.map(({ name, addresses: [address] }) => {
      if (address !== undefined) return ask(context, name, address);
      return Promise.resolve({ ...inconclusive(NO_SERVER_ANSWERED), subject: name });
    });
    const seen = (await Promise.all(asked)).filter((one) => one !== null);
    const facts = [{ name: "dns.recursion", value: false }];
    return seen.length > 0 ? seen : { outcome: "closed", facts };
  },
});

async function ask(
  context: CheckContext,
  name: string,
  address: string,
): Promise<Observation<"open"> | null> {
  const { domain } = context.target;
  const foreign = FOREIGN_NAMES.find((candidate) => candidate !== domain) ?? domain;
  try {
    const options = { server: address, recursion: true };
    const answer = await context.dns.query(foreign, "A", options);
    if (!answer.recursionAvailable || answer.status !== "ok" || answer.authoritative) return null;
    const facts = [{ name: "dns.recursion", value: true }];
    return { outcome: "open", subject: name, place: { host: name, address, port: 53 }, facts };
  } catch (error) {
    if (!(error instanceof NetError)) throw error;
    return { ...inconclusive(NET_REASONS[error.code]), subject: name };
  }
}
