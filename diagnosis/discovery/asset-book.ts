import type { Asset, AssetState, AssetType, FoundBy } from "../engine/asset.ts";
import { canonicalHost } from "../net/host-name.ts";
import { NetError } from "../net/net-error.ts";
import type { Found } from "./found.ts";

/** What decides an asset's state. */
export interface AssetRules {
  readonly domain: string;
  /** Names below special-use top levels exist (fixtures). */
  readonly fixtures: boolean;
  /** Hosts under examination. */
  readonly approved: ReadonlySet<string>;
  readonly ignored: ReadonlySet<string>;
  readonly optedOut: (host: string) => boolean;
  /** ISO 8601: the time of this scan. */
  readonly seenAt: string;
}

/** Most names one scan lists. */
const MAX_ASSETS = 5_000;
/** Paths kept for one asset: enough to show how it was found. */
const MAX_PATHS = 10;

/** Collects what a scan finds, one entry per asset, with every path that led to it. */
export class AssetBook {
  readonly #rules: AssetRules;
  readonly #assets = new Map<string, Asset>();

  constructor(rules: AssetRules) {
    this.#rules = rules;
  }

  /** Adds a name; answers the asset when it is new, null when it is known or no host name. */
  found({ name, by }: Found): Asset | null {
    const host = this.#canonical(name);
    if (host === null) return null;
    const type: AssetType = host === this.#rules.domain ? "domain" : "host";
    return this.add(type, host, this.#state(host), by);
  }

  /** Adds an asset of any type; null when it is known already (the path is kept). */
  add(type: AssetType, name: string, state: AssetState, by: FoundBy): Asset | null {
    const id = `${type}:${name}`;
    const known = this.#assets.get(id);
    if (known) {
      const same = known.foundBy.some((path) => path.source === by.source && path.at === by.at);
      if (!same && known.foundBy.length < MAX_PATHS)
        this.#assets.set(id, { ...known, foundBy: [...known.foundBy, by] });
      return null;
    }
    if (this.#assets.size >= MAX_ASSETS) return null;
    const asset: Asset = {
      id,
      type,
      name,
      addresses: [],
      ports: [],
      product: null,
      version: null,
      certificate: null,
      state,
      foundBy: [by],
      firstSeen: this.#rules.seenAt,
      lastSeen: this.#rules.seenAt,
      grade: null,
      owner: null,
      group: null,
      label: null,
    };
    this.#assets.set(id, asset);
    return asset;
  }

  /** Writes what was learned about a known asset and answers it. */
  learn(id: string, facts: Partial<Omit<Asset, "id" | "type" | "name">>): Asset | null {
    const known = this.#assets.get(id);
    if (!known) return null;
    const asset = { ...known, ...facts };
    this.#assets.set(id, asset);
    return asset;
  }

  #canonical(name: string): string | null {
    try {
      return canonicalHost(name, { fixtures: this.#rules.fixtures, allowSuffix: true }).host;
    } catch (error) {
      if (error instanceof NetError) return null;
      throw error;
    }
  }

  #state(host: string): AssetState {
    const { approved, ignored, domain, optedOut } = this.#rules;
    if (ignored.has(host) || optedOut(host)) return "ignored";
    if (approved.has(host)) return "approved";
    return host === domain || host.endsWith(`.${domain}`) ? "candidate" : "dependency";
  }
}
