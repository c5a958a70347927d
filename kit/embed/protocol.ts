import { locales } from "@sekimori/kit-contract/locale";
import * as z from "zod/mini";

/**
 * The frame protocol between an application (host) and another that it embeds (guest), version 1.
 * Messages travel by postMessage between two exact origins; both sides check every message
 * against these schemas and ignore what does not fit. It is the whole contract: another vendor's
 * application can take the guest's place.
 */
export const protocolName = "sekimori-embed/1";

const envelope = { protocol: z.literal(protocolName) };

/** A path on the guest's origin, with query: "/group/list?page=2". Never another origin's. */
const pathSchema = z.string().check(z.maxLength(2048), z.regex(/^\/(?![/\\])[^\\]*$/));

/** What a guest tells its host. */
export const guestMessageSchema = z.discriminatedUnion("type", [
  /** The guest has loaded and listens. */
  z.strictObject({ ...envelope, type: z.literal("ready"), path: pathSchema }),
  /** The guest went to another of its pages; the host's address follows. */
  z.strictObject({ ...envelope, type: z.literal("navigated"), path: pathSchema }),
  z.strictObject({
    ...envelope,
    type: z.literal("title"),
    title: z.string().check(z.maxLength(200)),
  }),
  /** The guest's own session cannot be renewed silently: the host goes to its sign-in. */
  z.strictObject({ ...envelope, type: z.literal("session-expired") }),
  /**
   * The guest wants whoever is signed in at the host signed in with it, too: the query of its
   * authorization request. The host sends the frame there, with nothing shown; the answer goes to the
   * guest's return address. `recent`: the person first proves to the host who they are.
   */
  z.strictObject({
    ...envelope,
    type: z.literal("sign-in"),
    request: z.string().check(z.minLength(1), z.maxLength(4_000)),
    recent: z.boolean(),
  }),
  /** The guest has ended its session; the host ends its own. */
  z.strictObject({ ...envelope, type: z.literal("sign-out") }),
  /** The person asked for the contact page. */
  z.strictObject({ ...envelope, type: z.literal("contact") }),
]);

/** What a host tells its guest. */
export const hostMessageSchema = z.discriminatedUnion("type", [
  /** Answers `ready`. */
  z.strictObject({ ...envelope, type: z.literal("language"), language: z.enum(locales) }),
  /** The person chose a page in the host's menu, or went back. */
  z.strictObject({ ...envelope, type: z.literal("navigate"), path: pathSchema }),
]);

export type GuestMessage = z.infer<typeof guestMessageSchema>;
export type HostMessage = z.infer<typeof hostMessageSchema>;

type WithoutEnvelope<M> = M extends unknown ? Omit<M, "protocol"> : never;

export type GuestNews = WithoutEnvelope<GuestMessage>;
export type HostNews = WithoutEnvelope<HostMessage>;

/** The parts of a window the protocol uses, so that it can be run between any two of them. */
export interface Peer {
  postMessage(message: unknown, targetOrigin: string): void;
}

export interface Listener {
  addEventListener(type: "message", listener: (event: MessageEvent) => void): void;
  removeEventListener(type: "message", listener: (event: MessageEvent) => void): void;
}

interface Reader<M> {
  safeParse(value: unknown): { success: true; data: M } | { success: false };
}

/**
 * Calls `receive` for each message that comes from exactly this peer and origin and fits the
 * schema; all else is ignored, for any page may post to any window.
 *
 * @returns the function that ends it
 */
export function listen<M>(
  self: Listener,
  from: { readonly peer: () => unknown; readonly origin: string },
  schema: Reader<M>,
  receive: (message: M) => void,
): () => void {
  const onMessage = (event: MessageEvent) => {
    if (event.origin !== from.origin || event.source !== from.peer()) return;
    const parsed = schema.safeParse(event.data);
    if (parsed.success) receive(parsed.data);
  };
  self.addEventListener("message", onMessage);
  return () => self.removeEventListener("message", onMessage);
}
