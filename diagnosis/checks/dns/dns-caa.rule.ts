import { defineCheck } from "../../engine/check.ts";
import type { CheckContext } from "../../engine/context.ts";
import { NetError } from "../../net/net-error.ts";
import { dnsCaaTexts } from "./dns-caa.texts.ts";

/**
 * CAA names the authorities that may issue certificates. Looked for at the domain and then above it
 * (RFC 8659 §3); `issue` restricts all certificates, `issuewild` alone only those with a wildcard (§4.2, §4.3).
 * A value that does not follow the grammar permits nobody (§4.2), and a critical property that the authority
 * does not know forbids it to issue (§4.1).
 */
export const dnsCaa = defineCheck(dnsCaaTexts, {
  id: "dns-caa",
  category: "dns",
  scope: "zone",
  outcomes: {
    restricted: { state: "pass", severity: null },
    absent: { state: "warn", severity: "low" },
    "wildcards-only": { state: "warn", severity: "low" },
    malformed: { state: "warn", severity: "low" },
    blocked: { state: "warn", severity: "medium" },
    unrestricted: { state: "warn", severity: "low" },
  },
  async run(context) {
    const records = await relevantRecords(context);
    const tagged = (tag: string) => records.filter((record) => record.tag.toLowerCase() === tag);
    const permitting = [...tagged("issue"), ...tagged("issuewild")];
    const critical = records.filter(isUnknownCritical).map(({ tag }) => tag);
    const malformed = permitting.map(({ value }) => value).filter((value) => !ISSUE.test(value));
    const facts = [
      { name: "caa.present", value: records.length > 0 },
      { name: "caa.issuers", value: [...new Set(permitting.map(issuerOf))] },
      ...(critical.length > 0 ? [{ name: "caa.critical", value: critical }] : []),
      ...(malformed.length > 0 ? [{ name: "caa.malformed", value: malformed }] : []),
    ];
    if (records.length === 0) return { outcome: "absent", facts };
    if (critical.length > 0) return { outcome: "blocked", facts };
    if (malformed.length > 0) return { outcome: "malformed", facts };
    if (tagged("issue").length > 0) return { outcome: "restricted", facts };
    return { outcome: permitting.length > 0 ? "wildcards-only" : "unrestricted", facts };
  },
});

/** Properties that are registered (IANA, "Certification Authority Restriction Properties"). */
const REGISTERED = [
  "issue",
  "issuewild",
  "issuemail",
  "issuevmc",
  "iodef",
  "auth",
  "path",
  "policy",
  "contactemail",
  "contactphone",
];
const CRITICAL = 128;

/** An issuer's name or none, then parameters (§4.2); a semicolon at the end harms nobody. */
const ISSUE =
  /^[ \t]*(?:[a-z0-9]+(?:-+[a-z0-9]+)*(?:\.[a-z0-9]+(?:-+[a-z0-9]+)*)*[ \t]*)?(?:;[ \t]*(?:[a-z0-9]+(?:-+[a-z0-9]+)*[ \t]*=[ \t]*[\x21-\x3a\x3c-\x7e]*[ \t]*(?:;[ \t]*)?)*)?$/i;

function isUnknownCritical({ flags = 0, tag }: CaaRecord): boolean {
  return (flags & CRITICAL) !== 0 && !REGISTERED.includes(tag.toLowerCase());
}

interface CaaRecord {
  readonly flags?: number | undefined;
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
