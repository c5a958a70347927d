import { defineCheck, inconclusive, type Observation } from "../../engine/check.ts";
import type { CheckContext } from "../../engine/context.ts";
import { NET_REASONS } from "../../engine/reasons.ts";
import { NetError } from "../../net/net-error.ts";
import { type NameServer, nameServers } from "./name-servers.ts";
import { NO_NAME_SERVERS } from "./reasons.ts";

/**
 * Every delegated name server answers for the zone with authority (AA bit, RFC 1035 §4.1.1). One that
 * does not is a lame delegation (RFC 1912 §2.8; RFC 9499 §7).
 */
export const dnsLame = defineCheck({
  id: "dns-lame",
  category: "dns",
  scope: "zone",
  title: { ja: "応答しない委任（lame delegation）", en: "Lame delegation" },
  explanation: {
    ja: "登録されているのに権威ある応答をしないネームサーバーがあると、名前解決が遅くなったり失敗したりします。解約済みのサーバー名が残っている場合は、第三者に乗っ取られるおそれもあります。",
    en: "A registered name server that gives no authoritative answer makes lookups slow or causes them to fail. If the server's own name has lapsed, a stranger may even take it over.",
  },
  remedy: {
    ja: "該当のサーバーにゾーンを設定するか、レジストラの登録とゾーンのNSレコードから外してください。",
    en: "Serve the zone on that server, or remove it from the registrar's delegation and the zone's NS records.",
  },
  source: [
    { title: "RFC 1912 §2.8", url: "https://www.rfc-editor.org/rfc/rfc1912#section-2.8" },
    { title: "RFC 9499 §7", url: "https://www.rfc-editor.org/rfc/rfc9499#section-7" },
  ],
  outcomes: {
    authoritative: {
      state: "pass",
      severity: null,
      text: {
        ja: "すべてのネームサーバー（{dns.nameServers}）が権威ある応答を返しました。",
        en: "All name servers ({dns.nameServers}) gave authoritative answers.",
      },
    },
    lame: {
      state: "fail",
      severity: "medium",
      text: {
        ja: "ネームサーバー{subject}は、このゾーンについて権威ある応答を返しません（{dns.answer}）。",
        en: "Name server {subject} does not give authoritative answers for this zone ({dns.answer}).",
      },
    },
    unresolvable: {
      state: "fail",
      severity: "medium",
      text: {
        ja: "ネームサーバー{subject}の名前に対応するアドレスがありません。",
        en: "Name server {subject} has no address.",
      },
    },
  },
  async run(context) {
    const servers = await nameServers(context);
    if (servers.length === 0) return inconclusive(NO_NAME_SERVERS);
    const seen = (await Promise.all(servers.map((server) => ask(context, server)))).flat();
    if (seen.length > 0) return seen;
    const facts = [{ name: "dns.nameServers", value: servers.map((server) => server.name) }];
    return { outcome: "authoritative", facts };
  },
});

/** What is wrong with a server; nothing when it answers with authority at every address. */
async function ask(
  context: CheckContext,
  { name, addresses, failure }: NameServer,
): Promise<Observation<"lame" | "unresolvable">[]> {
  if (failure === "no-address") {
    const facts = [{ name: "dns.record", value: `${context.target.domain} NS ${name}` }];
    return [{ outcome: "unresolvable", subject: name, facts }];
  }
  if (failure !== null) return [{ ...inconclusive(NET_REASONS[failure]), subject: name }];
  for (const address of addresses) {
    try {
      const answer = await context.dns.query(context.target.domain, "SOA", { server: address });
      if (answer.status === "ok" && answer.authoritative) continue;
      const said = answer.authoritative ? answer.rcode : `${answer.rcode}, AA=0`;
      const facts = [{ name: "dns.answer", value: said }];
      return [{ outcome: "lame", subject: name, place: { host: name, address }, facts }];
    } catch (error) {
      if (!(error instanceof NetError)) throw error;
      return [{ ...inconclusive(NET_REASONS[error.code]), subject: name }];
    }
  }
  return [];
}
