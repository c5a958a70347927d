import { randomBytes } from "node:crypto";
import { defineCheck } from "../../engine/check.ts";
import { NetError } from "../../net/net-error.ts";
import { dnsWildcardTexts } from "./dns-wildcard.texts.ts";

/**
 * Whether names that nobody registered resolve (wildcards, RFC 4592). Told, not judged: it makes any
 * misspelt or invented subdomain look real, and other tools' subdomain lists unreliable.
 */
export const dnsWildcard = defineCheck(dnsWildcardTexts, {
  id: "dns-wildcard",
  category: "dns",
  scope: "zone",
  outcomes: {
    none: { state: "pass", severity: null },
    wildcard: { state: "info", severity: "info" },
  },
  async run(context) {
    const name = `${randomBytes(10).toString("hex")}.${context.target.domain}`;
    const answers = await Promise.all([
      context.dns.query(name, "A"),
      context.dns.query(name, "AAAA"),
    ]);
    const failed = answers.find((answer) => !["ok", "nodata", "nxdomain"].includes(answer.status));
    if (failed) throw new NetError("dns", `wildcard: ${failed.rcode}`);
    const wildcard = answers.some((answer) => answer.answers.length > 0);
    const facts = [{ name: "dns.wildcard", value: wildcard }];
    return { outcome: wildcard ? "wildcard" : "none", facts };
  },
});
