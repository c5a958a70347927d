import { generateKeyPairSync, randomBytes } from "node:crypto";
import { dayMs } from "@sekimori/kit-contract/tokyo";
import { transaction } from "@sekimori/kit-server/database";
import { type Selectable, sql } from "kysely";
import type { PortalContext, PortalTransaction, Queryable } from "../../../context.ts";
import type { Tables } from "../../../database/generated/tables.ts";

type KeyRow = Selectable<Tables["portal.oidc_key"]>;
export type SigningAlgorithm = KeyRow["algorithm"];

const algorithms: readonly SigningAlgorithm[] = ["RS256", "ES256"];

/** A key signs for this long before another takes over. */
export const keyLifetimeMs = 90 * dayMs;
/** It is published before it signs, so that relying parties that cache keys know it by then. */
export const keyNoticeMs = 2 * dayMs;
/** It stays published after: what it signed must be provable for as long as it lasts. */
export const keyGraceMs = 7 * dayMs;

type Books = Pick<PortalContext, "db" | "clock" | "sealer">;

const sealContext = (kid: string) => `portal.oidc_key.private_key:${kid}`;

function newPrivateKey(algorithm: SigningAlgorithm) {
  const { privateKey } =
    algorithm === "RS256"
      ? generateKeyPairSync("rsa", { modulusLength: 2048 })
      : generateKeyPairSync("ec", { namedCurve: "P-256" });
  return privateKey.export({ format: "jwk" });
}

async function insertKey(
  tx: PortalTransaction,
  { sealer }: Pick<Books, "sealer">,
  algorithm: SigningAlgorithm,
  signsFrom: Date,
): Promise<void> {
  const kid = randomBytes(12).toString("base64url");
  const key = JSON.stringify(newPrivateKey(algorithm));
  await tx
    .insertInto("portal.oidc_key")
    .values({
      kid,
      algorithm,
      private_key: sealer.seal(key, sealContext(kid)),
      signs_from: signsFrom,
    })
    .execute();
}

/**
 * Sees to it that every algorithm has a key that signs and, in time, its successor; retires what
 * was succeeded and forgets what is no longer published. Safe to run anywhere at any time.
 *
 * @param force begins a succession now, as an operator does after a suspicion.
 */
export async function maintainKeys(books: Books, force = false): Promise<void> {
  await transaction(books.db, (tx) => maintainKeysIn(tx, books, force));
}

/**
 * The same within a transaction.
 *
 * @returns whether a key was made: none is while a successor waits.
 */
export async function maintainKeysIn(
  tx: PortalTransaction,
  books: Pick<Books, "clock" | "sealer">,
  force: boolean,
): Promise<boolean> {
  const now = books.clock.now();
  const later = (ms: number) => new Date(now.getTime() + ms);
  await sql`select pg_advisory_xact_lock(hashtext('portal.oidc_key'))`.execute(tx);
  await tx.deleteFrom("portal.oidc_key").where("published_until", "<=", now).execute();
  let made = false;
  for (const algorithm of algorithms) {
    const newest = await tx
      .selectFrom("portal.oidc_key")
      .selectAll()
      .where("algorithm", "=", algorithm)
      .orderBy("signs_from", "desc")
      .executeTakeFirst();
    if (newest === undefined) {
      await insertKey(tx, books, algorithm, now);
      made = true;
      continue;
    }
    const endsAt = newest.signs_from.getTime() + keyLifetimeMs;
    const isDue = endsAt - now.getTime() <= keyNoticeMs;
    const isWaiting = newest.signs_from > now;
    if (isWaiting || !(isDue || force)) continue;
    const signsFrom = later(keyNoticeMs);
    await insertKey(tx, books, algorithm, signsFrom);
    made = true;
    await tx
      .updateTable("portal.oidc_key")
      .set({ published_until: new Date(signsFrom.getTime() + keyGraceMs) })
      .where("algorithm", "=", algorithm)
      .where("published_until", "is", null)
      .where("signs_from", "<", signsFrom)
      .execute();
  }
  return made;
}

/** Of a key that is published: when it signs from, and until when it is published. */
export interface PublishedKey {
  readonly kid: string;
  readonly algorithm: SigningAlgorithm;
  readonly signsFrom: Date;
  /** Null until a successor is made. */
  readonly publishedUntil: Date | null;
}

/** Every published key, without the key; the newest first. */
export async function publishedKeys({
  db,
  clock,
}: Pick<Books, "clock"> & { readonly db: Queryable }): Promise<PublishedKey[]> {
  const rows = await db
    .selectFrom("portal.oidc_key")
    .select(["kid", "algorithm", "signs_from", "published_until"])
    .where((key) =>
      key.or([key("published_until", "is", null), key("published_until", ">", clock.now())]),
    )
    .orderBy("signs_from", "desc")
    .orderBy("algorithm")
    .execute();
  return rows.map((row) => ({
    kid: row.kid,
    algorithm: row.algorithm,
    signsFrom: row.signs_from,
    publishedUntil: row.published_until,
  }));
}

/** A private key as the provider's engine takes it. */
export interface SigningKey {
  readonly kid: string;
  readonly kty: string;
  readonly alg: string;
  readonly use: "sig";
}

/**
 * Every key to publish; of each algorithm the first is the one that signs now. Makes the first
 * keys when there are none.
 */
export async function readKeys(books: Books): Promise<readonly SigningKey[]> {
  const now = books.clock.now();
  const read = () =>
    books.db
      .selectFrom("portal.oidc_key")
      .selectAll()
      .where((key) =>
        key.or([key("published_until", "is", null), key("published_until", ">", now)]),
      )
      .orderBy("signs_from", "desc")
      .execute();
  let rows = await read();
  if (rows.length === 0) {
    await maintainKeys(books);
    rows = await read();
  }
  const signing = rows.filter((row) => row.signs_from <= now);
  const waiting = rows.filter((row) => row.signs_from > now);
  return [...signing, ...waiting].map((row) => {
    const opened = books.sealer.open(row.private_key, sealContext(row.kid)).toString("utf8");
    const { kty, ...key } = JSON.parse(opened) as { kty: string };
    return { ...key, kty, kid: row.kid, alg: row.algorithm, use: "sig" as const };
  });
}

/** How a published key stands. */
export interface StandingKey extends PublishedKey {
  readonly state: "signing" | "waiting" | "retired";
  /** Of the one that signs: when another takes over by itself, or has been told to. */
  readonly signsUntil: Date | null;
}

/** Every published key with how it stands now. */
export async function standingKeys(
  books: Pick<Books, "db" | "clock">,
): Promise<readonly StandingKey[]> {
  const now = books.clock.now();
  const keys = await publishedKeys(books);
  return keys.map((key) => {
    const next = keys
      .filter(({ algorithm, signsFrom }) => {
        return algorithm === key.algorithm && signsFrom > key.signsFrom;
      })
      .map(({ signsFrom }) => signsFrom)
      .toSorted((a, b) => a.getTime() - b.getTime());
    const isRetired = next.some((from) => from <= now);
    const state = key.signsFrom > now ? "waiting" : isRetired ? "retired" : "signing";
    const dueAt = new Date(key.signsFrom.getTime() + keyLifetimeMs);
    return { ...key, state, signsUntil: state === "signing" ? (next[0] ?? dueAt) : null };
  });
}

/** The key that signs now. */
export async function signingKey(books: Books, algorithm: SigningAlgorithm): Promise<SigningKey> {
  const key = (await readKeys(books)).find(({ alg }) => alg === algorithm);
  if (key === undefined) throw new Error(`No key signs with ${algorithm}.`);
  return key;
}

const privateParts = new Set(["d", "p", "q", "dp", "dq", "qi", "oth"]);

/** Every published key without what only we may know. */
export async function publicKeys(books: Books): Promise<SigningKey[]> {
  const keys = await readKeys(books);
  return keys.map((key) => {
    const parts = Object.entries(key).filter(([name]) => !privateParts.has(name));
    return Object.fromEntries(parts) as unknown as SigningKey;
  });
}
