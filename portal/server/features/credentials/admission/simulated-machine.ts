import { Admission, type PasswordClass, type Visit } from "./admission.ts";

/** From `from` to `to`, in milliseconds of the simulation. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Something that happens to the machine and passes. */
export interface Disturbance extends Span {
  readonly kind: "neighbours" | "stopped" | "database";
  /** What is left of each thread's speed. */
  readonly share?: number;
}

/** People who come by chance, so many a second. */
export interface Stream extends Span {
  readonly is: PasswordClass;
  readonly perSecond: number;
}

/** Clients that ask again as soon as they have an answer. */
export interface Loop extends Span {
  readonly is: PasswordClass;
  readonly clients: number;
  /** Milliseconds for which a refused one is held. */
  readonly held: number;
}

export interface Scene {
  readonly threads: number;
  /** Hashes a second of one thread that nobody disturbs. */
  readonly speed: number;
  readonly disturbances: readonly Disturbance[];
  readonly streams: readonly Stream[];
  readonly loops: readonly Loop[];
  readonly until: number;
  /** From 0 to 1. */
  readonly random: () => number;
}

export interface Ended {
  readonly is: PasswordClass;
  readonly came: number;
  readonly at: number;
  readonly how: "hashed" | "refused" | "dropped" | "left";
  /** Whether the person came by a stream, and not in a loop. */
  readonly isPerson: boolean;
  /** Of the refused: milliseconds until a thread would have been free for it. */
  readonly trueWait?: number;
}

export interface Outcome {
  readonly ended: readonly Ended[];
  /** Classes of hashes in their order, each with whether both classes were ready. */
  readonly hashes: readonly { readonly is: PasswordClass; readonly wereBothReady: boolean }[];
  /** Moments at which a thread had nothing to do although somebody was ready. */
  readonly idleMoments: number;
}

const tickMs = 100;
const lookUpMs = 4;
/** After so long a browser gives up and closes. */
const givesUpMs = 10_000;

interface Client {
  readonly is: PasswordClass;
  readonly came: number;
  readonly loop?: Loop;
}

/** One process with its threads and its database, in simulated time. */
export class SimulatedMachine {
  readonly #scene: Scene;
  readonly #admission: Admission<Client>;
  readonly #events: { readonly at: number; readonly run: () => void; readonly order: number }[] =
    [];
  readonly #clients = new Map<Visit<Client>, Client>();
  readonly #ended: Ended[] = [];
  readonly #hashes: Outcome["hashes"][number][] = [];
  #ready: Record<PasswordClass, number> = { known: 0, stranger: 0 };
  #waitingKnown = 0;
  #idle: number;
  #idleMoments = 0;
  #order = 0;
  #now = 0;

  constructor(scene: Scene) {
    this.#scene = scene;
    this.#admission = new Admission(scene.threads);
    this.#idle = scene.threads;
  }

  run(): Outcome {
    const { streams, loops, until } = this.#scene;
    for (const stream of streams) this.#nextPerson(stream, stream.from);
    for (const loop of loops) {
      for (let n = 0; n < loop.clients; n += 1) this.#at(loop.from, () => this.#askAgain(loop));
    }
    for (let at = 0; at < until; at += tickMs) this.#at(at, () => undefined);
    for (;;) {
      const event = this.#takeEvent();
      if (event === undefined || event.at >= until) break;
      this.#now = Math.max(this.#now, this.#awake(event.at));
      event.run();
      this.#settle();
    }
    return { ended: this.#ended, hashes: this.#hashes, idleMoments: this.#idleMoments };
  }

  /** A stopped process does nothing until it goes on. */
  #awake(at: number): number {
    const stop = this.#scene.disturbances.find(
      ({ kind, from, to }) => kind === "stopped" && from <= at && at < to,
    );
    return stop === undefined ? at : stop.to;
  }

  #speedAt(at: number): number {
    let speed = this.#scene.speed / 1000;
    for (const { kind, from, to, share = 1 } of this.#scene.disturbances) {
      if (at < from || at >= to) continue;
      if (kind === "stopped") return 0;
      if (kind === "neighbours") speed *= share;
    }
    return speed;
  }

  /** When one thread has done so many hashes. */
  #finish(hashes: number): number {
    const edges = this.#scene.disturbances.flatMap(({ from, to }) => [from, to]);
    let at = this.#now;
    let left = hashes;
    for (;;) {
      const edge = Math.min(...edges.filter((one) => one > at), Number.POSITIVE_INFINITY);
      const speed = this.#speedAt(at);
      const needed = speed === 0 ? Number.POSITIVE_INFINITY : left / speed;
      if (at + needed <= edge) return at + needed;
      left -= (edge - at) * speed;
      at = edge;
    }
  }

  #lookUp(): number {
    const stall = this.#scene.disturbances.find(
      ({ kind, from, to }) => kind === "database" && from <= this.#now && this.#now < to,
    );
    return (stall?.to ?? this.#now) + lookUpMs;
  }

  #nextPerson(stream: Stream, after: number): void {
    const at = after - (Math.log(1 - this.#scene.random()) * 1000) / stream.perSecond;
    if (at >= stream.to) return;
    this.#at(at, () => {
      this.#ask({ is: stream.is, came: at });
    });
    this.#at(at, () => this.#nextPerson(stream, at));
  }

  #askAgain(loop: Loop): void {
    if (this.#now >= loop.to) return;
    this.#ask({ is: loop.is, came: this.#now, loop });
  }

  #ask(client: Client): void {
    const visit = this.#admission.enter(client.is, this.#now);
    if (visit === undefined) {
      const trueWait = this.#waitingKnown / this.#scene.threads / this.#speedAt(this.#now);
      this.#end(client, "refused", trueWait);
      return;
    }
    this.#clients.set(visit, client);
    this.#at(client.came + givesUpMs, () => {
      if (!this.#clients.has(visit) || visit.state === "hashing") return;
      this.#count(visit, -1);
      this.#clients.delete(visit);
      this.#admission.leave(visit, this.#now);
      this.#end(client, "left");
    });
    if (client.is === "known") {
      this.#waitingKnown += 1;
      this.#look(visit);
    }
  }

  #look(visit: Visit<Client>): void {
    this.#at(this.#lookUp(), () => {
      const client = this.#clients.get(visit);
      if (client === undefined || visit.state !== "inside") return;
      this.#admission.ready(visit, client, this.#now);
      this.#ready[visit.is] += 1;
    });
  }

  /** Keeps this machine's own account of who waits. */
  #count(visit: Visit<Client>, by: number): void {
    if (visit.state === "ready") this.#ready[visit.is] += by;
    if (visit.is === "known") this.#waitingKnown += by;
  }

  #settle(): void {
    for (;;) {
      const { letIn, dropped } = this.#admission.settle(this.#now);
      for (const visit of letIn) this.#look(visit);
      for (const visit of dropped) {
        const client = this.#clients.get(visit);
        if (client === undefined) throw new Error("Somebody was dropped who is not here.");
        // Its state says no longer where it waited; only those outside have no task.
        if (visit.task !== undefined) this.#ready[visit.is] -= 1;
        if (visit.is === "known") this.#waitingKnown -= 1;
        this.#clients.delete(visit);
        this.#end(client, "dropped");
      }
      if (this.#idle === 0) return;
      const before = { ...this.#ready };
      const batch = this.#admission.nextBatch(this.#now);
      if (batch.length === 0) {
        if (this.#ready.known + this.#ready.stranger > 0) this.#idleMoments += 1;
        return;
      }
      this.#hash(batch, before.known > 0 && before.stranger > 0);
    }
  }

  #hash(batch: readonly Visit<Client>[], wereBothReady: boolean): void {
    this.#idle -= 1;
    for (const visit of batch) {
      this.#ready[visit.is] -= 1;
      if (visit.is === "known") this.#waitingKnown -= 1;
      this.#hashes.push({ is: visit.is, wereBothReady });
    }
    this.#at(this.#finish(batch.length), () => {
      this.#idle += 1;
      this.#admission.done(batch, this.#now);
      for (const visit of batch) {
        const client = this.#clients.get(visit);
        this.#clients.delete(visit);
        if (client) this.#end(client, "hashed");
      }
    });
  }

  #end(client: Client, how: Ended["how"], trueWait?: number): void {
    const { is, came, loop } = client;
    const isPerson = loop === undefined;
    const waited = how === "refused" && trueWait !== undefined ? { trueWait } : {};
    this.#ended.push({ is, came, at: this.#now, how, isPerson, ...waited });
    if (loop === undefined) return;
    const pause = how === "hashed" ? 1 : loop.held;
    this.#at(this.#now + pause, () => this.#askAgain(loop));
  }

  #at(at: number, run: () => void): void {
    const event = { at, run, order: this.#order++ };
    // A heap: the earliest first, and of the same moment the one that was planned first.
    const heap = this.#events;
    let place = heap.push(event) - 1;
    while (place > 0) {
      const parent = (place - 1) >> 1;
      if (isBefore(heap[parent], event)) break;
      heap[place] = heap[parent] as (typeof heap)[number];
      place = parent;
    }
    heap[place] = event;
  }

  #takeEvent() {
    const heap = this.#events;
    const first = heap[0];
    const last = heap.pop();
    if (first === undefined || last === undefined || heap.length === 0) return first;
    let place = 0;
    for (;;) {
      let child = 2 * place + 1;
      if (child >= heap.length) break;
      if (isBefore(heap[child + 1], heap[child])) child += 1;
      if (!isBefore(heap[child], last)) break;
      heap[place] = heap[child] as (typeof heap)[number];
      place = child;
    }
    heap[place] = last;
    return first;
  }
}

interface Placed {
  readonly at: number;
  readonly order: number;
}

function isBefore(one: Placed | undefined, other: Placed | undefined): boolean {
  if (one === undefined || other === undefined) return one !== undefined;
  return one.at < other.at || (one.at === other.at && one.order < other.order);
}
