import { createSocket, type Socket as UdpSocket } from "node:dgram";
import { isIPv6, connect as netConnect, type Socket } from "node:net";
import type { EgressGuard, Route } from "./egress-guard.ts";
import type { LoadGovernor } from "./load-governor.ts";
import { NetError } from "./net-error.ts";
import { toNetError } from "./socket-errors.ts";
import type { SocketEntry, SocketLog } from "./socket-log.ts";
import { canonicalAddress } from "./special-ranges.ts";
import type { TargetSession } from "./target-session.ts";

/** A socket address of the configured recursive resolver. */
export interface ResolverEndpoint {
  readonly address: string;
  readonly port: number;
}

/**
 * The one place that opens sockets. Takes addresses only, never names, so nothing is resolved
 * behind the guard's back, and compares the connected peer with the pinned address.
 */
export class Connector {
  readonly #guard: EgressGuard;
  readonly #governor: LoadGovernor;
  readonly #log: SocketLog;

  constructor(guard: EgressGuard, governor: LoadGovernor, log: SocketLog) {
    this.#guard = guard;
    this.#governor = governor;
    this.#log = log;
  }

  /** Connects to a guarded address within `connectMs`. Throws NetError. */
  async tcp(
    session: TargetSession,
    address: string,
    port: number,
    connectMs = session.limits.connectMs,
  ): Promise<Socket> {
    const { published, ...endpoint } = this.#openRoute(address, port);
    session.spendConnection();
    // What an address may feel is counted by the published one, wherever a fixture really listens.
    const release = await this.#governor.socket(published, session.signal);
    try {
      const entry: SocketEntry = { ...endpoint, role: "target", transport: "tcp" };
      const socket = await this.#connect(session, entry, release, connectMs);
      session.noteOpen(published, port);
      return socket;
    } catch (error) {
      release();
      const failure = toNetError(error);
      if (failure.code === "reset") this.#governor.distress(published);
      throw failure;
    }
  }

  /** A TCP connection to the recursive resolver, which is the operator's own and not guarded. */
  async resolverTcp(session: TargetSession, resolver: ResolverEndpoint): Promise<Socket> {
    const entry: SocketEntry = { ...resolver, role: "resolver", transport: "tcp" };
    return await this.#connect(session, entry, () => undefined);
  }

  /** Waits for the next question that a guarded name server may be asked. */
  async question(session: TargetSession, address: string, port: number): Promise<void> {
    const { published } = this.#openRoute(address, port);
    await this.#governor.question(published, session.signal);
  }

  /** A UDP socket connected to a guarded name server, so the kernel drops strangers' answers. */
  async udp(session: TargetSession, address: string, port: number): Promise<UdpSocket> {
    const { published: _, ...endpoint } = this.#openRoute(address, port);
    return await this.#bind(session, { ...endpoint, role: "target", transport: "udp" });
  }

  /** A UDP socket connected to the recursive resolver. */
  async resolverUdp(session: TargetSession, resolver: ResolverEndpoint): Promise<UdpSocket> {
    const entry: SocketEntry = { ...resolver, role: "resolver", transport: "udp" };
    return await this.#bind(session, entry);
  }

  #openRoute(address: string, port: number): Exclude<Route, "closed"> {
    const route = this.#guard.route(address, port);
    if (route === "closed") throw new NetError("closed", "no such fixture port");
    return route;
  }

  async #connect(
    session: TargetSession,
    entry: SocketEntry,
    release: () => void,
    connectMs = session.limits.connectMs,
  ) {
    session.signal.throwIfAborted();
    const closed = this.#log.open(entry);
    const socket = netConnect({ host: entry.address, port: entry.port, autoSelectFamily: false });
    const untrack = session.track(socket);
    await new Promise<void>((resolve, reject) => {
      let waiting = true;
      const finish = (act: () => void) => {
        if (!waiting) return;
        waiting = false;
        clearTimeout(timer);
        act();
      };
      const giveUp = () => {
        if (!waiting) return;
        finish(() => reject(new NetError("timeout", "connect")));
        socket.destroy();
      };
      // When this process was kept from running, the answer may be waiting too: it is heard first.
      const timer = setTimeout(() => setImmediate(giveUp), connectMs);
      socket.once("connect", () => finish(resolve));
      // Stays: a socket without a listener would end the process when its peer resets it later.
      socket.on("error", (error) => finish(() => reject(error)));
      socket.once("close", () => {
        untrack();
        closed();
        release();
        finish(() => reject(session.signal.reason ?? new NetError("closed", "closed")));
      });
    });
    const { remoteAddress = "" } = socket;
    const same =
      remoteAddress === entry.address ||
      canonicalAddress(remoteAddress) === canonicalAddress(entry.address);
    if (!same) {
      socket.destroy();
      throw new NetError("refused", "connected to another address than the pinned one");
    }
    return socket;
  }

  async #bind(session: TargetSession, entry: SocketEntry) {
    session.signal.throwIfAborted();
    const closed = this.#log.open(entry);
    const socket = createSocket(isIPv6(entry.address) ? "udp6" : "udp4");
    let open = true;
    const destroy = () => {
      if (!open) return;
      open = false;
      try {
        socket.close();
      } catch {
        // Closed by its user already; the event that tells so is still on its way.
      }
    };
    const untrack = session.track({ destroy });
    socket.once("close", () => {
      open = false;
      untrack();
      closed();
    });
    socket.on("error", () => undefined);
    await new Promise<void>((resolve, reject) => {
      socket.once("error", reject);
      socket.once("close", () => reject(session.signal.reason ?? new NetError("closed", "closed")));
      // A callback given to connect would be called for a failure too, in place of the event.
      socket.once("connect", () => resolve());
      socket.connect(entry.port, entry.address);
    }).catch((error) => {
      throw toNetError(error, "unreachable");
    });
    return socket;
  }
}
