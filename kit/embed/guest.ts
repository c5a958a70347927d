import type { GuestNews } from "./guest-messages.ts";
import { type HostMessage, readHostMessage } from "./host-messages.ts";
import { type Listener, listen, type Peer, protocolName } from "./protocol.ts";

export interface GuestOptions {
  /** The guest's own window. */
  readonly self: Listener;
  /** The window that embeds it: `window.parent`. */
  readonly host: Peer;
  /** Exact origin of the host. */
  readonly hostOrigin: string;
  readonly receive: (message: HostMessage) => void;
}

export interface Guest {
  send(news: GuestNews): void;
  close(): void;
}

/** The embedded application's half of the frame protocol; send `ready` once listening. */
export function openGuest(options: GuestOptions): Guest {
  const close = listen(
    options.self,
    { peer: () => options.host, origin: options.hostOrigin },
    readHostMessage,
    options.receive,
  );
  return {
    send: (news) =>
      options.host.postMessage({ protocol: protocolName, ...news }, options.hostOrigin),
    close,
  };
}
