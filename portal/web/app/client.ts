import { type Client, createClient } from "@sekimori/kit-web/client/create-client";
import { csrfIn } from "@sekimori/kit-web/client/csrf-storage";
import { requestTimeoutMs } from "@sekimori/portal-contract/constants";
import { siteConfiguration } from "@sekimori/portal-contract/endpoints/site";
import { language } from "./language.ts";
import { clientStorage } from "./session/current.ts";
import { toasts } from "./toasts.ts";

/** What the entry does when the server refuses a call (specification 4). */
export const refusals: { unauthorised: (begunAt: number) => void; forbidden: () => void } = {
  unauthorised: () => undefined,
  forbidden: () => undefined,
};

const api = createClient({
  baseUrl: "",
  csrf: csrfIn(clientStorage),
  firstCall: siteConfiguration,
  timeout: requestTimeoutMs,
  locale: () => language.current(),
  onUnauthorised: (_error, _endpoint, begunAt) => refusals.unauthorised(begunAt),
  onForbidden(error) {
    // Other 403s say which act is not possible now, and the screen that tried it explains.
    if (error.type === "Forbidden") refusals.forbidden();
  },
});

let acts = 0;

/** How many calls that change something this page has made. */
export const actsMade = (): number => acts;

/** The portal's API. An act ends what is said of the one before, also of the same one. */
export const client: Client = {
  async call(endpoint, ...input) {
    if (endpoint.method !== "GET") toasts.clear();
    return unasked.call(endpoint, ...input);
  },
};

/** The same for what the page asks by itself, of which its reader knows nothing: what is said to them stays. */
export const unasked: Client = {
  async call(endpoint, ...input) {
    if (endpoint.method !== "GET") acts += 1;
    return api.call(endpoint, ...input);
  },
};
