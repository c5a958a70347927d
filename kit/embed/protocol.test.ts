import { describe, expect, test } from "vitest";
import { openGuest } from "./guest.ts";
import type { GuestMessage } from "./guest-messages.ts";
import { openHost } from "./host.ts";
import type { HostMessage } from "./host-messages.ts";
import type { Listener, Peer } from "./protocol.ts";

const portal = "https://portal.example";
const karte = "https://karte.example";

/** A window as far as messages go: knows its origin and delivers like a browser does. */
class FrameWindow implements Listener, Peer {
  readonly origin: string;
  readonly #listeners = new Set<(event: MessageEvent) => void>();
  constructor(origin: string) {
    this.origin = origin;
  }
  addEventListener(_type: "message", listener: (event: MessageEvent) => void): void {
    this.#listeners.add(listener);
  }
  removeEventListener(_type: "message", listener: (event: MessageEvent) => void): void {
    this.#listeners.delete(listener);
  }
  deliver(data: unknown, from: FrameWindow) {
    const event = new MessageEvent("message", { data, origin: from.origin });
    Object.defineProperty(event, "source", { value: this.#seenAs(from) });
    for (const listener of this.#listeners) listener(event);
  }
  readonly #peers = new Map<FrameWindow, Peer>();
  #seenAs(from: FrameWindow): Peer {
    return this.peer(from);
  }
  /** The other window as this one holds it: posting goes there, if the target origin is its own. */
  peer(other: FrameWindow): Peer {
    const known = this.#peers.get(other);
    if (known) return known;
    const peer: Peer = {
      postMessage: (data, targetOrigin) => {
        if (targetOrigin === other.origin) other.deliver(structuredClone(data), this);
      },
    };
    this.#peers.set(other, peer);
    return peer;
  }
  postMessage(): void {
    throw new Error("post through peer()");
  }
}

function embed(guestOrigin = karte) {
  const hostWindow = new FrameWindow(portal);
  const guestWindow = new FrameWindow(guestOrigin);
  const atHost: GuestMessage[] = [];
  const atGuest: HostMessage[] = [];
  const host = openHost({
    self: hostWindow,
    guest: () => hostWindow.peer(guestWindow),
    guestOrigin: karte,
    receive: (message) => atHost.push(message),
  });
  const guest = openGuest({
    self: guestWindow,
    host: guestWindow.peer(hostWindow),
    hostOrigin: portal,
    receive: (message) => atGuest.push(message),
  });
  return { host, guest, hostWindow, guestWindow, atHost, atGuest };
}

describe("frame protocol", () => {
  test("carries each message both ways", () => {
    const { host, guest, atHost, atGuest } = embed();
    guest.send({ type: "ready", path: "/group/list" });
    host.send({ type: "language", language: "ja" });
    host.send({ type: "navigate", path: "/inventory/result?domain=example.jp" });
    guest.send({ type: "navigated", path: "/inventory/result?domain=example.jp" });
    guest.send({ type: "title", title: "診断結果" });
    guest.send({ type: "dialog", isOpen: true });
    guest.send({ type: "menu", entries: [] });
    guest.send({ type: "session-expired" });
    guest.send({ type: "sign-in", request: "client_id=karte", recent: false });
    guest.send({ type: "sign-out" });
    guest.send({ type: "contact" });
    expect(atHost.map(({ type }) => type)).toEqual([
      "ready",
      "navigated",
      "title",
      "dialog",
      "menu",
      "session-expired",
      "sign-in",
      "sign-out",
      "contact",
    ]);
    expect(atGuest.map(({ type }) => type)).toEqual(["language", "navigate"]);
  });

  test("hears nothing from another origin, even in the same frame", () => {
    const { guest, guestWindow, hostWindow, atHost } = embed("https://evil.example");
    guest.send({ type: "sign-out" });
    hostWindow.deliver({ protocol: "sekimori-embed/1", type: "sign-out" }, guestWindow);
    expect(atHost).toEqual([]);
  });

  test("hears nothing from another window of the right origin", () => {
    const { hostWindow, atHost } = embed();
    const other = new FrameWindow(karte);
    hostWindow.deliver({ protocol: "sekimori-embed/1", type: "sign-out" }, other);
    expect(atHost).toEqual([]);
  });

  test.each([
    ["another protocol", { protocol: "sekimori-embed/2", type: "sign-out" }],
    ["an unknown type", { protocol: "sekimori-embed/1", type: "reload" }],
    ["a field too many", { protocol: "sekimori-embed/1", type: "sign-out", now: true }],
    [
      "another origin as a path",
      { protocol: "sekimori-embed/1", type: "navigated", path: "//evil.example" },
    ],
    [
      "a backslash path",
      { protocol: "sekimori-embed/1", type: "navigated", path: "/\\evil.example" },
    ],
    [
      "a script as a path",
      { protocol: "sekimori-embed/1", type: "navigated", path: "javascript:alert(1)" },
    ],
    [
      "an endless authorization request",
      {
        protocol: "sekimori-embed/1",
        type: "sign-in",
        request: "x".repeat(4_001),
        recent: false,
      },
    ],
    ["an endless title", { protocol: "sekimori-embed/1", type: "title", title: "x".repeat(201) }],
    ["no object", "sign-out"],
  ])("ignores %s", (_what, message) => {
    const { guestWindow, hostWindow, atHost } = embed();
    hostWindow.deliver(message, guestWindow);
    expect(atHost).toEqual([]);
  });

  const protocol = "sekimori-embed/1";
  test.each([
    ["another protocol", { protocol: "sekimori-embed/2", type: "language", language: "ja" }],
    ["an unknown type", { protocol, type: "reload", path: "/" }],
    ["an unknown language", { protocol, type: "language", language: "fr" }],
    ["a field too many", { protocol, type: "navigate", path: "/", now: true }],
    ["another field instead", { protocol, type: "language", path: "/" }],
    ["another origin as a path", { protocol, type: "navigate", path: "//evil.example" }],
    ["a backslash path", { protocol, type: "navigate", path: "/\\evil.example" }],
    ["a script as a path", { protocol, type: "navigate", path: "javascript:alert(1)" }],
    ["an endless path", { protocol, type: "navigate", path: `/${"x".repeat(2048)}` }],
    ["a list as a path", { protocol, type: "navigate", path: ["/"] }],
    ["what only a guest may say", { protocol, type: "ready", path: "/" }],
    ["no object", "navigate"],
    ["nothing", null],
  ])("is not sent anywhere by %s", (_what, message) => {
    const { guestWindow, hostWindow, atGuest } = embed();
    guestWindow.deliver(message, hostWindow);
    expect(atGuest).toEqual([]);
  });

  test("is deaf once closed", () => {
    const { host, guest, atHost } = embed();
    host.close();
    guest.send({ type: "sign-out" });
    expect(atHost).toEqual([]);
  });
});

test.each([
  "/../../setting/security",
  "/%2e%2e/setting/security",
  "/a/..",
  "/..?x=1",
  "//elsewhere.example",
  "/\\elsewhere.example",
  "/..%2fsetting",
])("neither half takes a path that leads out of the frame's page: %s", (path) => {
  const { host, guest, atHost, atGuest } = embed();
  guest.send({ type: "ready", path });
  guest.send({ type: "navigated", path });
  host.send({ type: "navigate", path });
  expect([atHost, atGuest]).toEqual([[], []]);
});
