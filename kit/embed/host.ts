import { type GuestMessage, guestMessageSchema } from "./guest-messages.ts";
import type { HostNews } from "./host-messages.ts";
import { type Listener, listen, type Peer, protocolName } from "./protocol.ts";

export interface HostOptions {
  /** The host's own window. */
  readonly self: Listener;
  /** The frame's window, asked for each time because a reload replaces it. */
  readonly guest: () => Peer | null;
  /** Exact origin of the embedded application. */
  readonly guestOrigin: string;
  readonly receive: (message: GuestMessage) => void;
}

export interface Host {
  /** Sends to the guest; does nothing while the frame has no window. */
  send(news: HostNews): void;
  close(): void;
}

/** The host's half of the frame protocol. */
export function openHost(options: HostOptions): Host {
  const close = listen(
    options.self,
    { peer: options.guest, origin: options.guestOrigin },
    (value) => guestMessageSchema.safeParse(value).data,
    options.receive,
  );
  return {
    send: (news) =>
      options.guest()?.postMessage({ protocol: protocolName, ...news }, options.guestOrigin),
    close,
  };
}
