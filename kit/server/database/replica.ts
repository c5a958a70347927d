import { setTimeout } from "node:timers/promises";
import type { Kysely } from "kysely";
import type { Client } from "pg";
import { databaseFailure } from "../errors/database-failure.ts";
import { UnusableReplica } from "../errors/unusable-replica.ts";
import type { Logger } from "../logger/logger.ts";
import { PrimaryWatch, type PrimaryWord } from "./primary-watch.ts";
import { positionOf, ReplicaLag, type ReplicaPace, usualPace } from "./replica-lag.ts";
import { type LinkOptions, ReplicaLink } from "./replica-link.ts";

/** The variable beside `setting` that names a replica. */
export const readSetting = (setting: string): string => setting.replace(/_URL$/, "_READ_URL");

/** So long either server may take to say how far it is. */
const patienceMs = 2_000;
/** So long an answer to a change waits for the primary to say how far the log goes. */
const writtenMs = 300;

/**
 * How a reading ended: the replica answered; or the primary did, because the reader has just changed
 * something, the replica was late or away, or what it answered was an error.
 */
export const readEnds = ["answered", "own_write", "late", "away", "again"] as const;
export type ReadEnd = (typeof readEnds)[number];

/** Answers that may be slightly old, from a server that follows the one that takes writes. */
export interface Replica<Tables> {
  /**
   * Runs `work` on the replica; on the primary where the replica is away or late, or has not yet what
   * its reader changed, and once more there where it threw. So `work` only reads, and answers nobody
   * by itself.
   *
   * @param known `own`: how far the log went when the reader last changed something, as `written`
   *   said it; `since`: a moment (`performance.now`) up to which the reader may know of changes
   */
  read<Result>(
    known: { readonly own?: string | undefined; readonly since?: number | undefined },
    work: (db: Kysely<Tables>) => Promise<Result>,
  ): Promise<Result>;
  /**
   * How far the log of the primary goes: at least to what has been committed. Undefined where it did
   * not say so at once. Never throws.
   */
  written(): Promise<string | undefined>;
  /** How old its answers are at most; undefined while it is away, or nobody has read yet. */
  lagSeconds(): number | undefined;
  /** Has each reading's end told to `count`, too. */
  countBy(count: (end: ReadEnd) => void): void;
  /** Whether what the address names takes writes itself, as after it was promoted. @throws what `pg` throws */
  isPrimary(): Promise<boolean>;
  /** Connects once, to learn whether it may be used. @throws UnfencedRole, UnusableReplica, what `pg` throws */
  admit(): Promise<void>;
  close(): Promise<void>;
}

interface ReplicaOptions<Tables> extends Omit<LinkOptions, "patienceMs"> {
  readonly primary: {
    readonly db: Kysely<Tables>;
    /** Past any pooler. */
    readonly url: string;
    readonly admit: (client: Pick<Client, "query">) => Promise<void>;
  };
  readonly logger: Logger;
  readonly pace?: ReplicaPace | undefined;
}

/** Opens a replica; connects, and begins to look at it, when it is first read from. */
export function openReplica<Tables>(options: ReplicaOptions<Tables>): Replica<Tables> {
  const { primary, setting, logger, pace = usualPace } = options;
  const lag = new ReplicaLag(pace);
  const primaryWatch = new PrimaryWatch({ ...options, ...primary, patienceMs });
  const closing = new AbortController();
  const now = () => performance.now();
  let link: ReplicaLink<Tables> | undefined;
  /** What the primary said last. */
  let word: PrimaryWord | undefined;
  let watching: Promise<void> | undefined;
  let said: string | undefined;
  let count: (end: ReadEnd) => void = () => undefined;

  /** Once for each change of what hinders it, not twice a second. */
  const say = (error?: Error, sentence = "the replica is not read from") => {
    if (error?.message === said || closing.signal.aborted) return;
    said = error?.message;
    if (error !== undefined) logger.warn({ err: error }, sentence);
    else logger.info("the replica is followed again");
  };

  const openLink = (system: string) => ReplicaLink.open<Tables>({ ...options, patienceMs }, system);

  /** @returns why it said nothing: then answers of the replica only count as older */
  const lookAtPrimary = async (): Promise<Error | undefined> => {
    try {
      const before = word;
      word = await primaryWatch.ask();
      // Places in the log of one that was promoted say nothing beside those of the one before.
      if (before !== undefined && before.server !== word.server) lag.primaryChanged();
      const position = positionOf(word.flushed);
      if (position !== undefined) lag.primarySaid(position, word.askedAt);
      return undefined;
    } catch (error) {
      return error as Error;
    }
  };

  const lookAtReplica = async (known: PrimaryWord) => {
    link ??= await openLink(known.system);
    const { position, follows } = await link.standing();
    if (!follows && link.server !== known.server) {
      throw new UnusableReplica(
        `${setting} names a server that follows none; it was promoted, but is not the one that takes writes.`,
      );
    }
    lag.replicaSaid(position, now());
  };

  const look = async () => {
    const problem = await lookAtPrimary();
    try {
      if (word !== undefined) await lookAtReplica(word);
      say(problem, "the primary does not say how far it is; the replica counts as older");
    } catch (error) {
      lag.isAway();
      link?.giveUp();
      link = undefined;
      say(error as Error);
    }
  };

  const pause = () =>
    setTimeout(pace.everyMs, undefined, { ref: false, signal: closing.signal }).catch(
      () => undefined,
    );

  const watch = async () => {
    while (!closing.signal.aborted) {
      await look();
      await pause();
    }
  };

  /** Runs `work` with a link of its own, to learn what it leads to. */
  const tryLink = async <Result>(work: (opened: ReplicaLink<Tables>) => Promise<Result>) => {
    const { system } = await primaryWatch.ask();
    const opened = await openLink(system);
    try {
      return await work(opened);
    } finally {
      await opened.close();
    }
  };

  return {
    async read({ own, since }, work) {
      watching ??= watch();
      const position = own === undefined ? undefined : positionOf(own);
      const hindrance = lag.hindrance({ own: position, since }, now());
      if (hindrance !== undefined || link === undefined) {
        count(hindrance ?? "away");
        return work(primary.db);
      }
      try {
        const answer = await link.read(work);
        count("answered");
        return answer;
      } catch (error) {
        // What takes too long here takes too long there.
        if (databaseFailure(error) === "Timeout") throw error;
        if ((error as { code?: unknown }).code === "25006") {
          logger.error({ err: error }, "something that only reads wanted to write");
        }
        count("again");
        return work(primary.db);
      }
    },
    async written() {
      const answered = new AbortController();
      const asking = primaryWatch.ask().then(
        ({ inserted }) => inserted,
        () => undefined,
      );
      const tooLong = setTimeout(writtenMs, undefined, answered).catch(() => undefined);
      try {
        return await Promise.race([asking, tooLong]);
      } finally {
        answered.abort();
      }
    },
    lagSeconds() {
      const ms = lag.lagMs(now());
      return ms === undefined ? undefined : ms / 1000;
    },
    countBy(counter) {
      count = counter;
    },
    isPrimary: () => tryLink(async (opened) => !(await opened.standing()).follows),
    admit: () => tryLink(async () => undefined),
    async close() {
      closing.abort();
      primaryWatch.close();
      await watching;
      await link?.close();
    },
  };
}
