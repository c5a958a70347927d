import type { CheckContext } from "../../../engine/context.ts";
import { plainName } from "../../../net/dns/plain-name.ts";
import { NetError } from "../../../net/net-error.ts";
import { analyseSpf, type SpfAnalysis, type SpfDns } from "./analyse.ts";

/** The SPF of the target's domain, judged once per target. Throws NetError `dns`. */
export function domainSpf(context: CheckContext): Promise<SpfAnalysis> {
  return context.once("mail.spf", () => analyseSpf(context.target.domain, dnsOf(context)));
}

function dnsOf({ dns }: CheckContext): SpfDns {
  const records = async (name: string, type: "A" | "AAAA" | "MX") => {
    if (!isName(name)) return [];
    const answer = await dns.query(name, type);
    if (!["ok", "nodata", "nxdomain"].includes(answer.status))
      throw new NetError("dns", `${type} of ${name}: ${answer.rcode}`);
    return answer.answers.filter((record) => record.type === type);
  };
  return {
    texts: async (name) => (isName(name) ? await dns.texts(name) : []),
    hasAddress: async (name) =>
      (await records(name, "A")).length > 0 || (await records(name, "AAAA")).length > 0,
    hasIpv4: async (name) => (await records(name, "A")).length > 0,
    mailServers: async (name) =>
      (await records(name, "MX")).flatMap((record) =>
        record.type === "MX" ? [plainName(record.data.exchange)] : [],
      ),
  };
}

/** A malformed name is one that does not exist (RFC 7208 §4.3). */
function isName(name: string): boolean {
  const labels = name.replace(/\.$/, "").split(".");
  return name.length <= 254 && labels.every((label) => label !== "" && label.length <= 63);
}
