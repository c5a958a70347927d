import type { DnsClient, HttpClient, RawTlsClient, TcpClient, TlsClient } from "./clients.ts";
import type { Clock } from "./clock.ts";
import { Connector, type ResolverEndpoint } from "./connector.ts";
import { GuardedDnsClient } from "./dns/dns-client.ts";
import { EgressGuard, type EgressPolicy } from "./egress-guard.ts";
import { HostBook } from "./host-book.ts";
import { GuardedHttpClient, type HttpRules } from "./http/http-client.ts";
import { HttpPool } from "./http/http-pool.ts";
import { HttpsConnections } from "./https-connections.ts";
import {
  DEFAULT_LOAD_LIMITS,
  DEFAULT_NET_LIMITS,
  type LoadLimits,
  type NetLimits,
} from "./limits.ts";
import { LoadGovernor } from "./load-governor.ts";
import { GuardedRawTlsClient } from "./raw-tls/raw-tls-client.ts";
import type { SharedLoad } from "./shared-load.ts";
import { SocketLog } from "./socket-log.ts";
import { machineHasIpv6, systemResolvers } from "./system-dns.ts";
import { TargetSession } from "./target-session.ts";
import { GuardedTcpClient } from "./tcp-client.ts";
import { GuardedTlsClient } from "./tls-client.ts";
import { TlsHandshaker } from "./tls-session.ts";

/** Everything the network part can be told, once per process. */
export interface NetworkSettings extends EgressPolicy {
  readonly clock: Clock;
  readonly limits?: Partial<NetLimits>;
  readonly load?: Partial<LoadLimits>;
  /** Keeps the load on each address within its limits across processes. */
  readonly sharedLoad?: SharedLoad;
  /** Recursive resolvers; the fixture network's or else the machine's own when absent. */
  readonly resolvers?: readonly ResolverEndpoint[];
  readonly ipv6?: boolean;
  readonly socketLog?: SocketLog;
}

/** The clients of one host, pinned to one address when one is given. */
export interface Clients {
  readonly dns: DnsClient;
  readonly tcp: TcpClient;
  readonly tls: TlsClient;
  readonly rawTls: RawTlsClient;
  readonly http: HttpClient;
}

/** The examination of one target: its budget and ways to speak with it. */
export interface TargetNetwork {
  readonly session: TargetSession;
  readonly dns: DnsClient;
  clients(host: string, address: string | null): Clients;
  close(): void;
}

/**
 * The engine's whole network: one guard, one governor of load and one socket log for all scans of
 * a process, so limits per address hold across customers.
 */
export class Network {
  readonly guard: EgressGuard;
  readonly log: SocketLog;
  readonly clock: Clock;
  readonly #limits: NetLimits;
  readonly #governor: LoadGovernor;
  readonly #connector: Connector;
  readonly #tls: TlsHandshaker;
  readonly #resolvers: readonly ResolverEndpoint[];
  readonly #ipv6: boolean;

  constructor(settings: NetworkSettings) {
    this.clock = settings.clock;
    this.guard = new EgressGuard(settings);
    this.log = settings.socketLog ?? new SocketLog();
    this.#limits = { ...DEFAULT_NET_LIMITS, ...settings.limits };
    this.#governor = new LoadGovernor(
      { ...DEFAULT_LOAD_LIMITS, ...settings.load },
      settings.clock,
      settings.sharedLoad,
    );
    this.#connector = new Connector(this.guard, this.#governor, this.log);
    this.#tls = new TlsHandshaker(settings.fixtures?.trustAnchors);
    this.#resolvers =
      settings.resolvers ?? (settings.fixtures ? [settings.fixtures.resolver] : systemResolvers());
    this.#ipv6 = settings.ipv6 ?? machineHasIpv6();
  }

  /** Starts the examination of one target. The caller closes it. */
  open(rules: HttpRules, signal?: AbortSignal): TargetNetwork {
    const session = new TargetSession(this.#limits, this.clock, signal);
    const setup = { resolvers: this.#resolvers, ipv6: this.#ipv6 };
    const dns = new GuardedDnsClient(session, this.#connector, this.guard, setup);
    const https = new HttpsConnections(session, this.#connector, this.#tls);
    const pool = new HttpPool(session, this.#connector, this.#tls, https);
    const clients = (host: string, address: string | null): Clients => {
      const book = new HostBook(dns, host, address);
      return {
        dns,
        tcp: new GuardedTcpClient(session, this.#connector, this.#tls, book),
        tls: new GuardedTlsClient(session, this.#connector, this.#tls, https, book),
        rawTls: new GuardedRawTlsClient(session, this.#connector, book),
        http: new GuardedHttpClient(session, {
          pool,
          governor: this.#governor,
          book,
          host,
          rules,
        }),
      };
    };
    return { session, dns, clients, close: () => session.close() };
  }
}
