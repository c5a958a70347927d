import type { Clock } from "./clock.ts";
import type { LoadLimits } from "./limits.ts";
import { NetError } from "./net-error.ts";

interface AddressLoad {
  sockets: number;
  readonly waiting: (() => void)[];
  nextConnect: number;
  nextRequest: number;
  nextQuestion: number;
  pausedUntil: number;
  distress: number;
}

/** Entries kept before idle ones are swept out. */
const SWEEP_AT = 2_000;

/**
 * Keeps the load on each IP address low, whoever asked for the scan: one governor serves all
 * scans of a process, so ten customers with hosts on one address share its one budget.
 */
export class LoadGovernor {
  readonly #limits: LoadLimits;
  readonly #clock: Clock;
  readonly #loads = new Map<string, AddressLoad>();

  constructor(limits: LoadLimits, clock: Clock) {
    this.#limits = limits;
    this.#clock = clock;
  }

  /** Waits for a free socket and the next connect slot; call the answer when the socket closed. */
  async socket(address: string, signal: AbortSignal): Promise<() => void> {
    const load = this.#load(address);
    await this.#seat(load, signal);
    let seated = true;
    const release = () => {
      if (!seated) return;
      seated = false;
      const next = load.waiting.shift();
      if (next) next();
      else load.sockets -= 1;
    };
    try {
      const at = Math.max(this.#clock.monotonic(), load.nextConnect, load.pausedUntil);
      load.nextConnect = at + 1000 / this.#limits.connectsPerSecond;
      await this.#until(at, load, signal);
    } catch (error) {
      release();
      throw error;
    }
    return release;
  }

  /** Waits for the next HTTP request slot of an address. */
  async request(address: string, signal: AbortSignal): Promise<void> {
    const load = this.#load(address);
    const at = Math.max(this.#clock.monotonic(), load.nextRequest, load.pausedUntil);
    load.nextRequest = at + 1000 / this.#limits.httpPerSecond;
    await this.#until(at, load, signal);
  }

  /** Waits for the next UDP question slot of a name server. */
  async question(address: string, signal: AbortSignal): Promise<void> {
    const load = this.#load(address);
    const at = Math.max(this.#clock.monotonic(), load.nextQuestion, load.pausedUntil);
    load.nextQuestion = at + 1000 / this.#limits.dnsPerSecond;
    await this.#until(at, load, signal);
  }

  /** The address answered 429 or 503, or reset a connection: pause, and stop after too many. */
  distress(address: string, retryAfterMs = 0): void {
    const load = this.#load(address);
    const pause = Math.max(this.#limits.pauseMs * 2 ** load.distress, retryAfterMs);
    load.distress += 1;
    load.pausedUntil = this.#clock.monotonic() + Math.min(pause, this.#limits.maxPauseMs);
  }

  /** The address answered normally. */
  ease(address: string): void {
    this.#load(address).distress = 0;
  }

  #load(address: string): AddressLoad {
    const known = this.#loads.get(address);
    if (known) return known;
    if (this.#loads.size >= SWEEP_AT) this.#sweep();
    const now = this.#clock.monotonic();
    const load: AddressLoad = {
      sockets: 0,
      waiting: [],
      nextConnect: now,
      nextRequest: now,
      nextQuestion: now,
      pausedUntil: now,
      distress: 0,
    };
    this.#loads.set(address, load);
    return load;
  }

  #sweep() {
    const now = this.#clock.monotonic();
    for (const [address, load] of this.#loads) {
      const busy = load.sockets > 0 || load.waiting.length > 0;
      if (!busy && now > Math.max(load.nextConnect, load.nextRequest, load.pausedUntil))
        this.#loads.delete(address);
    }
  }

  async #seat(load: AddressLoad, signal: AbortSignal) {
    signal.throwIfAborted();
    if (load.sockets < this.#limits.socketsPerAddress) {
      load.sockets += 1;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const leave = () => {
        load.waiting.splice(load.waiting.indexOf(enter), 1);
        reject(signal.reason);
      };
      const enter = () => {
        signal.removeEventListener("abort", leave);
        resolve();
      };
      load.waiting.push(enter);
      signal.addEventListener("abort", leave, { once: true });
    });
  }

  async #until(at: number, load: AddressLoad, signal: AbortSignal) {
    for (let due = at; ; due = load.pausedUntil) {
      if (load.distress >= this.#limits.distressLimit)
        throw new NetError("busy", "the address asked us to stay away");
      const wait = due - this.#clock.monotonic();
      if (wait <= 0) return;
      await this.#clock.sleep(wait, signal);
    }
  }
}
