import { parse } from "tldts";

/**
 * The domain of a host that somebody can register, by the public suffix list with its private section;
 * null for an address, a single label and a public suffix. An unknown top level counts as a suffix.
 */
export const registrableDomain = (host: string): string | null =>
  parse(host, { allowPrivateDomains: true }).domain;
