import type { EndpointResponse } from "@sekimori/kit-contract/endpoint";
import { siteConfiguration } from "@sekimori/portal-contract/endpoints/site";
import { useSyncExternalStore } from "react";
import { client } from "./client.ts";
import { language } from "./language.ts";

export type Site = EndpointResponse<typeof siteConfiguration>;

const listeners = new Set<() => void>();
let known: Site | undefined;
let asked: Promise<Site> | undefined;

/** What the operator has set, asked for once in a page's life; a failure is asked again. */
export function loadSite(): Promise<Site> {
  asked ??= client.call(siteConfiguration).then(
    (site) => {
      known = site;
      for (const listener of listeners) listener();
      return site;
    },
    (error: unknown) => {
      asked = undefined;
      throw error;
    },
  );
  return asked;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  // Who needs it for certain calls loadSite itself and sees the failure.
  loadSite().catch(() => undefined);
  return () => listeners.delete(listener);
}

/** The operator's settings, or undefined until they are known. */
export function useSite(): Site | undefined {
  return useSyncExternalStore(subscribe, () => known);
}

/** What members know the external identity provider by; empty where there is none, undefined until that is known. */
export function useExternalIdName(): string | undefined {
  const site = useSite();
  return site && (site.externalId?.[language.current()] ?? "");
}
