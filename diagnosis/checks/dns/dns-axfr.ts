import { defineCheck, inconclusive, type Observation } from "../../engine/check.ts";
import type { CheckContext } from "../../engine/context.ts";
import { NET_REASONS } from "../../engine/reasons.ts";
import { NetError } from "../../net/net-error.ts";
import { nameServers } from "./name-servers.ts";
import { NO_NAME_SERVERS, NO_SERVER_ANSWERED } from "./reasons.ts";

/**
 * Zone transfer to strangers (RFC 5936 §5 asks for access control). One try per server, over TCP, cut at
 * the first record: enough to know, without taking the zone.
 */
export const dnsAxfr = defineCheck({
  id: "dns-axfr",
  category: "dns",
  scope: "zone",
  title: { ja: "ゾーン転送の公開", en: "Open zone transfer" },
  explanation: {
    ja: "誰でもゾーン転送（AXFR）ができると、登録されている全ホスト名が一度に渡ります。公開していないシステムの存在も知られ、攻撃の下調べに使われます。",
    en: "If anyone may transfer the zone (AXFR), they get every host name at once, including systems you never announced, which makes reconnaissance trivial.",
  },
  remedy: {
    ja: "ゾーン転送を、セカンダリサーバーのアドレスまたはTSIG鍵を持つ相手だけに許可してください。",
    en: "Allow zone transfers only to your secondary servers, by address or better by TSIG key.",
  },
  source: [{ title: "RFC 5936 §5", url: "https://www.rfc-editor.org/rfc/rfc5936#section-5" }],
  outcomes: {
    refused: {
      state: "pass",
      severity: null,
      text: {
        ja: "どのネームサーバーもゾーン転送を許可していません。",
        en: "No name server hands out the zone.",
      },
    },
    open: {
      state: "fail",
      severity: "high",
      text: {
        ja: "ネームサーバー{subject}は、誰にでもゾーン全体を渡します。",
        en: "Name server {subject} hands the whole zone to anyone.",
      },
    },
  },
  async run(context) {
    const servers = await nameServers(context);
    if (servers.length === 0) return inconclusive(NO_NAME_SERVERS);
    const tries = servers.map(({ name, addresses: [address] }) => {
      if (address !== undefined) return attempt(context, name, address);
      return Promise.resolve({ ...inconclusive(NO_SERVER_ANSWERED), subject: name });
    });
    const seen = (await Promise.all(tries)).filter((one) => one !== null);
    const facts = [{ name: "dns.axfr", value: false }];
    return seen.length > 0 ? seen : { outcome: "refused", facts };
  },
});

/** null when the server refuses; hanging up or not listening on TCP is refusing too. */
async function attempt(
  context: CheckContext,
  name: string,
  address: string,
): Promise<Observation<"open"> | null> {
  try {
    const { open } = await context.dns.transfer(context.target.domain, address);
    if (!open) return null;
    const facts = [{ name: "dns.axfr", value: true }];
    return { outcome: "open", subject: name, place: { host: name, address, port: 53 }, facts };
  } catch (error) {
    if (!(error instanceof NetError)) throw error;
    if (error.code === "closed" || error.code === "reset") return null;
    return { ...inconclusive(NET_REASONS[error.code]), subject: name };
  }
}
