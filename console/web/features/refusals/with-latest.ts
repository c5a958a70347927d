import type { RefusalView } from "@sekimori/console-contract/endpoints/integration/refusals";

interface Part {
  readonly refusals: readonly RefusalView[];
  readonly next: string | null;
}

/** A list as it is loaded, part by part. */
export interface Loaded<P extends Part = Part> {
  pages: P[];
  pageParams: unknown[];
}

/**
 * Puts what is new above what is loaded: whoever watches asks for the first part alone, however many
 * are on the screen. Where so much is new that a gap would be left, the list begins anew.
 */
export function withLatest<P extends Part>(loaded: Loaded<P>, latest: P): Loaded<P> {
  const [first, ...others] = loaded.pages;
  const top = first?.refusals[0]?.id;
  if (first === undefined || top === undefined) return { pages: [latest], pageParams: [""] };
  const fresh = latest.refusals.filter(({ id }) => BigInt(id) > BigInt(top));
  if (fresh.length === 0) return loaded;
  const hasGap = fresh.length === latest.refusals.length && latest.next !== null;
  if (hasGap) return { pages: [latest], pageParams: [""] };
  return { ...loaded, pages: [{ ...first, refusals: [...fresh, ...first.refusals] }, ...others] };
}
