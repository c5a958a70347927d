import type { CheckContext } from "../../../engine/context.ts";
import { plainName } from "../../../net/dns/plain-name.ts";
import { isScanEnd, recover } from "../../../net/recover.ts";
import { elementsOf, resolver, runs } from "../../page/elements.ts";
import { aliasChain } from "../alias-chain.ts";
import { mailHosts } from "../mail-hosts.ts";
import { nameServers } from "../name-servers.ts";
import { parseSpf, spfRecords } from "../spf-records.ts";

/** A name that a host relies on, and what for. */
export interface Reference {
  readonly kind: "CNAME" | "NS" | "MX" | "SPF" | "script";
  readonly name: string;
}

/** Names that a host relies on: what carries the zone first, and the scripts, of which there may be any number, last. */
export async function references(context: CheckContext): Promise<readonly Reference[]> {
  const own = await Promise.all([aliases(context), scripts(context)]);
  const zone = context.target.isDomain
    ? await Promise.all([servers(context), mail(context), senders(context)])
    : [];
  return [...zone, ...own].flat();
}

async function aliases(context: CheckContext): Promise<readonly Reference[]> {
  const { targets } = await aliasChain(context);
  return targets.map((name) => ({ kind: "CNAME", name }));
}

async function servers(context: CheckContext): Promise<readonly Reference[]> {
  return (await nameServers(context)).map(({ name }) => ({ kind: "NS", name }));
}

async function mail(context: CheckContext): Promise<readonly Reference[]> {
  return (await mailHosts(context)).names.map((name) => ({ kind: "MX", name }));
}

async function senders({ dns, target }: CheckContext): Promise<readonly Reference[]> {
  return spfRecords(await dns.texts(target.domain)).flatMap((text) => {
    const record = parseSpf(text);
    if ("faulty" in record) return [];
    // What stands behind "all" is never asked, and a name by which mail fails lets nobody send.
    const end = record.mechanisms.findIndex(({ name }) => name === "all");
    const asked = end === -1 ? record.mechanisms : record.mechanisms.slice(0, end);
    const names = asked.flatMap(({ name, value, qualifier }) =>
      ["include", "a", "mx", "exists"].includes(name) && qualifier === "+" ? [value] : [],
    );
    return [...names, (end === -1 && record.redirect) || ""]
      .filter((name) => name !== "" && !name.includes("%"))
      .map((name): Reference => ({ kind: "SPF", name: plainName(name) }));
  });
}

/**
 * Hosts of scripts that browsers run and do not hold to a digest (Subresource Integrity), which no stranger's
 * script has; a site that cannot be read names none.
 */
async function scripts({ http }: CheckContext): Promise<readonly Reference[]> {
  const page = await recover(http.root(), (code) =>
    code === "busy" || isScanEnd(code) ? undefined : null,
  );
  if (page === null) return [];
  const resolve = resolver(page);
  return elementsOf(page).flatMap(({ name, attributes, withoutScripts }): Reference[] => {
    const isRun = name === "script" && !withoutScripts && runs(attributes);
    const isHeld = /\bsha(?:256|384|512)-/.test(attributes.integrity ?? "");
    const url = isRun && !isHeld ? resolve(attributes.src) : null;
    return url === null ? [] : [{ kind: "script", name: url.hostname }];
  });
}
