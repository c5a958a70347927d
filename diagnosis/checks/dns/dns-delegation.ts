import { defineCheck, inconclusive, type Observation } from "../../engine/check.ts";
import type { CheckContext } from "../../engine/context.ts";
import { NetError } from "../../net/net-error.ts";
import { nameServers } from "./name-servers.ts";
import { delegationAtParent } from "./parent-zone.ts";
import { NO_NAME_SERVERS, PARENT_SILENT } from "./reasons.ts";

type Outcome = "consistent" | "missing-at-parent" | "missing-at-child" | "lame" | "serials";

/** Servers whose serials are compared. */
const MAX_SERVERS = 13;

/**
 * Parent and child name the same servers (RFC 1912 §2.8, §3.3; RFC 9471 for what the parent must hand over),
 * each server the *parent* names answers with authority, and all hold the same version of the zone. What the
 * child alone says (dns-lame) is not what resolvers follow.
 */
export const dnsDelegation = defineCheck({
  id: "dns-delegation",
  category: "dns",
  scope: "zone",
  title: { ja: "上位ゾーンからの委任の整合", en: "Delegation by the parent zone" },
  explanation: {
    ja: "レジストリに登録されたネームサーバーと、ゾーン自身が名乗るネームサーバーが食い違うと、名前解決が不安定になり、解約済みのサーバーが応答し続けることもあります。",
    en: "When the name servers at the registry differ from those in the zone, lookups become unreliable, and servers you no longer use may keep answering.",
  },
  remedy: {
    ja: "レジストラの登録とゾーンのNSレコードを一致させ、登録したすべてのサーバーに最新のゾーンを配信してください。",
    en: "Make the registrar's entry and the zone's NS records list the same servers, and serve the current zone from all of them.",
  },
  source: [
    { title: "RFC 1912 §2.8, §3.3", url: "https://www.rfc-editor.org/rfc/rfc1912#section-2.8" },
    { title: "RFC 9471", url: "https://www.rfc-editor.org/rfc/rfc9471" },
  ],
  outcomes: {
    consistent: {
      state: "pass",
      severity: null,
      text: {
        ja: "上位ゾーンとゾーン自身のネームサーバーが一致しています（{dns.nameServers}）。",
        en: "The parent zone and the zone list the same name servers ({dns.nameServers}).",
      },
    },
    "missing-at-parent": {
      state: "fail",
      severity: "medium",
      text: {
        ja: "ゾーンが名乗るネームサーバー{subject}は、上位ゾーンに登録されていません。",
        en: "Name server {subject} is listed in the zone but not in its parent zone.",
      },
    },
    "missing-at-child": {
      state: "fail",
      severity: "medium",
      text: {
        ja: "上位ゾーンに登録されたネームサーバー{subject}を、ゾーンは名乗っていません。",
        en: "Name server {subject} is registered with the parent zone, but the zone does not list it.",
      },
    },
    lame: {
      state: "fail",
      severity: "medium",
      text: {
        ja: "上位ゾーンに登録されたネームサーバー{subject}は、このゾーンについて権威ある応答を返しません。",
        en: "Name server {subject} is registered with the parent zone but does not give authoritative answers for this zone.",
      },
    },
    serials: {
      state: "fail",
      severity: "medium",
      text: {
        ja: "ネームサーバーによってゾーンの版が異なります（シリアル番号：{dns.serials}）。",
        en: "The name servers hold different versions of the zone (serials: {dns.serials}).",
      },
    },
  },
  async run(context): Promise<readonly Observation<Outcome>[] | Observation<Outcome>> {
    const child = (await nameServers(context)).map(({ name }) => name);
    if (child.length === 0) return inconclusive(NO_NAME_SERVERS);
    const delegation = await delegationAtParent(context);
    if (delegation === null) return inconclusive(PARENT_SILENT);
    const parent = delegation.servers;
    const found: Observation<Outcome>[] = [
      ...child
        .filter((name) => !parent.includes(name))
        .map((name) => ({ outcome: "missing-at-parent" as const, subject: name })),
      ...parent
        .filter((name) => !child.includes(name))
        .map((name) => ({ outcome: "missing-at-child" as const, subject: name })),
    ];
    const serials = new Set<number>();
    for (const name of [...new Set([...parent, ...child])].slice(0, MAX_SERVERS)) {
      const answer = await soaOf(context, name);
      if (answer === "unknown") continue;
      if (answer === "lame") {
        // What the child names too is dns-lame's to report.
        if (!child.includes(name)) found.push({ outcome: "lame", subject: name });
      } else serials.add(answer);
    }
    const facts = [
      { name: "dns.nameServers", value: parent },
      { name: "dns.childServers", value: child },
      { name: "dns.serials", value: [...serials].map(String) },
    ];
    if (serials.size > 1) found.push({ outcome: "serials" });
    if (found.length === 0) return { outcome: "consistent", facts };
    return found.map((one) => ({ ...one, facts }));
  },
});

async function soaOf(context: CheckContext, name: string): Promise<number | "lame" | "unknown"> {
  try {
    const [server] = await context.dns.addresses(name);
    if (server === undefined) return "unknown";
    const answer = await context.dns.query(context.target.domain, "SOA", { server });
    const soa = answer.answers.find((record) => record.type === "SOA");
    return answer.authoritative && soa?.type === "SOA" ? (soa.data.serial ?? 0) : "lame";
  } catch (error) {
    if (!(error instanceof NetError) || ["budget", "aborted"].includes(error.code)) throw error;
    return error.code === "no-address" ? "lame" : "unknown";
  }
}
