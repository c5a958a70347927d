import { parse } from "tldts";
import type { TakeoverFingerprint } from "../../data/data-sets.ts";
import { defineCheck, inconclusive, notApplicable } from "../../engine/check.ts";
import type { CheckContext } from "../../engine/context.ts";
import { NetError } from "../../net/net-error.ts";
import { aliasChain } from "./alias-chain.ts";
import { CANNOT_READ_PROVIDER_PAGE, NO_ALIAS } from "./reasons.ts";

/**
 * An alias whose target is gone: it does not exist any more, or its provider shows the page for unclaimed
 * names. Providers and their signs are the data set's, gathered as can-i-take-over-xyz does; nothing is
 * claimed to prove it.
 */
export const dnsDangling = defineCheck({
  id: "dns-dangling",
  category: "dns",
  scope: "host",
  title: { ja: "行き先を失った別名（CNAME）", en: "Dangling alias (CNAME)" },
  explanation: {
    ja: "解約したクラウドサービスを指したままの別名は、第三者がそのサービスで同じ名前を取得するだけで乗っ取れます。正規のドメインのまま偽サイトを公開されます。",
    en: "An alias that still points to a canceled service can be taken over by anyone who claims that name there. They can then show a fake site under your own domain.",
  },
  remedy: {
    ja: "使っていない別名のレコードを削除してください。サービスを解約するときは、先にDNSのレコードを消してください。",
    en: "Delete aliases that are no longer used; when ending a service, remove the DNS record first.",
  },
  source: [
    { title: "can-i-take-over-xyz", url: "https://github.com/EdOverflow/can-i-take-over-xyz" },
    { title: "RFC 1912 §2.4", url: "https://www.rfc-editor.org/rfc/rfc1912#section-2.4" },
  ],
  outcomes: {
    alive: {
      state: "pass",
      severity: null,
      text: {
        ja: "別名の行き先（{dns.aliasTarget}）は存在します。",
        en: "The alias's target ({dns.aliasTarget}) exists.",
      },
    },
    claimable: {
      state: "fail",
      severity: "critical",
      text: {
        ja: "別名の行き先（{dns.aliasTarget}）は{dns.aliasProvider}で未使用の状態にあり、第三者が取得できるおそれがあります。",
        en: "The alias's target ({dns.aliasTarget}) is unclaimed at {dns.aliasProvider} and may be taken by a stranger.",
      },
    },
    unclaimed: {
      state: "fail",
      severity: "medium",
      text: {
        ja: "別名の行き先（{dns.aliasTarget}）は、{dns.aliasProvider}で未使用の状態にあります。",
        en: "The alias's target ({dns.aliasTarget}) is unclaimed at {dns.aliasProvider}.",
      },
    },
    gone: {
      state: "fail",
      severity: "medium",
      text: {
        ja: "別名の行き先（{dns.aliasTarget}）は存在しません。",
        en: "The alias's target ({dns.aliasTarget}) does not exist.",
      },
    },
  },
  async run(context) {
    const chain = await aliasChain(context);
    const target = chain.at(-1);
    if (target === undefined) return notApplicable(NO_ALIAS);
    const provider = providerOf(chain, context.data.takeovers);
    const facts = [
      { name: "dns.aliasTarget", value: target },
      { name: "dns.aliasProvider", value: provider?.provider ?? "" },
    ];
    if (!(await exists(context, target))) {
      const outcome = provider?.vulnerable ? "claimable" : "gone";
      return { outcome, facts: [...facts, ...(await registered(context, target))] };
    }
    if (provider === undefined || provider.text === null) return { outcome: "alive", facts };
    const page = await frontPage(context);
    if (page === null) return inconclusive(CANNOT_READ_PROVIDER_PAGE, facts);
    const unclaimed = provider.vulnerable ? "claimable" : "unclaimed";
    return { outcome: page.includes(provider.text) ? unclaimed : "alive", facts };
  },
});

function providerOf(
  chain: readonly string[],
  takeovers: readonly TakeoverFingerprint[],
): TakeoverFingerprint | undefined {
  const matches = (suffix: string) =>
    chain.some((name) => name === suffix || name.endsWith(`.${suffix}`));
  return takeovers.find(({ targets }) => targets.some(matches));
}

/** False only when DNS says so; a failing resolver is no proof. */
async function exists(context: CheckContext, name: string): Promise<boolean> {
  const answer = await context.dns.query(name, "A");
  if (!["ok", "nodata", "nxdomain"].includes(answer.status))
    throw new NetError("dns", `${name}: ${answer.rcode}`);
  return answer.status !== "nxdomain";
}

/** Whether the registrable domain of a vanished target exists: anyone may register it if not. */
async function registered(context: CheckContext, target: string) {
  const { domain } = parse(target);
  if (domain === null) return [];
  const answer = await context.dns.query(domain, "NS");
  return [{ name: "dns.aliasDomainExists", value: answer.status !== "nxdomain" }];
}

async function frontPage(context: CheckContext): Promise<string | null> {
  try {
    return (await context.http.root()).text();
  } catch (error) {
    if (error instanceof NetError) return null;
    throw error;
  }
}
