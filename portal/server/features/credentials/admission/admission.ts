import { CompletionRate } from "./completion-rate.ts";
import { Congestion } from "./congestion.ts";
import { SeenClock } from "./seen-clock.ts";

/** Known members are served first; strangers get what is left, and a little of it always. */
export type PasswordClass = "known" | "stranger";

/** Hashes a second of one thread, until some have been seen. */
const assumedRate = 40;

/**
 * How many may wait, in seconds of work at the speed that was seen. Known members beyond `room` are
 * refused once the first of them has waited `knownWait`; beyond `most` whatever they wait, which
 * bounds the memory.
 */
const seconds = { known: { room: 2, most: 4 }, stranger: { room: 3 } } as const;
/** The same where few hashes were seen, in people for each thread. */
const atLeast = { known: { room: 8, most: 32 }, stranger: { room: 32 } } as const;
/** Milliseconds that the first known member has waited before another one is refused. */
const knownWait = 1_000;
/** Milliseconds after which somebody who waits is refused: its browser soon gives up. */
const patience = 10_000;
/** The same while too many wait: others have a better chance. */
const crowdsPatience = { known: 4_000, stranger: 2_000 } as const;
/** How many of a class for each thread are a crowd: fewer are served soon on any machine. */
const crowd = 16;
/** Milliseconds: a crowd of strangers of whom the first waits this long for that long is too many. */
const strangersCongested = { wait: 200, duration: 500 } as const;

/**
 * Hashes that a thread is given at once. Whatever runs between two hashes finds the processor's
 * caches full of argon2's memory; eight sign-ins that go on together pay for that once. A known
 * member who comes meanwhile waits for all of them, hence fewer of strangers: with two, strangers
 * alone had 0.8 of what the threads can do, with four 0.93.
 */
const together = { known: 8, stranger: 4 } as const;
/** Milliseconds that they may take together, at the speed that was seen. */
const longestBatch = 200;
/** Of so many hashes one is a stranger's while strangers wait, however many known members do. */
const strangersSlot = 8;
/**
 * Strangers for each thread who may be inside at once, from looking up what their password is to be
 * checked against until it is checked: one batch under way and one ready. The others wait outside,
 * so that a member's look-up is not queued behind those of a flood.
 */
const strangersInside = 2 * together.stranger;

/** One password on its way: outside, inside while it is looked up, ready for a thread, and so on. */
export interface Visit<Task> {
  readonly is: PasswordClass;
  state: "outside" | "inside" | "ready" | "hashing" | "over";
  /** Set when it is ready. */
  task: Task | undefined;
  /** Seen time at which the wait began; inside, for how long it has waited so far. Milliseconds. */
  since: number;
  /** Milliseconds that it had waited when a thread took it. */
  waited: number;
}

/** What became of those who waited. */
export interface Settled<Task> {
  readonly letIn: readonly Visit<Task>[];
  readonly dropped: readonly Visit<Task>[];
}

/**
 * Who may have a password hashed, who waits and who goes first. It judges by what was seen, how long
 * people wait and how many hashes the threads finish, and never by one batch's time: the machine is
 * shared, and one slow moment says nothing about the next.
 *
 * A rule without timers or threads: each call is given the time, in milliseconds. After each call
 * and every 100 ms while anybody is here, ask `settle` and, for each free thread, `nextBatch`.
 */
export class Admission<Task> {
  readonly #threads: number;
  readonly #clock = new SeenClock();
  readonly #rate: CompletionRate;
  readonly #strangersCongested = new Congestion(
    strangersCongested.wait,
    strangersCongested.duration,
  );
  /** Strangers who wait for their turn, in the order in which they came. */
  readonly #outside: Visit<Task>[] = [];
  readonly #ready: Record<PasswordClass, Visit<Task>[]> = { known: [], stranger: [] };
  /** Whose password is looked up. */
  readonly #looking: Record<PasswordClass, number> = { known: 0, stranger: 0 };
  #strangersHashing = 0;
  #busyThreads = 0;
  /** Share of a slot that strangers are due, since known members were served before them. */
  #due = 0;
  #now = 0;

  constructor(threads: number) {
    this.#threads = threads;
    this.#rate = new CompletionRate(threads, assumedRate);
  }

  /** Hashes a second that the threads finish when they have work. */
  get rate(): number {
    return this.#rate.perSecond();
  }

  /** Strangers wait, and have for a while. */
  get isCongested(): boolean {
    return this.#strangersCongested.isCongested;
  }

  /** Nobody waits: whoever comes now goes next. */
  get isQuiet(): boolean {
    const { known, stranger } = this.#ready;
    return this.#outside.length + known.length + stranger.length + this.#looking.known === 0;
  }

  /** How many are here, whatever they wait for. */
  get size(): number {
    const { known, stranger } = this.#ready;
    const waiting = this.#outside.length + known.length + stranger.length;
    return waiting + this.#looking.known + this.#looking.stranger + this.#busyThreads;
  }

  /** How long the first of a class has waited, in milliseconds. */
  headWait(is: PasswordClass): number {
    const outside = is === "stranger" ? (this.#outside[0]?.since ?? this.#now) : this.#now;
    return this.#now - Math.min(outside, this.#ready[is][0]?.since ?? this.#now);
  }

  /** Whether one more of a class would be refused. */
  isFull(is: PasswordClass, now: number): boolean {
    this.#see(now);
    const rate = this.#rate.perSecond();
    const room = Math.max(atLeast[is].room * this.#threads, seconds[is].room * rate);
    if (is === "stranger") return this.#outside.length >= room;
    const waiting = this.#looking.known + this.#ready.known.length;
    const most = Math.max(atLeast.known.most * this.#threads, seconds.known.most * rate);
    return waiting >= most || (waiting >= room && this.headWait("known") > knownWait);
  }

  /**
   * Takes one more, a known member inside and a stranger outside.
   *
   * @returns undefined when there is no room.
   */
  enter(is: PasswordClass, now: number): Visit<Task> | undefined {
    if (this.isFull(is, now)) return undefined;
    const visit: Visit<Task> = {
      is,
      state: "outside",
      task: undefined,
      since: this.#now,
      waited: 0,
    };
    if (is === "known") this.#goInside(visit);
    else this.#outside.push(visit);
    return visit;
  }

  /** What its password is checked against is known now; it waits for a thread. */
  ready(visit: Visit<Task>, task: Task, now: number): void {
    this.#see(now);
    if (visit.state !== "inside")
      throw new Error(`A visit that is ${visit.state} cannot be ready.`);
    this.#looking[visit.is] -= 1;
    visit.state = "ready";
    visit.task = task;
    // Looking up is not waiting for a thread: `since` held what was waited before.
    visit.since = this.#now - visit.since;
    this.#ready[visit.is].push(visit);
  }

  /** Ends a visit at any time: its client has gone, or its password need not be hashed. */
  leave(visit: Visit<Task>, now: number): void {
    this.#see(now);
    if (visit.state === "inside") this.#looking[visit.is] -= 1;
    // A thread cannot be interrupted; what it has counts until it is done.
    if (visit.state === "hashing") return;
    const queue = visit.state === "outside" ? this.#outside : this.#ready[visit.is];
    if (visit.state === "outside" || visit.state === "ready") queue.splice(queue.indexOf(visit), 1);
    visit.state = "over";
  }

  /** Drops who has waited too long, and lets strangers in where there are places. */
  settle(now: number): Settled<Task> {
    this.#see(now);
    const dropped = [
      ...this.#overdue(this.#outside),
      ...this.#overdue(this.#ready.known),
      ...this.#overdue(this.#ready.stranger),
    ];
    const letIn: Visit<Task>[] = [];
    while (this.#strangersInside < strangersInside * this.#threads) {
      // Last in, first out: the newest is the likeliest to be there still when it is answered.
      const next = this.isCongested ? this.#outside.pop() : this.#outside.shift();
      if (next === undefined) break;
      this.#goInside(next);
      letIn.push(next);
    }
    return { letIn, dropped };
  }

  /** What a free thread does next, which is then under way; nothing when nobody is ready. */
  nextBatch(now: number): readonly Visit<Task>[] {
    this.#see(now);
    const { known, stranger } = this.#ready;
    const isStrangersTurn = stranger.length > 0 && (known.length === 0 || this.#due >= 1);
    const is: PasswordClass = isStrangersTurn ? "stranger" : "known";
    const batch = this.#ready[is].splice(0, this.#batchSize(is));
    if (batch.length === 0) return batch;
    if (is === "stranger") {
      this.#due = Math.max(0, this.#due - batch.length);
      this.#strangersHashing += batch.length;
    } else {
      const areWaiting = stranger.length > 0 || this.#outside.length > 0;
      this.#due = areWaiting ? this.#due + batch.length / (strangersSlot - 1) : 0;
    }
    for (const visit of batch) {
      visit.state = "hashing";
      visit.waited = this.#now - visit.since;
    }
    this.#busyThreads += 1;
    return batch;
  }

  /** A thread has finished a batch. */
  done(batch: readonly Visit<Task>[], now: number): void {
    this.#see(now);
    this.#busyThreads -= 1;
    this.#rate.completed(batch.length);
    for (const visit of batch) {
      if (visit.is === "stranger") this.#strangersHashing -= 1;
      visit.state = "over";
    }
  }

  get #strangersInside(): number {
    return this.#looking.stranger + this.#ready.stranger.length + this.#strangersHashing;
  }

  #batchSize(is: PasswordClass): number {
    const waiting = this.#ready[is].length;
    // Known members' turn is not over because strangers are due a slot: those get one hash, not two.
    const most = is === "stranger" && this.#ready.known.length > 0 ? 1 : together[is];
    const inTime = (this.#rate.perSecond() / this.#threads) * (longestBatch / 1000);
    const fair = Math.ceil(waiting / this.#threads);
    return Math.max(1, Math.min(most, fair, Math.floor(inTime)));
  }

  #goInside(visit: Visit<Task>): void {
    visit.state = "inside";
    visit.since = this.#now - visit.since;
    this.#looking[visit.is] += 1;
  }

  #overdue(queue: Visit<Task>[]): Visit<Task>[] {
    const [first] = queue;
    if (first === undefined) return [];
    const { is } = first;
    // A stranger who is inside has its turn; the crowd is outside.
    const isCrowd =
      is === "known"
        ? queue.length > crowd * this.#threads
        : this.isCongested && queue === this.#outside;
    const latest = this.#now - (isCrowd ? crowdsPatience[is] : patience);
    // The first has waited longest, but for the few strangers who are ready.
    if (first.since >= latest && queue !== this.#ready.stranger) return [];
    const dropped = queue.filter(({ since }) => since < latest);
    if (dropped.length === 0) return [];
    const kept = queue.filter(({ since }) => since >= latest);
    queue.splice(0, queue.length, ...kept);
    for (const visit of dropped) visit.state = "over";
    return dropped;
  }

  #see(now: number): void {
    const before = this.#now;
    this.#now = this.#clock.at(now);
    this.#rate.work(this.#now - before, this.#busyThreads);
    const isCrowd = this.#outside.length > crowd * this.#threads;
    this.#strangersCongested.see(isCrowd ? this.headWait("stranger") : 0, this.#now);
  }
}
