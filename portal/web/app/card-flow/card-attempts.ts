import { isApiError } from "@sekimori/kit-web/client/api-error";
import type { CardAttempt } from "@sekimori/portal-contract/endpoints/sign-up";
import { cancelCardAttempt, cardAttempt } from "@sekimori/portal-contract/endpoints/sign-up";
import { queryOptions } from "@tanstack/react-query";
import { client } from "../client.ts";
import { clientStorage } from "../session/current.ts";
import { attemptOutcome } from "./attempt-outcome.ts";

/** How often an attempt that the payment company has not decided is asked for. */
const pollMs = 1_500;

/** How often it is asked for while nothing can be reached. */
const reconnectMs = 3_000;

/** The state of one attempt, asked for until it is decided or the person's turn. */
export function attemptQuery(attempt: string) {
  return queryOptions({
    queryKey: ["card-attempt", attempt],
    queryFn: ({ signal }): Promise<CardAttempt> =>
      client.call(cardAttempt, { params: { attempt }, signal }),
    // What another tab or the way through 3-D Secure changed is what counts.
    gcTime: 0,
    refetchInterval: ({ state: { data, error } }) => {
      // The connection may come back by itself.
      if (isApiError(error, "Network", "Offline", "Timeout")) return reconnectMs;
      return data && attemptOutcome(data).kind === "waiting" ? pollMs : false;
    },
  });
}

/** Gives an attempt up, so that another card can be entered. */
export async function giveUp(attempt: string): Promise<void> {
  await client.call(cancelCardAttempt, { params: { attempt }, body: {} });
  forgetAttempt();
}

/** The attempt that this browser began last; brand and last digits are for the eye only. */
export function storedAttempt() {
  return clientStorage.read("paymentInfo");
}

export function forgetAttempt(): void {
  clientStorage.write("paymentInfo", undefined);
}
