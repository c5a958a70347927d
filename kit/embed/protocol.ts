import { ownPath } from "@sekimori/kit-contract/own-path";

/**
 * The frame protocol between an application (host) and another that it embeds (guest), version 1.
 * Messages travel by postMessage between two exact origins; both sides check every message
 * against what `guest-messages.ts` and `host-messages.ts` declare and ignore what does not fit. That
 * is the whole contract: another vendor's application can take the guest's place.
 */
export const protocolName = "sekimori-embed/1";

const pathMost = 2048;

/**
 * A path on the guest's origin, with query: "/group/list?page=2". Never another origin's, and never one
 * that leads out of the host's page around it.
 */
export const isPath = (text: string): boolean =>
  text.length <= pathMost && ownPath(text) !== undefined;

/** What is said in a message, without the envelope that its sender adds. */
export type NewsOf<M> = M extends unknown ? Omit<M, "protocol"> : never;

/** The parts of a window the protocol uses, so that it can be run between any two of them. */
export interface Peer {
  postMessage(message: unknown, targetOrigin: string): void;
}

export interface Listener {
  addEventListener(type: "message", listener: (event: MessageEvent) => void): void;
  removeEventListener(type: "message", listener: (event: MessageEvent) => void): void;
}

/**
 * Calls `receive` for each message that comes from exactly this peer and origin and that `read` makes
 * something of; all else is ignored, for any page may post to any window.
 *
 * @returns the function that ends it
 */
export function listen<M>(
  self: Listener,
  from: { readonly peer: () => unknown; readonly origin: string },
  read: (value: unknown) => M | undefined,
  receive: (message: M) => void,
): () => void {
  const onMessage = (event: MessageEvent) => {
    if (event.origin !== from.origin || event.source !== from.peer()) return;
    const message = read(event.data);
    if (message !== undefined) receive(message);
  };
  self.addEventListener("message", onMessage);
  return () => self.removeEventListener("message", onMessage);
}
