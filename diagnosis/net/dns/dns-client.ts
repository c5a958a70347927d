import type { DecodedPacket, RecordType } from "dns-packet";
import { ByteStream } from "../byte-stream.ts";
import type { DnsAnswer, DnsClient, DnsQueryOptions, DnsTransfer } from "../clients.ts";
import type { Connector, ResolverEndpoint } from "../connector.ts";
import type { EgressGuard } from "../egress-guard.ts";
import { NetError } from "../net-error.ts";
import type { TargetSession } from "../target-session.ts";
import { exchangeTcp, exchangeUdp, withLength } from "./exchange.ts";
import { QuestionSockets } from "./question-sockets.ts";
import { encodeQuestion, readTransferStart, toAnswer, type WireQuestion } from "./wire.ts";

const DNS_PORT = 53;
const MAX_ALIASES = 10;

/** What the client needs to know about this machine. */
export interface DnsSetup {
  readonly resolvers: readonly ResolverEndpoint[];
  /** False where no IPv6 leaves the machine: such addresses are checked but not used. */
  readonly ipv6: boolean;
}

/**
 * Asks DNS questions on the wire: the recursive resolver for what the public sees, a server of
 * the target itself (guarded) where the answer's bits matter.
 */
export class GuardedDnsClient implements DnsClient {
  readonly #session: TargetSession;
  readonly #connector: Connector;
  readonly #guard: EgressGuard;
  readonly #setup: DnsSetup;
  readonly #sockets = new Map<ResolverEndpoint | string, QuestionSockets>();

  constructor(session: TargetSession, connector: Connector, guard: EgressGuard, setup: DnsSetup) {
    this.#session = session;
    this.#connector = connector;
    this.#guard = guard;
    this.#setup = setup;
  }

  query(given: string, type: RecordType, options: DnsQueryOptions = {}): Promise<DnsAnswer> {
    // The dot at the end of a record's name stands for the root, which every name ends in.
    const name = given === "." ? given : given.replace(/\.$/, "");
    const { checkingDisabled, ...usual } = options;
    if (!checkingDisabled || options.dnssec) return this.#asked(name, type, options);
    // What passed validation reads the same without it, and others have mostly asked for it already.
    return this.#session.once(`unvalidated ${keyOf(name, type, usual)}`, async () => {
      const answer = await this.#asked(name, type, usual);
      return answer.status === "servfail" ? await this.#asked(name, type, options) : answer;
    });
  }

  #asked(name: string, type: RecordType, options: DnsQueryOptions): Promise<DnsAnswer> {
    return this.#session.once(`dns ${keyOf(name, type, options)}`, async () => {
      const question = encodeQuestion(name, type, options);
      return toAnswer(await this.#ask(question, options), type);
    });
  }

  async texts(name: string): Promise<readonly string[]> {
    const answer = await this.query(name, "TXT");
    if (answer.status !== "ok" && answer.status !== "nodata" && answer.status !== "nxdomain")
      throw new NetError("dns", `${name} TXT: ${answer.rcode}`);
    return answer.answers.flatMap((record) =>
      record.type === "TXT" ? [joinText(record.data)] : [],
    );
  }

  isPublic(address: string): boolean {
    return this.#guard.isPublic(address);
  }

  addresses(host: string): Promise<readonly string[]> {
    return this.#session.once(`addresses ${host.toLowerCase()}`, () => this.#addresses(host));
  }

  transfer(zone: string, server: string): Promise<DnsTransfer> {
    return this.#session.once(`axfr ${zone} ${server}`, async () => {
      const question = encodeQuestion(zone, "AXFR", { server });
      const socket = await this.#connector.tcp(this.#session, server, DNS_PORT);
      const stream = new ByteStream(socket, this.#session);
      try {
        await stream.write(withLength(question.bytes));
        return await firstOfTransfer(stream, this.#session.limits.dnsMs);
      } finally {
        stream.close();
      }
    });
  }

  async #addresses(name: string): Promise<readonly string[]> {
    const { host } = this.#guard.host(name);
    const [v4, v6] = await Promise.all([this.query(host, "A"), this.query(host, "AAAA")]);
    const found = [...this.#resolved(host, "A", v4), ...this.#resolved(host, "AAAA", v6)];
    if (found.length === 0) {
      const failed = [v4, v6].find(
        (answer) => !["ok", "nodata", "nxdomain"].includes(answer.status),
      );
      if (failed) throw new NetError("dns", `${host}: ${failed.rcode}`);
      throw new NetError("no-address", host);
    }
    const allowed = this.#allowed([...new Set(found)]);
    const usable = allowed.filter((address) => this.#setup.ipv6 || !address.includes(":"));
    if (usable.length === 0) throw new NetError("unreachable", "this machine has no IPv6");
    return usable;
  }

  /**
   * The addresses that may be contacted. A private one beside public ones is a fault of the zone, which
   * dns-private reports; it is left out, and what is public is examined all the same.
   */
  #allowed(found: readonly string[]): readonly string[] {
    let refusal: unknown;
    const allowed = found.flatMap((address) => {
      try {
        return [this.#guard.address(address)];
      } catch (error) {
        refusal = error;
        return [];
      }
    });
    if (allowed.length === 0) throw refusal;
    return allowed;
  }

  /** Follows the aliases inside one answer and takes the addresses at their end. */
  #resolved(host: string, type: "A" | "AAAA", answer: DnsAnswer): string[] {
    let name = host;
    for (let step = 0; step < MAX_ALIASES; step += 1) {
      const alias = answer.answers.find(
        (record) => record.type === "CNAME" && sameName(record.name, name),
      );
      if (alias?.type !== "CNAME") break;
      name = this.#guard.passing(alias.data).host;
    }
    return answer.answers.flatMap((record) =>
      record.type === type && sameName(record.name, name) && typeof record.data === "string"
        ? [record.data]
        : [],
    );
  }

  async #ask(question: WireQuestion, options: DnsQueryOptions): Promise<DecodedPacket> {
    if (options.transport === "tcp") return await this.#askTcp(question, options);
    let last: unknown;
    for (let attempt = 0; attempt < this.#session.limits.dnsTries; attempt += 1) {
      try {
        const packet = await this.#askUdp(question, options, attempt);
        if (refusesEdns(packet, options)) return await this.#askPlain(question, options);
        return packet.flag_tc ? await this.#askTcp(question, options) : packet;
      } catch (error) {
        if (!(error instanceof NetError) || error.code !== "timeout") throw error;
        last = error;
      }
    }
    throw last;
  }

  async #askUdp(question: WireQuestion, options: DnsQueryOptions, attempt: number) {
    this.#session.spendQuery();
    const { server } = options;
    if (server !== undefined) await this.#connector.question(this.#session, server, DNS_PORT);
    return await this.#socketsTo(server ?? this.#resolver(attempt)).use((socket) =>
      exchangeUdp(this.#session, socket, question),
    );
  }

  /** Without EDNS, for servers that are older than it (RFC 6891 §7). */
  async #askPlain({ name, type }: WireQuestion, options: DnsQueryOptions): Promise<DecodedPacket> {
    const question = encodeQuestion(name, type, options, { edns: false });
    const packet = await this.#askUdp(question, options, 0);
    return packet.flag_tc ? await this.#askTcp(question, options) : packet;
  }

  /** @param to the recursive resolver, or the address of a named server */
  #socketsTo(to: ResolverEndpoint | string): QuestionSockets {
    const known = this.#sockets.get(to);
    if (known) return known;
    const made = new QuestionSockets(() =>
      typeof to === "string"
        ? this.#connector.udp(this.#session, to, DNS_PORT)
        : this.#connector.resolverUdp(this.#session, to),
    );
    this.#sockets.set(to, made);
    return made;
  }

  async #askTcp(question: WireQuestion, options: DnsQueryOptions) {
    this.#session.spendQuery();
    const socket =
      options.server === undefined
        ? await this.#connector.resolverTcp(this.#session, this.#resolver(0))
        : await this.#connector.tcp(this.#session, options.server, DNS_PORT);
    return await exchangeTcp(this.#session, socket, question);
  }

  #resolver(attempt: number): ResolverEndpoint {
    const { resolvers } = this.#setup;
    const resolver = resolvers[attempt % Math.max(1, resolvers.length)];
    if (!resolver) throw new NetError("dns", "no recursive resolver is configured");
    return resolver;
  }
}

/** A named server that does not understand the question with EDNS; signatures come with EDNS only. */
function refusesEdns(packet: DecodedPacket, { server, dnssec }: DnsQueryOptions): boolean {
  const rcode = "rcode" in packet ? String(packet.rcode) : "";
  return server !== undefined && !dnssec && ["FORMERR", "NOTIMP"].includes(rcode);
}

function keyOf(name: string, type: RecordType, options: DnsQueryOptions): string {
  const { server, dnssec, checkingDisabled, recursion, transport } = options;
  return `${name.toLowerCase()} ${type} ${server} ${dnssec} ${checkingDisabled} ${recursion} ${transport}`;
}

async function firstOfTransfer(stream: ByteStream, timeoutMs: number): Promise<DnsTransfer> {
  let transfer: DnsTransfer | null = null;
  let failure: unknown;
  await stream.read(
    (received) => {
      try {
        transfer = readTransferStart(received);
      } catch (error) {
        failure = error;
      }
      return transfer !== null || failure !== undefined;
    },
    { maxBytes: 65_537, timeoutMs },
  );
  if (failure !== undefined) throw failure;
  // A server that hangs up instead of answering has refused.
  return transfer ?? { open: false, rcode: "CLOSED", first: null };
}

function joinText(data: string | Buffer | readonly (string | Buffer)[]): string {
  const parts = typeof data === "string" || Buffer.isBuffer(data) ? [data] : data;
  return parts.map((part) => part.toString()).join("");
}

function sameName(left: string, right: string): boolean {
  return left.toLowerCase().replace(/\.$/, "") === right.toLowerCase();
}
