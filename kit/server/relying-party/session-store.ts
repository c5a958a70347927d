import { randomUUID } from "node:crypto";
import type { Pool, PoolClient } from "pg";
import type { Clock } from "../clock/clock.ts";
import { hashToken, newToken } from "../cookies/cookies.ts";
import type { Sealer } from "../sealing/sealing.ts";
import type { EndedAtProvider } from "./logout-token.ts";
import type { AccessToken, Claims, Identity } from "./provider-client.ts";

/** Somebody who is signed in at this application. */
export interface RelyingSession {
  /** Stays the same through renewals and step-ups. */
  readonly id: string;
  /** The provider's name for the person; never changes. */
  readonly subject: string;
  readonly claims: Claims;
  readonly acr: string | undefined;
  readonly amr: readonly string[];
  /** When the person last proved who they are, by the product's clock. */
  readonly authenticatedAt: Date;
  readonly expiresAt: Date;
}

/** What is sealed in a row. */
export interface StoredIdentity extends Identity {
  readonly access?: AccessToken | undefined;
}

export interface StoredSession extends RelyingSession {
  readonly identity: StoredIdentity;
  readonly checkAfter: Date;
}

interface Row {
  readonly id: string;
  readonly subject: string;
  readonly acr: string | null;
  readonly amr: string[];
  readonly authenticated_at: Date;
  readonly expires_at: Date;
  readonly sealed: Buffer;
  readonly check_after: Date;
}

/** The right to use a session's refresh token; over when the person signs in anew meanwhile. */
export interface Exchange {
  readonly session: StoredSession;
  readonly until: Date;
}

export interface SessionStoreOptions {
  readonly pool: Pool;
  readonly sealer: Sealer;
  readonly clock: Clock;
  readonly clientId: string;
  readonly lifetimeMs: number;
  /** Milliseconds without a request after which a session ends; nothing but its lifetime unless given. */
  readonly idleMs?: number | undefined;
}

export interface SessionStore {
  find(token: string): Promise<StoredSession | undefined>;
  findById(id: string): Promise<StoredSession | undefined>;
  /**
   * Begins a session; a session of the same person that the browser holds goes on under a new token
   * instead.
   *
   * @param visitBegunAt when the browser left for the provider.
   * @returns the token; undefined when the provider's session has ended since.
   */
  begin(
    identity: Identity,
    formerToken: string | undefined,
    visitBegunAt: Date,
  ): Promise<string | undefined>;
  /**
   * Takes the right to use the refresh token, which may be used once. Undefined while somebody else
   * has it, and when the session is over.
   */
  beginExchange(id: string): Promise<Exchange | undefined>;
  /** Keeps what the exchange brought. @returns false where the right was over: nothing is kept. */
  endExchange(exchange: Exchange, identity: StoredIdentity): Promise<boolean>;
  /** Ends the session, as the provider refused. @returns false where the right was over: it goes on. */
  endRefused(exchange: Exchange): Promise<boolean>;
  remove(id: string): Promise<void>;
  /** @returns how many sessions ended. */
  removeEnded(ended: EndedAtProvider): Promise<number>;
  /**
   * Ends a person's sessions that rest on a proof from before `provenBefore`.
   *
   * @returns how many.
   */
  removeProvenBefore(subject: string, provenBefore: Date): Promise<number>;
  /** Removes what expired. @returns how many rows. */
  purge(): Promise<number>;
}

/** Longer than the provider may take to answer twice. */
const exchangeMs = 30_000;
/** That a session was used is written down at most so often. */
const seenEveryMs = 60_000;
/** Longer than a sign-in can be under way. */
const endedMemoryMs = 60 * 60_000;

const sealContext = (id: string): string => `kit.relying_session:${id}`;

const columns = `id, subject, acr, amr, authenticated_at, expires_at, sealed, check_after`;

async function inTransaction<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query("begin");
    const result = await work(client);
    await client.query("commit");
    return result;
  } catch (error) {
    await client.query("rollback");
    throw error;
  } finally {
    client.release();
  }
}

/** Orders a sign-in and the end of the same session at the provider. */
const lockProviderSession = (client: PoolClient, clientId: string, session: string) =>
  client.query("select pg_advisory_xact_lock(hashtextextended($1, 0))", [
    `kit.relying_session:${clientId}:${session}`,
  ]);

/** Sessions in PostgreSQL, known to browsers by opaque tokens of which only hashes are kept. */
export function createSessionStore(options: SessionStoreOptions): SessionStore {
  const { pool, sealer, clock, clientId, lifetimeMs, idleMs } = options;

  const sealed = (id: string, identity: StoredIdentity): Buffer =>
    sealer.seal(JSON.stringify(identity), sealContext(id));

  function opened(row: Row | undefined): StoredSession | undefined {
    if (row === undefined) return undefined;
    const text = sealer.open(row.sealed, sealContext(row.id)).toString("utf8");
    const identity = JSON.parse(text) as StoredIdentity;
    return {
      id: row.id,
      subject: row.subject,
      claims: identity.claims,
      acr: row.acr ?? undefined,
      amr: row.amr,
      authenticatedAt: row.authenticated_at,
      expiresAt: row.expires_at,
      identity,
      checkAfter: row.check_after,
    };
  }

  /** The provider tells the age by the machine's clock; ages are the same on both clocks. */
  function authenticatedAt({ auth_time: told }: Claims): Date {
    const age = typeof told === "number" ? Math.max(0, Date.now() - told * 1000) : 0;
    return new Date(clock.now().getTime() - age);
  }

  return {
    async find(token) {
      const now = clock.now();
      const { rows } = await pool.query<Row & { readonly used_at: Date }>(
        `select ${columns}, coalesce(seen_at, created_at) as used_at from kit.relying_session
         where token_digest = $1 and client_id = $2 and expires_at > $3`,
        [hashToken(token), clientId, now],
      );
      const [row] = rows;
      if (row === undefined || idleMs === undefined) return opened(row);
      const unused = now.getTime() - row.used_at.getTime();
      if (unused >= idleMs) return undefined;
      if (unused >= seenEveryMs) {
        await pool.query("update kit.relying_session set seen_at = $2 where id = $1", [
          row.id,
          now,
        ]);
      }
      return opened(row);
    },

    async findById(id) {
      const { rows } = await pool.query<Row>(
        `select ${columns} from kit.relying_session
         where id = $1 and client_id = $2 and expires_at > $3`,
        [id, clientId, clock.now()],
      );
      return opened(rows[0]);
    },

    async begin(identity, formerToken, visitBegunAt) {
      const { claims } = identity;
      const token = newToken();
      const now = clock.now();
      const providerSession = typeof claims.sid === "string" ? claims.sid : null;
      const digest = formerToken === undefined ? null : hashToken(formerToken);
      return inTransaction(pool, async (client) => {
        if (providerSession !== null) {
          await lockProviderSession(client, clientId, providerSession);
          const ended = await client.query(
            `select from kit.relying_ended
             where client_id = $1 and provider_session = $2 and ended_at >= $3`,
            [clientId, providerSession, visitBegunAt],
          );
          if (ended.rowCount !== 0) return undefined;
        }
        const former = await client.query<{ id: string; subject: string }>(
          `select id, subject from kit.relying_session
           where token_digest = $1 and client_id = $2 for update`,
          [digest, clientId],
        );
        const known = former.rows[0];
        const isSame = known !== undefined && known.subject === claims.sub;
        if (known !== undefined && !isSame) {
          await client.query("delete from kit.relying_session where id = $1", [known.id]);
        }
        const id = isSame ? known.id : randomUUID();
        // What the application keeps with the session's id stays through a step-up.
        await client.query(
          `insert into kit.relying_session
           (id, token_digest, client_id, subject, provider_session, created_at, authenticated_at,
            expires_at, acr, amr, sealed, check_after)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
           on conflict (id) do update set
             token_digest = excluded.token_digest, provider_session = excluded.provider_session,
             authenticated_at = excluded.authenticated_at, expires_at = excluded.expires_at,
             acr = excluded.acr, amr = excluded.amr, sealed = excluded.sealed,
             check_after = excluded.check_after, exchanging_until = null, seen_at = $6`,
          [
            id,
            hashToken(token),
            clientId,
            claims.sub,
            providerSession,
            now,
            authenticatedAt(claims),
            new Date(now.getTime() + lifetimeMs),
            typeof claims.acr === "string" ? claims.acr : null,
            Array.isArray(claims.amr) ? claims.amr.map(String) : [],
            sealed(id, identity),
            new Date(identity.checkAfter),
          ],
        );
        return token;
      });
    },

    async beginExchange(id) {
      const now = Date.now();
      const until = new Date(now + exchangeMs);
      const { rows } = await pool.query<Row>(
        `update kit.relying_session set exchanging_until = $3
         where id = $1 and (exchanging_until is null or exchanging_until <= $2)
           and expires_at > $4
         returning ${columns}`,
        [id, new Date(now), until, clock.now()],
      );
      const session = opened(rows[0]);
      return session && { session, until };
    },

    async endExchange({ session: { id }, until }, identity) {
      const { rowCount } = await pool.query(
        `update kit.relying_session
         set sealed = $2, check_after = $3, exchanging_until = null
         where id = $1 and exchanging_until = $4`,
        [id, sealed(id, identity), new Date(identity.checkAfter), until],
      );
      return rowCount === 1;
    },

    async endRefused({ session: { id }, until }) {
      const { rowCount } = await pool.query(
        "delete from kit.relying_session where id = $1 and exchanging_until = $2",
        [id, until],
      );
      return rowCount === 1;
    },

    async remove(id) {
      await pool.query("delete from kit.relying_session where id = $1", [id]);
    },

    async removeEnded({ subject, session }) {
      return inTransaction(pool, async (client) => {
        if (session !== undefined) {
          await lockProviderSession(client, clientId, session);
          await client.query(
            `insert into kit.relying_ended (client_id, provider_session, ended_at)
             values ($1, $2, $3)
             on conflict (client_id, provider_session) do update set ended_at = excluded.ended_at`,
            [clientId, session, clock.now()],
          );
        }
        const { rowCount } = await client.query(
          session === undefined
            ? "delete from kit.relying_session where client_id = $1 and subject = $2"
            : "delete from kit.relying_session where client_id = $1 and provider_session = $2",
          [clientId, session ?? subject],
        );
        return rowCount ?? 0;
      });
    },

    async removeProvenBefore(subject, provenBefore) {
      const { rowCount } = await pool.query(
        `delete from kit.relying_session
         where client_id = $1 and subject = $2 and authenticated_at < $3`,
        [clientId, subject, provenBefore],
      );
      return rowCount ?? 0;
    },

    async purge() {
      const now = clock.now();
      const gone = [
        await pool.query("delete from kit.relying_session where expires_at <= $1", [now]),
        await pool.query("delete from kit.relying_visit where expires_at <= $1", [now]),
        await pool.query("delete from kit.relying_ended where ended_at < $1", [
          new Date(now.getTime() - endedMemoryMs),
        ]),
      ];
      return gone.reduce((sum, { rowCount }) => sum + (rowCount ?? 0), 0);
    },
  };
}
