import { canonicalHost, HostNameRefused } from "@sekimori/diagnosis/host-name";

/** What browsers hold together: the registrable domain, or the host where there is none. */
function siteOf(origin: string): string {
  const { protocol, hostname } = new URL(origin);
  try {
    return `${protocol}//${canonicalHost(hostname).domain}`;
  } catch (error) {
    if (!(error instanceof HostNameRefused)) throw error;
    return `${protocol}//${hostname}`;
  }
}

/** Whether cookies of one origin travel in a frame of the other as if it were its own. */
export const isOneSite = (one: string, other: string): boolean => siteOf(one) === siteOf(other);
