import { createSocket, type Socket as UdpSocket } from "node:dgram";
import { isIPv6, connect as netConnect, type Socket } from "node:net";
import type { EgressGuard } from "./egress-guard.ts";
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
    const route = this.#guard.route(address, port);
    if (route === "closed") throw new NetError("closed", "no such fixture port");
    session.spendConnection();
    const release = await this.#governor.socket(route.address, session.signal);
    try {
      const entry: SocketEntry = { ...route, role: "target", transport: "tcp" };
      const socket = await this.#connect(session, entry, release, connectMs);
      session.noteOpen(route.address, port);
      return socket;
    } catch (error) {
      release();
      const failure = toNetError(error);
      if (failure.code === "reset") this.#governor.distress(route.address);
      throw failure;
    }
  }

  /** A TCP connection to the recursive resolver, which is the operator's own and not guarded. */
  async resolverTcp(session: TargetSession, resolver: ResolverEndpoint): Promise<Socket> {
    const entry: SocketEntry = { ...resolver, role: "resolver", transport: "tcp" };
    return await this.#connect(session, entry, () => undefined);
  }

  /** A UDP socket connected to a guarded name server, so the kernel drops strangers' answers. */
  async udp(session: TargetSession, address: string, port: number): Promise<UdpSocket> {
    const route = this.#guard.route(address, port);
    if (route === "closed") throw new NetError("closed", "no such fixture port");
    await this.#governor.question(route.address, session.signal);
    return await this.#bind(session, { ...route, role: "target", transport: "udp" });
  }

  /** A UDP socket connected to the recursive resolver. */
  async resolverUdp(session: TargetSession, resolver: ResolverEndpoint): Promise<UdpSocket> {
    const entry: SocketEntry = { ...resolver, role: "resolver", transport: "udp" };
    return await this.#bind(session, entry);
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
    socket.once("close", () => {
      untrack();
      closed();
      release();
    });
    // A socket without a listener would end the process when its peer resets it later.
    socket.on("error", () => undefined);
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => {
        reject(new NetError("timeout", "connect"));
        socket.destroy();
      }, connectMs);
      const settle = () => clearTimeout(timer);
      socket.once("connect", () => {
        settle();
        resolve();
      });
      socket.once("error", (error) => {
        settle();
        reject(error);
      });
      socket.once("close", () => {
        settle();
        reject(session.signal.aborted ? session.signal.reason : new NetError("closed", "closed"));
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
      socket.connect(entry.port, entry.address, () => resolve());
    }).catch((error) => {
      throw toNetError(error, "unreachable");
    });
    return socket;
  }
}
