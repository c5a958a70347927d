import { getSession } from "@sekimori/console-contract/endpoints/session";
import { clockHeader } from "@sekimori/kit-contract/clock-header";
import { createClient } from "@sekimori/kit-web/client/create-client";
import { csrfIn } from "@sekimori/kit-web/client/csrf-storage";
import { serverClock } from "@sekimori/kit-web/clock/server-clock";
import { language } from "./language.ts";
import { clientStorage } from "./storage.ts";

/** What the entry does when nobody is signed in any more. */
export const refusals: { unauthorised: () => void } = { unauthorised: () => undefined };

/** The console's API. */
export const client = createClient({
  baseUrl: "",
  csrf: csrfIn(clientStorage),
  firstCall: getSession,
  timeout: 30_000,
  locale: () => language.current(),
  onUnauthorised: () => refusals.unauthorised(),
  async fetch(input, init) {
    const answer = await fetch(input, init);
    serverClock.learn(answer.headers.get(clockHeader));
    return answer;
  },
});
