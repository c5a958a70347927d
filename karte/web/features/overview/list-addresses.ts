import { pagePaths } from "@sekimori/karte-contract/page-routes";

const withQuery = (path: string, query: Readonly<Record<string, string | undefined>>) => {
  const named = Object.entries(query).filter(([, value]) => value !== undefined);
  const text = new URLSearchParams(named as [string, string][]).toString();
  return text === "" ? path : `${path}?${text}`;
};

/** Where the figures of an overview lead: the lists narrowed to what was counted. */
export const listAddresses = {
  domains: (query: { group: string | undefined; grade?: string; proof?: string }) =>
    withQuery(pagePaths.siteList, query),
  findings: (query: {
    group: string | undefined;
    severity?: string;
    state?: string;
    sort?: string;
    order?: string;
  }) => withQuery(pagePaths.inventoryResult, query),
  assets: (query: { group: string | undefined; sort?: string; order?: string }) =>
    withQuery(pagePaths.inventory, query),
};
