import { getSession } from "@sekimori/console-contract/endpoints/session";
import { clockHeader } from "@sekimori/kit-contract/clock-header";
import type { AnyEndpoint } from "@sekimori/kit-contract/endpoint";
import { createClient } from "@sekimori/kit-web/client/create-client";
import { csrfIn } from "@sekimori/kit-web/client/csrf-storage";
import { serverClock } from "@sekimori/kit-web/clock/server-clock";
import { language } from "./language.ts";
import { clientStorage } from "./storage.ts";

/** What the entry does when nobody is signed in any more. */
export const refusals: { unauthorised: () => void } = { unauthorised: () => undefined };

/** The API of the origin that this page is of. */
export const clientOf = (firstCall: AnyEndpoint, told: { unauthorised: () => void }) =>
  createClient({
    baseUrl: "",
    csrf: csrfIn(clientStorage),
    firstCall,
    timeout: 30_000,
    locale: () => language.current(),
    onUnauthorised: () => told.unauthorised(),
    async fetch(input, init) {
      const answer = await fetch(input, init);
      serverClock.learn(answer.headers.get(clockHeader));
      return answer;
    },
  });

/** The console's API. */
export const client = clientOf(getSession, refusals);
