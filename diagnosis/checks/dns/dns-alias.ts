import { defineCheck, notApplicable, type Observation } from "../../engine/check.ts";
import type { CheckContext } from "../../engine/context.ts";
import { aliasChain } from "./alias-chain.ts";
import { delegationAtParent } from "./parent-zone.ts";
import { NO_ALIAS } from "./reasons.ts";

/**
 * An alias leads somewhere and stands where it may: its chain does not come back to where it began, and it is
 * not at the top of a zone, where NS and SOA stand beside it (RFC 1034 §3.6.2, RFC 1912 §2.4, RFC 2181 §10.1).
 */
export const dnsAlias = defineCheck({
  id: "dns-alias",
  category: "dns",
  scope: "host",
  title: { ja: "別名（CNAME）の置き方", en: "Aliases (CNAME) in their place" },
  explanation: {
    ja: "循環する別名は、どこにも行き着かないため、その名前のサービスは使えません。ドメインの頂点に別名を置くと、MXやTXTなど同じ名前の他のレコードが見えなくなり、メールが届かなくなることがあります。",
    en: "An alias that goes round in a circle leads nowhere, so nothing at that name works. An alias at the top of a domain hides the other records there, such as MX and TXT, so mail may be lost.",
  },
  remedy: {
    ja: "循環している別名のどれか一つを、実際のサーバーを指すように直してください。ドメインの頂点では、CNAMEの代わりにA・AAAAレコードか、DNS事業者のALIAS機能を使ってください。",
    en: "Point one of the aliases in the circle to a real server. At the top of the domain, use A and AAAA records, or your DNS provider's ALIAS feature, in place of CNAME.",
  },
  source: [
    { title: "RFC 1034 §3.6.2", url: "https://www.rfc-editor.org/rfc/rfc1034#section-3.6.2" },
    { title: "RFC 1912 §2.4", url: "https://www.rfc-editor.org/rfc/rfc1912#section-2.4" },
    { title: "RFC 2181 §10.1", url: "https://www.rfc-editor.org/rfc/rfc2181#section-10.1" },
  ],
  outcomes: {
    sound: {
      state: "pass",
      severity: null,
      text: {
        ja: "別名（行き先：{dns.aliasTarget}）は循環しておらず、置き場所も正しいものです。",
        en: "The alias (to {dns.aliasTarget}) leads on without a circle and stands where it may.",
      },
    },
    loop: {
      state: "fail",
      severity: "medium",
      text: {
        ja: "別名が循環しており（{dns.aliasChain}）、この名前は使えません。",
        en: "The alias goes round in a circle ({dns.aliasChain}), so this name leads nowhere.",
      },
    },
    apex: {
      state: "fail",
      severity: "medium",
      text: {
        ja: "ドメインの頂点に別名（{dns.aliasTarget}）があります。MXやTXTなどのレコードが見えなくなるおそれがあります。",
        en: "There is an alias (to {dns.aliasTarget}) at the top of the domain. It may hide other records there, such as MX and TXT.",
      },
    },
  },
  async run(context): Promise<readonly Observation<Outcome>[] | Observation<Outcome>> {
    const { targets, loops } = await aliasChain(context);
    if (targets.length === 0) return notApplicable(NO_ALIAS);
    const facts = [
      { name: "dns.aliasTarget", value: targets.at(-1) ?? "" },
      { name: "dns.aliasChain", value: [context.target.host, ...targets] },
    ];
    const cause = { kind: "record", name: `CNAME of ${context.target.host}` } as const;
    const found: Outcome[] = loops ? ["loop"] : [];
    if (await isTopOfZone(context)) found.push("apex");
    if (found.length === 0) return { outcome: "sound", facts };
    return found.map((outcome) => ({ outcome, facts, cause }));
  },
});

type Outcome = "sound" | "loop" | "apex";

/** The parent delegates to it: there are NS and SOA records beside the alias. */
async function isTopOfZone(context: CheckContext): Promise<boolean> {
  return context.target.isDomain && (await delegationAtParent(context)) !== null;
}
