import { defineCheck, notApplicable } from "../../engine/check.ts";
import { NetError } from "../../net/net-error.ts";
import { dnsPrivateTexts } from "./dns-private.texts.ts";
import { NO_ADDRESS_RECORDS } from "./reasons.texts.ts";

/**
 * A public name that leads to an address of no public meaning (RFC 1918 §5 asks that such names stay
 * inside; the list of ranges is IANA's special-purpose registry, RFC 6890). Asks DNS only.
 */
export const dnsPrivate = defineCheck(dnsPrivateTexts, {
  id: "dns-private",
  category: "dns",
  scope: "host",
  outcomes: {
    public: { state: "pass", severity: null },
    private: { state: "warn", severity: "low" },
  },
  async run(context) {
    const { host } = context.target;
    const answers = await Promise.all([
      context.dns.query(host, "A"),
      context.dns.query(host, "AAAA"),
    ]);
    const failed = answers.find((answer) => !["ok", "nodata", "nxdomain"].includes(answer.status));
    if (failed) throw new NetError("dns", `${host}: ${failed.rcode}`);
    const addresses = answers.flatMap((answer) =>
      answer.answers.flatMap((r) => (r.type === "A" || r.type === "AAAA" ? [r.data] : [])),
    );
    const hidden = addresses.filter((address) => !context.dns.isPublic(address));
    const facts = [{ name: "dns.privateAddresses", value: hidden }];
    if (addresses.length === 0) return notApplicable(NO_ADDRESS_RECORDS);
    return { outcome: hidden.length > 0 ? "private" : "public", facts };
  },
});
