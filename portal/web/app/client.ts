import { type Client, createClient } from "@sekimori/kit-web/client/create-client";
import { csrfHeader, requestTimeoutMs } from "@sekimori/portal-contract/constants";
import { siteConfiguration } from "@sekimori/portal-contract/endpoints/site";
import { language } from "./language.ts";
import { clientStorage } from "./session/current.ts";

/** What the entry does when the server refuses a call (SPEC 4). */
export const refusals: { unauthorised: (begunAt: number) => void; forbidden: () => void } = {
  unauthorised: () => undefined,
  forbidden: () => undefined,
};

const api = createClient({
  baseUrl: "",
  csrf: {
    header: csrfHeader,
    storage: {
      read: () => clientStorage.read("csrf"),
      save(token) {
        if (clientStorage.read("csrf") !== token) clientStorage.write("csrf", token);
      },
    },
  },
  timeout: requestTimeoutMs,
  locale: () => language.current(),
  onUnauthorised: (_error, _endpoint, begunAt) => refusals.unauthorised(begunAt),
  onForbidden(error) {
    // Other 403s say which act is not possible now, and the screen that tried it explains.
    if (error.type === "Forbidden") refusals.forbidden();
  },
});

/**
 * The portal's API. A call that changes something needs a CSRF token; where none is stored (a wiped
 * browser may still hold a dead session's cookie) any answer brings one first.
 */
export const client: Client = {
  async call(endpoint, ...input) {
    if (endpoint.method !== "GET" && clientStorage.read("csrf") === undefined) {
      // If this fails, so does the call itself, and tells why.
      await api.call(siteConfiguration).catch(() => undefined);
    }
    return api.call(endpoint, ...input);
  },
};
