import { lookup } from "node:dns/promises";
import type { Socket } from "node:net";
import { type ConnectionOptions, connect as connectTls } from "node:tls";
import type { Dispatcher, RequestInit as UndiciInit } from "undici";
import { type Dial, established, pinnedSocket } from "./pinned-socket.ts";
import { canonicalAddress, isWithin, privateNetwork, specialKind } from "./special-addresses.ts";

// biome-ignore lint/performance/noBarrelFile: this file is the entry of a subpath export.
export { isPrivateNetwork } from "./special-addresses.ts";

/** Why an address is not called. */
export type OutboundRefusal =
  | "not_an_address"
  | "scheme"
  | "credentials"
  | "port"
  | "unknown_host"
  | "special_address";

/** The guard does not call this address. The message is for the log. */
export class OutboundRefused extends Error {
  override readonly name = "OutboundRefused";
  readonly reason: OutboundRefusal;

  constructor(reason: OutboundRefusal, detail: string) {
    super(`${reason}: ${detail}`);
    this.reason = reason;
  }
}

export interface OutboundOptions {
  /** Whether this process serves customers; then nothing on this machine may be called. */
  readonly production: boolean;
  /** Origins on this machine that may be called, over http too: "http://localhost:3001". */
  readonly loopback?: readonly string[];
  /** Private networks of the operator's that may be called, such as "10.1.0.0/16". */
  readonly privateNetworks?: readonly string[];
  /** Ports that may be called; 443 and 8443 unless given. */
  readonly ports?: readonly number[];
  /** Milliseconds for a whole request, answer included; 10 s unless given. */
  readonly timeout?: number;
  /** Largest answer in bytes; 1 MiB unless given. */
  readonly largestAnswer?: number;
  /** Asks for all addresses of a name; the system's resolver unless given. */
  readonly resolve?: (name: string) => Promise<readonly string[]>;
  /** Authorities (PEM) that are trusted instead of the system's; for an operator's own network. */
  readonly trust?: { readonly ca: string };
  /** How connections are opened; for tests. */
  readonly dial?: Dial;
}

/** What one request may take, where the guard's own bounds do not fit it. */
export type OutboundBounds = Pick<OutboundOptions, "timeout" | "largestAnswer">;

/** Calls addresses that a customer or an operator gave, and only those that may be called. */
export interface Outbound {
  /**
   * Whether an address may be called now, for the form in which it is given. Says nothing about
   * later: every request asks again.
   *
   * @throws OutboundRefused.
   */
  check(address: string | URL): Promise<void>;
  /**
   * As the global `fetch`, but a redirect is an answer like any other and is not followed.
   *
   * @throws OutboundRefused, or TypeError with a cause, as `fetch` does, when there is no answer.
   */
  fetch(address: string | URL, init?: RequestInit, bounds?: OutboundBounds): Promise<Response>;
  close(): Promise<void>;
}

interface Target {
  readonly hostname: string;
  readonly port: number;
  readonly isEncrypted: boolean;
  /** One of the origins on this machine that the options name. */
  readonly isLoopback: boolean;
}

const defaultPorts = [443, 8443];
const connectMs = 5_000;

/** An origin as HTTP clients hand its parts to a connector: addresses of IPv6 without brackets. */
function originOf(protocol: string, host: string, port: string | number | undefined): string {
  const name = host.includes(":") && !host.startsWith("[") ? `[${host}]` : host;
  return port ? `${protocol}//${name}:${port}` : `${protocol}//${name}`;
}

async function systemAddresses(name: string): Promise<string[]> {
  const found = await lookup(name, { all: true, order: "verbatim" });
  return found.map(({ address }) => address);
}

/**
 * Makes the guard that every address passes which a customer or an operator gave: webhooks,
 * back-channel logout. A name is resolved once for each connection, every address it
 * stands for has to be an ordinary public one, and the connection goes to the address that was
 * looked at; so a name that answers differently the second time (DNS rebinding) reaches nothing.
 *
 * @throws Error when production is combined with origins on this machine, or a network is not private.
 */
export function createOutbound(options: OutboundOptions): Outbound {
  const loopback = new Set(options.loopback ?? []);
  if (options.production && loopback.size > 0) {
    throw new Error("Addresses on this machine are never called in production.");
  }
  const privateNetworks = (options.privateNetworks ?? []).map(privateNetwork);
  const ports = options.ports ?? defaultPorts;
  const resolve = options.resolve ?? systemAddresses;
  const timeout = options.timeout ?? 10_000;

  function targetOf(address: string | URL): Target {
    if (!URL.canParse(String(address))) {
      throw new OutboundRefused("not_an_address", "not an absolute address");
    }
    const url = new URL(address);
    const isLoopback = loopback.has(url.origin);
    const isEncrypted = url.protocol === "https:";
    if (!isEncrypted && !(isLoopback && url.protocol === "http:")) {
      throw new OutboundRefused("scheme", url.protocol);
    }
    if (url.username !== "" || url.password !== "") {
      throw new OutboundRefused("credentials", "user name or password in the address");
    }
    const port = Number(url.port) || (isEncrypted ? 443 : 80);
    if (!isLoopback && !ports.includes(port)) throw new OutboundRefused("port", String(port));
    return { hostname: url.hostname.replace(/^\[|\]$/g, ""), port, isEncrypted, isLoopback };
  }

  function refuseSpecial(address: string, isLoopback: boolean): void {
    const kind = specialKind(address);
    if (isLoopback ? kind === "loopback" : kind === undefined) return;
    if (canonicalAddress(address) !== undefined && isWithin(address, privateNetworks)) return;
    throw new OutboundRefused("special_address", `${address} (${kind ?? "not on this machine"})`);
  }

  async function addressesOf({ hostname, isLoopback }: Target): Promise<readonly string[]> {
    const literal = canonicalAddress(hostname);
    const found = literal === undefined ? await resolve(hostname).catch(() => []) : [literal];
    if (found.length === 0) throw new OutboundRefused("unknown_host", hostname);
    // One special address among many is refused too: which of them is used would be chance.
    for (const address of found) refuseSpecial(address, isLoopback);
    return found;
  }

  async function open(target: Target, tls: ConnectionOptions): Promise<Socket> {
    const addresses = await addressesOf(target);
    const socket = await pinnedSocket(addresses, target.port, connectMs, options.dial);
    if (!target.isEncrypted) return socket;
    const isName = canonicalAddress(target.hostname) === undefined;
    const encrypted = connectTls({
      ...tls,
      socket,
      host: target.hostname,
      ALPNProtocols: ["http/1.1"],
      ...(isName ? { servername: target.hostname } : {}),
    });
    // The certificate is checked against the name that was asked for, not against the address.
    return established(encrypted, "secureConnect", connectMs);
  }

  // Most processes never call anybody, and reading the library takes a tenth of a second.
  const library = () => import("./http-library.ts");
  /** By the largest answer that they take. */
  const dispatchers = new Map<number, Dispatcher>();

  async function guarded(largestAnswer = options.largestAnswer ?? 2 ** 20): Promise<Dispatcher> {
    const { Agent } = await library();
    const dispatcher =
      dispatchers.get(largestAnswer) ??
      new Agent({
        // Every request resolves, checks and connects for itself.
        pipelining: 0,
        maxResponseSize: largestAnswer,
        connect({ protocol, hostname, port }, done) {
          const opening = async () =>
            open(targetOf(originOf(protocol, hostname, port)), options.trust ?? {});
          opening().then(
            (socket) => done(null, socket),
            (error: Error) => done(error, null),
          );
        },
      });
    dispatchers.set(largestAnswer, dispatcher);
    return dispatcher;
  }

  return {
    async check(address) {
      await addressesOf(targetOf(address));
    },
    async fetch(address, init = {}, bounds = {}) {
      // Refused before anything is sent or looked up, and as itself instead of as a cause.
      targetOf(address);
      const deadline = AbortSignal.timeout(bounds.timeout ?? timeout);
      const signal = init.signal ? AbortSignal.any([init.signal, deadline]) : deadline;
      try {
        const { fetch } = await library();
        return (await fetch(String(new URL(address)), {
          ...(init as unknown as UndiciInit),
          dispatcher: await guarded(bounds.largestAnswer),
          redirect: "manual",
          signal,
        })) as unknown as Response;
      } catch (error) {
        if (error instanceof TypeError && error.cause instanceof OutboundRefused) throw error.cause;
        throw error;
      }
    },
    async close() {
      for (const dispatcher of dispatchers.values()) await dispatcher.close();
    },
  };
}
