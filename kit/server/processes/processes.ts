import { createHash, randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import { version } from "../installation/installation.ts";
import type { Logger } from "../logger/logger.ts";
import type { Keyring } from "../sealing/sealing.ts";

/** A process of this installation that serves now. */
export interface ServingProcess {
  readonly id: string;
  /** What it serves: one word for people who read of it. */
  readonly name: string;
  readonly startedAt: Date;
  /** The key with which it seals, as `keyName` writes it. */
  readonly sealsWith: string;
  /** All keys with which it opens, the one it seals with among them. */
  readonly opens: readonly string[];
}

type Keys = Pick<ServingProcess, "opens" | "sealsWith">;

/** Processes of one installation would seal what others of it cannot open. */
export class UnsharedKeyError extends Error {
  override readonly name = "UnsharedKeyError";
}

/** A process still seals with another key than the one that is to stay. */
export class KeyInUseError extends Error {
  override readonly name = "KeyInUseError";
}

const seenEveryMs = 10_000;
/** A process that has not been seen for as long serves no more. */
const alive = sql<boolean>`seen_at > clock_timestamp() - interval '45 seconds'`;
/** Whoever announces itself has seen all that did so before. */
const announcing = 7_361_412;

/** A key by its id and eight digits of its digest, which say nothing about the key itself. */
export function keyName(ring: Keyring, id = ring.current.id): string {
  const key = ring.keys.get(id)?.export();
  return `${id}:${createHash("sha256")
    .update("key name")
    .update(key ?? "")
    .digest("hex")
    .slice(0, 8)}`;
}

const idOf = (key: string) => key.slice(0, key.lastIndexOf(":"));

/** Every process that serves now, the oldest first. */
export async function servingProcesses<T>(db: Kysely<T>): Promise<readonly ServingProcess[]> {
  const { rows } = await sql<ServingProcess>`
    select id, name, started_at as "startedAt", seals_with as "sealsWith", opens
    from kit.process where ${alive} order by started_at, id`.execute(db);
  return rows;
}

const described = ({ name, startedAt }: ServingProcess) =>
  `a ${name} process that runs since ${startedAt.toISOString().slice(0, 19)}Z`;

/** Why a process cannot serve beside another, in a sentence; undefined when it can. */
function hindrance(own: Keys, other: ServingProcess): string | undefined {
  if (!other.opens.includes(own.sealsWith)) {
    return `This process would seal with the data key "${idOf(own.sealsWith)}", which ${described(other)} cannot open: first give every process a list of keys that has it after the present one.`;
  }
  if (!own.opens.includes(other.sealsWith)) {
    return `This process cannot open what ${described(other)} seals with the data key "${idOf(other.sealsWith)}": its list of keys lacks it.`;
  }
  return undefined;
}

/** A table or a column that is not there yet. */
const isUndefined = (error: unknown) =>
  error instanceof Error && "code" in error && ["42P01", "42703"].includes(String(error.code));

export interface Announcement {
  /** Says that the process serves no more. */
  stop(): Promise<void>;
}

/**
 * Announces a process with its release and the data keys that it has, until it stops. Others see for
 * how long its keys and what its release uses are in use, and no process begins that would seal what another cannot open.
 *
 * @throws UnsharedKeyError with a sentence naming the key and the other process.
 */
export async function announceProcess<T>(
  { db, logger }: { readonly db: Kysely<T>; readonly logger: Logger },
  name: string,
  ring: Keyring,
): Promise<Announcement> {
  const id = randomUUID();
  const own: Keys = {
    sealsWith: keyName(ring),
    opens: [...ring.keys.keys()].map((key) => keyName(ring, key)),
  };
  const seen = (at: Kysely<T>) =>
    sql`insert into kit.process (id, name, version, seals_with, opens)
      values (${id}, ${name}, ${version}, ${own.sealsWith}, ${own.opens})
      on conflict (id) do update set seen_at = clock_timestamp()`.execute(at);
  const begin = db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${announcing})`.execute(tx);
    await sql`delete from kit.process where not (${alive})`.execute(tx);
    for (const other of await servingProcesses(tx)) {
      const sentence = hindrance(own, other);
      if (sentence !== undefined) throw new UnsharedKeyError(sentence);
    }
    await seen(tx);
  });
  // Of a database that waits for its migration: the process is not ready until then.
  await begin.catch((error: unknown) => {
    if (!isUndefined(error)) throw error;
  });
  const timer = setInterval(() => {
    seen(db).catch((error: unknown) => logger.warn({ error }, "process not announced"));
  }, seenEveryMs);
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      await sql`delete from kit.process where id = ${id}`
        .execute(db)
        .catch((error: unknown) => logger.warn({ error }, "process not taken back"));
    },
  };
}

/**
 * Resolves when every process that serves seals with the ring's current key.
 *
 * @param waitMs how long to wait for those that seal with another, in milliseconds.
 * @throws KeyInUseError naming the processes that still do.
 */
export async function awaitCurrentKey<T>(db: Kysely<T>, ring: Keyring, waitMs = 0): Promise<void> {
  const wanted = keyName(ring);
  const until = performance.now() + waitMs;
  for (;;) {
    const others = (await servingProcesses(db)).filter(({ sealsWith }) => sealsWith !== wanted);
    if (others.length === 0) return;
    if (performance.now() >= until) {
      const list = others.map((one) => `${described(one)} seals with "${idOf(one.sealsWith)}"`);
      throw new KeyInUseError(
        `Nothing was sealed again, because ${list.join(", and ")}. Restart each with "${ring.current.id}" as the first of its keys, then rotate.`,
      );
    }
    await pause(Math.min(1_000, until - performance.now()));
  }
}
