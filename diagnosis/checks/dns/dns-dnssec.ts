import type { RecordType } from "dns-packet";
import { defineCheck } from "../../engine/check.ts";
import type { CheckContext } from "../../engine/context.ts";
import type { DnsAnswer } from "../../net/clients.ts";
import { NetError } from "../../net/net-error.ts";
import { validateZone, type ZoneState } from "./dnssec/validate.ts";
import { nameServers } from "./name-servers.ts";

/**
 * The DNSSEC chain at the zone: the parent's DS names a key, that key signed the key set, the key set
 * signed the data (RFC 4035 §5). The links above the zone are judged by the resolver, whose refusal to
 * answer without the CD bit counts as a broken chain.
 */
export const dnsDnssec = defineCheck({
  id: "dns-dnssec",
  category: "dns",
  scope: "zone",
  title: { ja: "DNSSECによる署名", en: "DNSSEC signatures" },
  explanation: {
    ja: "DNSSECがないと、名前解決の応答が途中で偽造されても気づけず、利用者が偽のサーバーへ誘導されるおそれがあります。署名が壊れている場合は、検証を行う利用者から名前が引けなくなります。",
    en: "Without DNSSEC a forged answer cannot be told from a real one. With broken signatures the domain disappears for everyone whose resolver validates.",
  },
  remedy: {
    ja: "DNS事業者でDNSSECを有効にし、レジストラにDSレコードを登録してください。署名が不正な場合は、DSと鍵の対応、署名の更新状況を直ちに確認してください。",
    en: "Enable DNSSEC at your DNS provider and register the DS record with your registrar. If signatures fail, check at once that the DS matches the key and that re-signing runs.",
  },
  source: [
    { title: "RFC 4033", url: "https://www.rfc-editor.org/rfc/rfc4033" },
    { title: "RFC 4034", url: "https://www.rfc-editor.org/rfc/rfc4034" },
    { title: "RFC 4035 §5", url: "https://www.rfc-editor.org/rfc/rfc4035#section-5" },
  ],
  outcomes: {
    secure: {
      state: "pass",
      severity: null,
      text: {
        ja: "DNSSECの署名を検証できました(署名の期限まで{dnssec.signatureDaysLeft}日)。",
        en: "The DNSSEC signatures verify (they last another {dnssec.signatureDaysLeft} days).",
      },
    },
    unsigned: {
      state: "warn",
      severity: "low",
      text: { ja: "DNSSECで署名されていません。", en: "The zone is not signed with DNSSEC." },
    },
    "no-ds": {
      state: "warn",
      severity: "low",
      text: {
        ja: "ゾーンは署名されていますが、上位にDSレコードがないため検証されません。",
        en: "The zone is signed, but without a DS record at the parent nobody validates it.",
      },
    },
    unsupported: {
      state: "warn",
      severity: "low",
      text: {
        ja: "現在の検証サーバーが対応しない方式で署名されているため、署名なしと同じ扱いになります。",
        en: "The zone is signed with algorithms that validators do not support, so it counts as unsigned.",
      },
    },
    "ds-mismatch": {
      state: "fail",
      severity: "high",
      text: {
        ja: "上位に登録されたDSレコードが、ゾーンの鍵(DNSKEY)と一致しません。",
        en: "The DS record at the parent matches no key (DNSKEY) of the zone.",
      },
    },
    expired: {
      state: "fail",
      severity: "high",
      text: { ja: "DNSSECの署名の期限が切れています。", en: "The DNSSEC signatures have expired." },
    },
    "invalid-signature": {
      state: "fail",
      severity: "high",
      text: { ja: "DNSSECの署名が正しくありません。", en: "The DNSSEC signatures do not verify." },
    },
    "missing-signature": {
      state: "fail",
      severity: "high",
      text: {
        ja: "上位にDSレコードがあるのに、ゾーンのデータに署名がありません。",
        en: "The parent has a DS record, but the zone's data is not signed.",
      },
    },
    rejected: {
      state: "fail",
      severity: "high",
      text: {
        ja: "検証を行うリゾルバーが、このゾーンの応答を不正として拒否します。",
        en: "A validating resolver rejects this zone's answers as bogus.",
      },
    },
  },
  async run(context) {
    const { domain } = context.target;
    const [ds, dnskey, soa] = await Promise.all([
      askResolver(context, domain, "DS"),
      askZone(context, domain, "DNSKEY"),
      askZone(context, domain, "SOA"),
    ]);
    const records = { ds: ds.answers, dnskey: dnskey.answers, soa: soa.answers };
    const state = validateZone(domain, records, context.clock.now());
    const outcome = outcomeOf(state);
    if (state.kind !== "secure") {
      const bogus = state.kind === "ds-mismatch" || state.kind === "signature";
      return { outcome, facts: [{ name: "dnssec.state", value: bogus ? "bogus" : "insecure" }] };
    }
    const daysLeft = Math.floor((state.validUntil * 1000 - context.clock.now()) / 86_400_000);
    const validated = await context.dns.query(domain, "SOA");
    const rejected = validated.status === "servfail";
    const facts = [
      { name: "dnssec.state", value: rejected ? "bogus" : "secure" },
      { name: "dnssec.algorithm", value: state.algorithm },
      { name: "dnssec.signatureDaysLeft", value: daysLeft, unit: "days" as const },
      { name: "dnssec.resolverValidates", value: validated.authenticated },
    ];
    return { outcome: rejected ? "rejected" : outcome, facts };
  },
});

function outcomeOf(state: ZoneState) {
  switch (state.kind) {
    case "secure":
      return "secure";
    case "unsigned":
      return state.keys ? "no-ds" : "unsigned";
    case "unsupported":
      return "unsupported";
    case "ds-mismatch":
      return "ds-mismatch";
    case "signature":
      if (state.state === "missing") return "missing-signature";
      return state.state === "expired" ? "expired" : "invalid-signature";
  }
}

/** What the resolver holds, validated or not (CD): a bogus zone must be seen, not hidden. */
async function askResolver(
  context: CheckContext,
  name: string,
  type: RecordType,
): Promise<DnsAnswer> {
  const answer = await context.dns.query(name, type, { dnssec: true, checkingDisabled: true });
  if (!["ok", "nodata", "nxdomain"].includes(answer.status))
    throw new NetError("dns", `${name} ${type}: ${answer.rcode}`);
  return answer;
}

/** The zone's own server first: what it says has passed through nobody's cache. */
async function askZone(context: CheckContext, name: string, type: RecordType): Promise<DnsAnswer> {
  for (const { addresses } of (await nameServers(context)).slice(0, 2)) {
    const [server] = addresses;
    if (server === undefined) continue;
    try {
      const answer = await context.dns.query(name, type, { server, dnssec: true });
      if (answer.authoritative) return answer;
    } catch (error) {
      if (!(error instanceof NetError)) throw error;
    }
  }
  return askResolver(context, name, type);
}
