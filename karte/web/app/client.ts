import { workspaceHeader } from "@sekimori/karte-contract/constants";
import { getSite } from "@sekimori/karte-contract/endpoints/site";
import { clockHeader } from "@sekimori/kit-contract/clock-header";
import type { EndpointResult } from "@sekimori/kit-contract/endpoint";
import { type Client, createClient } from "@sekimori/kit-web/client/create-client";
import { csrfIn } from "@sekimori/kit-web/client/csrf-storage";
import { serverClock } from "@sekimori/kit-web/clock/server-clock";
import { here } from "./here.ts";
import { language } from "./language.ts";
import { clientStorage } from "./storage.ts";
import { toasts } from "./toasts.ts";

/** What the entry does when nobody is signed in any more. */
export const refusals: { unauthorised: () => void } = { unauthorised: () => undefined };

const api = createClient({
  baseUrl: "",
  csrf: csrfIn(clientStorage),
  timeout: 30_000,
  locale: () => language.current(),
  onUnauthorised: () => refusals.unauthorised(),
  // Another tab may have gone to another workspace: what this one shows says which it means.
  async fetch(input, init) {
    const headers = new Headers(init?.headers);
    const workspace = here.workspace();
    if (workspace !== undefined) headers.set(workspaceHeader, workspace);
    const answer = await fetch(input, { ...init, headers });
    serverClock.learn(answer.headers.get(clockHeader));
    return answer;
  },
});

let greeting: Promise<EndpointResult<typeof getSite>> | undefined;

/** What karte says of this installation; asked once for each page that is loaded. */
export function site(): Promise<EndpointResult<typeof getSite>> {
  greeting ??= api.call(getSite).catch((error: unknown) => {
    greeting = undefined;
    throw error;
  });
  return greeting;
}

/**
 * Karte's API. An act ends what is said of the one before. It needs the CSRF token of the present
 * session, and the stored one may be of the session before: the first answer to the page brings it.
 */
export const client: Client = {
  async call(endpoint, ...input) {
    if (endpoint.method !== "GET") {
      toasts.clear();
      // If this fails, so does the call itself, and tells why.
      await site().catch(() => undefined);
    }
    return api.call(endpoint, ...input);
  },
};
