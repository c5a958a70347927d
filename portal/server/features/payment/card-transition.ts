import type { Registration } from "../../ports/payment-gateway.ts";
import type { CardAttemptRow } from "./card-attempt-repository.ts";

type State = CardAttemptRow["state"];

const openStates: readonly State[] = ["created", "requires_action", "authenticated"];

export function isOpen(state: State): boolean {
  return openStates.includes(state);
}

export type Transition =
  | { readonly to: State }
  /** The card was registered after the attempt had been given up: it must not be kept. */
  | { readonly to: "unchanged"; readonly discardCard: boolean };

/**
 * What the payment company's word about a registration makes of an attempt. A finished attempt
 * never changes again, and no word that comes late or out of order moves one back.
 */
export function transitionOf(state: State, registration: Registration): Transition {
  if (!isOpen(state)) {
    const discardCard = registration.state === "succeeded" && state !== "succeeded";
    return { to: "unchanged", discardCard };
  }
  const isBackwards = state === "authenticated" && registration.state === "requires_action";
  if (registration.state === state || isBackwards) return { to: "unchanged", discardCard: false };
  return { to: registration.state };
}
