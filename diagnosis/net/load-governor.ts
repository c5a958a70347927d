import type { Clock } from "./clock.ts";
import { type LoadLimits, spacingMs } from "./limits.ts";
import { NetError } from "./net-error.ts";
import type { LoadKind, SharedLoad } from "./shared-load.ts";

/** When contacts of one kind leave, in milliseconds of the clock. */
interface Schedule {
  /** The next moment that nobody has taken yet. */
  next: number;
  /** When the last one really left. */
  last: number;
}

interface AddressLoad {
  sockets: number;
  readonly waiting: (() => void)[];
  readonly schedules: Readonly<Record<LoadKind, Schedule>>;
  pausedUntil: number;
  distress: number;
}

/** Entries kept before idle ones are swept out. */
const SWEEP_AT = 2_000;

/**
 * Keeps the load on each IP address low, whoever asked for the scan: one governor serves all
 * scans of a process, so ten customers with hosts on one address share its one budget. Beside it a
 * shared load may stand, which keeps the same budget across processes.
 */
export class LoadGovernor {
  readonly #limits: LoadLimits;
  readonly #clock: Clock;
  readonly #loads = new Map<string, AddressLoad>();
  readonly #shared: SharedLoad | undefined;

  constructor(limits: LoadLimits, clock: Clock, shared?: SharedLoad) {
    this.#limits = limits;
    this.#clock = clock;
    this.#shared = shared;
  }

  /** Waits for a free socket and the next connect slot; call the answer when the socket closed. */
  async socket(address: string, signal: AbortSignal): Promise<() => void> {
    const load = this.#load(address);
    signal.throwIfAborted();
    if (load.sockets < this.#limits.socketsPerAddress) load.sockets += 1;
    else await this.#seat(load, signal);
    let seated = true;
    let leave: (() => void) | undefined;
    const release = () => {
      if (!seated) return;
      seated = false;
      leave?.();
      const next = load.waiting.shift();
      if (next) next();
      else load.sockets -= 1;
    };
    try {
      const [shared, most] = [this.#shared, this.#limits.socketsPerAddress];
      if (shared) leave = await this.#asked(() => shared.seat(address, most, signal), signal);
      await this.#leave(address, "connect", this.#limits.connectsPerSecond, signal);
    } catch (error) {
      release();
      throw error;
    }
    return release;
  }

  /** Waits for the next HTTP request slot of an address. */
  request(address: string, signal: AbortSignal): Promise<void> {
    return this.#leave(address, "request", this.#limits.httpPerSecond, signal);
  }

  /** Waits for the next UDP question slot of a name server. */
  question(address: string, signal: AbortSignal): Promise<void> {
    return this.#leave(address, "question", this.#limits.dnsPerSecond, signal);
  }

  /** The address answered 429 or 503, or reset a connection: pause, and stop after too many. */
  distress(address: string, retryAfterMs = 0): void {
    const load = this.#load(address);
    const pause = Math.max(this.#limits.pauseMs * 2 ** load.distress, retryAfterMs);
    load.distress += 1;
    const length = Math.min(pause, this.#limits.maxPauseMs);
    load.pausedUntil = this.#clock.monotonic() + length;
    // Where the others cannot be told, they hear it from the address themselves.
    this.#shared?.pause(address, length).catch(() => undefined);
  }

  /** The address answered normally. */
  ease(address: string): void {
    this.#load(address).distress = 0;
  }

  /**
   * Waits until the next of a kind may leave, which it then does at once. A scan comes here more than a
   * hundred times; where there is no cause to wait, nothing is awaited.
   */
  async #leave(address: string, kind: LoadKind, perSecond: number, signal: AbortSignal) {
    const [load, shared] = [this.#load(address), this.#shared];
    const schedule = load.schedules[kind];
    const spacing = spacingMs(perSecond);
    const at = Math.max(this.#clock.monotonic(), schedule.next, load.pausedUntil);
    schedule.next = at + spacing;
    if (load.distress > 0 || at > this.#clock.monotonic()) await this.#until(at, load, signal);
    if (shared) {
      // This process's turn among all of them.
      const turn = await this.#asked(() => shared.slot(address, kind, spacing), signal);
      if (turn > 0) await this.#clock.sleep(turn, signal);
    }
    // One that a busy machine let go late must not be followed too soon by the next.
    for (;;) {
      const wait = schedule.last + spacing - this.#clock.monotonic();
      if (wait <= 0) break;
      await this.#clock.sleep(wait, signal);
    }
    schedule.last = this.#clock.monotonic();
    schedule.next = Math.max(schedule.next, schedule.last + spacing);
  }

  /** An answer of the shared load; what it cannot tell may not be sent. */
  async #asked<Answer>(ask: () => Promise<Answer>, signal: AbortSignal) {
    try {
      return await ask();
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof NetError) throw error;
      throw new NetError("busy", "the address's budget cannot be asked for");
    }
  }

  #load(address: string): AddressLoad {
    const known = this.#loads.get(address);
    if (known) return known;
    if (this.#loads.size >= SWEEP_AT) this.#sweep();
    const now = this.#clock.monotonic();
    const load: AddressLoad = {
      sockets: 0,
      waiting: [],
      schedules: { connect: schedule(now), request: schedule(now), question: schedule(now) },
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
      if (!busy && now > busyUntil(load)) this.#loads.delete(address);
    }
  }

  /** Waits for the socket that another one leaves. */
  async #seat(load: AddressLoad, signal: AbortSignal) {
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

function schedule(now: number): Schedule {
  return { next: now, last: Number.NEGATIVE_INFINITY };
}

/** Until when something of an address may still have to be kept apart. */
function busyUntil({ schedules, pausedUntil }: AddressLoad): number {
  return Math.max(pausedUntil, ...Object.values(schedules).map(({ next }) => next));
}
