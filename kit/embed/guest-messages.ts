import * as z from "zod/mini";
import { type GuestMenuEntry, isGuestMenu } from "./guest-menu.ts";
import { isPath, type NewsOf, protocolName } from "./protocol.ts";

const envelope = { protocol: z.literal(protocolName) };

const pathSchema = z.string().check(z.refine(isPath));

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
  /** A dialog of the guest's has opened over its page, or the last one has closed. */
  z.strictObject({ ...envelope, type: z.literal("dialog"), isOpen: z.boolean() }),
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
  /** The guest's further pages, whole, and again whenever something of it changes. */
  z.strictObject({
    ...envelope,
    type: z.literal("menu"),
    entries: z.custom<readonly GuestMenuEntry[]>(isGuestMenu),
  }),
  /** The guest has ended its session; the host ends its own. */
  z.strictObject({ ...envelope, type: z.literal("sign-out") }),
  /** The person asked for the contact page. */
  z.strictObject({ ...envelope, type: z.literal("contact") }),
]);

export type GuestMessage = z.infer<typeof guestMessageSchema>;
export type GuestNews = NewsOf<GuestMessage>;
