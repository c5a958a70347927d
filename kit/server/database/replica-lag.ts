/** How late a replica may be, and how often it is looked at; milliseconds. */
export interface ReplicaPace {
  readonly everyMs: number;
  /** Later than this it is asked no more … */
  readonly outAboveMs: number;
  /** … until it was less late than this … */
  readonly backBelowMs: number;
  /** … for so long. */
  readonly backAfterMs: number;
}

export const usualPace: ReplicaPace = {
  everyMs: 500,
  outAboveMs: 5_000,
  backBelowMs: 2_000,
  backAfterMs: 30_000,
};

const shape = /^([0-9A-F]{1,8})[/-]([0-9A-F]{1,8})$/;

/** A place in the log of changes as PostgreSQL writes it ("16/B374D848"), also with a hyphen, as a number. */
export function positionOf(text: string): bigint | undefined {
  const [, high, low] = shape.exec(text) ?? [];
  return high === undefined ? undefined : BigInt(`0x${high}`) * 2n ** 32n + BigInt(`0x${low}`);
}

/**
 * How late a replica is, from looks at both servers: the primary said at a moment how far its log
 * went, and the replica how far it has come. So it is told in this machine's own time, and a primary
 * where nothing happens makes no replica late.
 */
export class ReplicaLag {
  readonly #pace: ReplicaPace;
  #asked: { readonly at: number; readonly position: bigint }[] = [];
  #replayed: bigint | undefined;
  /** The furthest that any replica has said it was. */
  #furthest = 0n;
  /** Places up to here are of a primary that is none any more. */
  #ofAnother = -1n;
  /** The replica has all that was committed by then. */
  #freshAt: number | undefined;
  /** Whether it was ever in time: only who was late has to prove itself. */
  #isKnown = false;
  #isUsed = false;
  #inTimeSince: number | undefined;

  constructor(pace: ReplicaPace) {
    this.#pace = pace;
  }

  /** @param at when the primary was asked, not when it answered. */
  primarySaid(position: bigint, at: number): void {
    if (position <= this.#ofAnother) return;
    this.#asked.push({ at, position });
    // Of a replica that stands still for days only the eldest tells anything.
    if (this.#asked.length > 10_000) this.#asked.splice(1, 1);
  }

  replicaSaid(replayed: bigint, now: number): void {
    this.#replayed = replayed;
    if (replayed > this.#furthest) this.#furthest = replayed;
    const kept = this.#asked.findIndex(({ position }) => position > replayed);
    const reached = kept < 0 ? this.#asked : this.#asked.slice(0, kept);
    this.#asked = kept < 0 ? [] : this.#asked.slice(kept);
    this.#freshAt = reached.at(-1)?.at ?? this.#freshAt;
    this.#judge(now);
  }

  /** It cannot be asked, or another server is at its address: nothing is known of it. */
  isAway(): void {
    this.#asked = [];
    this.#replayed = undefined;
    this.#freshAt = undefined;
    this.#isUsed = false;
    this.#inTimeSince = undefined;
  }

  /**
   * Another server takes writes. It may have less than the replica was sent by the one before: that a
   * replica has what is new can only be told by places that none has said yet.
   */
  primaryChanged(): void {
    this.isAway();
    this.#ofAnother = this.#furthest;
  }

  #judge(now: number): void {
    const lag = this.lagMs(now);
    if (lag === undefined || lag >= this.#pace.backBelowMs) this.#inTimeSince = undefined;
    else this.#inTimeSince ??= now;
    if (lag === undefined || lag > this.#pace.outAboveMs) this.#isUsed = false;
    if (this.#isUsed || this.#inTimeSince === undefined) return;
    if (this.#isKnown && now - this.#inTimeSince < this.#pace.backAfterMs) return;
    this.#isKnown = true;
    this.#isUsed = true;
  }

  /** How old the replica's answers are at most; undefined where that is not known. */
  lagMs(now: number): number | undefined {
    return this.#freshAt === undefined ? undefined : now - this.#freshAt;
  }

  /**
   * Why the replica is not asked; undefined where it may be.
   *
   * @param known how far the log went when its reader last changed something, and a moment up to which
   *   they may know of changes
   */
  hindrance(
    { own, since }: { readonly own?: bigint | undefined; readonly since?: number | undefined },
    now: number,
  ): "away" | "late" | "own_write" | undefined {
    const lag = this.lagMs(now);
    if (lag === undefined) return "away";
    if (!this.#isUsed || lag > this.#pace.outAboveMs) return "late";
    if (own !== undefined && (this.#replayed ?? 0n) < own) return "own_write";
    if (since !== undefined && now - lag < since) return "own_write";
    return undefined;
  }
}
