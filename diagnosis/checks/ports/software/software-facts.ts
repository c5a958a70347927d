import type { Software } from "./banners.ts";
import type { Hit } from "./judge.ts";

/** The highest probability that was published; where nobody published one, there is none to show. */
export function probability(hits: readonly Hit[]) {
  const known = hits.flatMap(({ vulnerability: { epss } }) => (epss === null ? [] : [epss]));
  return known.length === 0 ? [] : [{ name: "software.epss", value: Math.max(...known) }];
}

/** The facts by which the inventory names what runs on a host. */
export function identity(software: Software | undefined) {
  if (software === undefined) return [];
  return [
    { name: "service.product", value: software.product },
    { name: "service.version", value: software.version },
  ];
}
