import { setMaxListeners } from "node:events";
import type { Clock } from "./clock.ts";
import type { NetLimits } from "./limits.ts";
import { NetError } from "./net-error.ts";

/** Anything that can be cut: a socket, a pool, a timer. */
export interface Closable {
  destroy(): void;
}

/**
 * The budget and the open sockets of one target. Ends by itself after `targetMs`; whatever is
 * still open is destroyed then, so nothing outlives the examination.
 */
export class TargetSession {
  readonly signal: AbortSignal;
  readonly limits: NetLimits;
  readonly #clock: Clock;
  readonly #started: number;
  readonly #abort = new AbortController();
  readonly #timer = new AbortController();
  readonly #open = new Set<Closable>();
  readonly #answers = new Map<string, Promise<unknown>>();
  readonly #outer: AbortSignal | undefined;
  readonly #openPorts = new Map<string, Set<number>>();
  #connections = 0;
  #queries = 0;

  constructor(limits: NetLimits, clock: Clock, outer?: AbortSignal) {
    this.limits = limits;
    this.#clock = clock;
    this.#started = clock.monotonic();
    this.signal = this.#abort.signal;
    setMaxListeners(0, this.signal);
    this.#outer = outer;
    if (outer?.aborted) this.#cancel();
    else outer?.addEventListener("abort", this.#cancel, { once: true });
    clock.sleep(limits.targetMs, this.#timer.signal).then(
      () => this.#end(new NetError("budget", "the time for this target is used up")),
      () => undefined,
    );
  }

  get millisecondsLeft(): number {
    return Math.max(0, this.#started + this.limits.targetMs - this.#clock.monotonic());
  }

  get connectionsLeft(): number {
    return this.limits.targetConnections - this.#connections;
  }

  get connections(): number {
    return this.#connections;
  }

  get queries(): number {
    return this.#queries;
  }

  /** Throws `budget` when the target's connections are used up. */
  spendConnection(): void {
    this.signal.throwIfAborted();
    if (this.connectionsLeft <= 0) throw new NetError("budget", "no connections left");
    this.#connections += 1;
  }

  /** Throws `budget` when the target's DNS questions are used up. */
  spendQuery(): void {
    this.signal.throwIfAborted();
    if (this.#queries >= this.limits.targetDnsQueries)
      throw new NetError("budget", "no DNS questions left");
    this.#queries += 1;
  }

  /** Notes that a connection to an address and port came about. */
  noteOpen(address: string, port: number): void {
    const ports = this.#openPorts.get(address) ?? new Set();
    this.#openPorts.set(address, ports.add(port));
  }

  /** Ports of an address that accepted a connection of this scan, sorted. */
  openPorts(address: string): readonly number[] {
    return [...(this.#openPorts.get(address) ?? [])].sort((left, right) => left - right);
  }

  /** Remembers something to destroy at the end; call the answer when it closed by itself. */
  track(closable: Closable): () => void {
    this.#open.add(closable);
    if (this.signal.aborted) closable.destroy();
    return () => this.#open.delete(closable);
  }

  /** One promise per key for the life of the target. */
  once<T>(key: string, produce: () => Promise<T>): Promise<T> {
    const known = this.#answers.get(key);
    // The key names the type: each caller builds its keys with a prefix of its own.
    if (known) return known as Promise<T>;
    const made = produce();
    made.catch(() => undefined);
    this.#answers.set(key, made);
    return made;
  }

  /** Ends the examination and destroys what is open. */
  close(): void {
    this.#end(new NetError("aborted", "the examination is over"));
  }

  readonly #cancel = () => this.#end(new NetError("aborted", "the scan was cancelled"));

  #end(reason: NetError) {
    if (this.signal.aborted) return;
    this.#abort.abort(reason);
    this.#timer.abort(reason);
    this.#outer?.removeEventListener("abort", this.#cancel);
    for (const closable of this.#open) closable.destroy();
    this.#open.clear();
    this.#answers.clear();
  }
}
