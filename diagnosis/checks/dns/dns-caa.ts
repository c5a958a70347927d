import { defineCheck } from "../../engine/check.ts";
import type { CheckContext } from "../../engine/context.ts";
import { NetError } from "../../net/net-error.ts";

/**
 * CAA names the authorities that may issue certificates. Looked for at the domain and then above it
 * (RFC 8659 §3); only `issue` and `issuewild` restrict anything (§4.2, §4.3).
 */
export const dnsCaa = defineCheck({
  id: "dns-caa",
  category: "dns",
  scope: "zone",
  title: {
    ja: "証明書を発行できる認証局の限定（CAA）",
    en: "Authorized certificate issuers (CAA)",
  },
  explanation: {
    ja: "CAAレコードがないと、どの認証局でもこのドメインの証明書を発行できます。発行できる認証局を限定すると、誤った発行やなりすましの余地が減ります。",
    en: "Without CAA, any certificate authority can issue certificates for this domain. Naming the permitted ones leaves less room for mistaken or fraudulent certificates.",
  },
  remedy: {
    ja: '実際に使う認証局をissueタグで指定したCAAレコードを登録してください（例：0 issue "letsencrypt.org"）。',
    en: 'Publish CAA records whose issue tag names the authorities you use, for example 0 issue "letsencrypt.org".',
  },
  source: [{ title: "RFC 8659 §3, §4.2", url: "https://www.rfc-editor.org/rfc/rfc8659#section-3" }],
  outcomes: {
    restricted: {
      state: "pass",
      severity: null,
      text: {
        ja: "証明書を発行できる認証局が限定されています（{caa.issuers}）。",
        en: "Certificate issuers are restricted ({caa.issuers}).",
      },
    },
    absent: {
      state: "warn",
      severity: "low",
      text: { ja: "CAAレコードがありません。", en: "There is no CAA record." },
    },
    unrestricted: {
      state: "warn",
      severity: "low",
      text: {
        ja: "CAAレコードはありますが、issueもissuewildもなく、発行できる認証局を限定していません。",
        en: "There is a CAA record, but without issue or issuewild it restricts no authority.",
      },
    },
  },
  async run(context) {
    const records = await relevantRecords(context);
    const issuers = records.filter((r) => /^issue(wild)?$/i.test(r.tag)).map(issuerOf);
    const facts = [
      { name: "caa.present", value: records.length > 0 },
      { name: "caa.issuers", value: [...new Set(issuers)] },
    ];
    if (records.length === 0) return { outcome: "absent", facts };
    return { outcome: issuers.length > 0 ? "restricted" : "unrestricted", facts };
  },
});

interface CaaRecord {
  readonly tag: string;
  readonly value: string;
}

/** The first CAA set on the way from the domain to the top (RFC 8659 §3). */
async function relevantRecords(context: CheckContext): Promise<readonly CaaRecord[]> {
  const labels = context.target.domain.split(".");
  for (let index = 0; index < labels.length; index += 1) {
    const name = labels.slice(index).join(".");
    const answer = await context.dns.query(name, "CAA");
    if (!["ok", "nodata", "nxdomain"].includes(answer.status))
      throw new NetError("dns", `CAA of ${name}: ${answer.rcode}`);
    const records = answer.answers.flatMap((r): CaaRecord[] => (r.type === "CAA" ? [r.data] : []));
    if (records.length > 0) return records;
  }
  return [];
}

/** The authority's domain before any parameters; `none` for the empty one that forbids all. */
function issuerOf({ value }: CaaRecord): string {
  const issuer = (value.split(";")[0] ?? "").trim().toLowerCase();
  return issuer === "" ? "none" : issuer;
}
