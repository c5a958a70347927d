import { setTimeout as pause } from "node:timers/promises";
import type { Pool, PoolClient } from "pg";
import { databaseFailure } from "../errors/database-failure.ts";

const tryEvery = 500;

/** Of a transaction that lost against another; graphile-worker repeats the statement at once. */
const repeatable = "40001";

/** The same error as one that graphile-worker repeats; any other is left as it is. */
function asRepeatable(error: unknown): unknown {
  if (!(error instanceof Error) || databaseFailure(error) !== "Unavailable") return error;
  return Object.assign(new Error(error.message, { cause: error }), { code: repeatable });
}

/** The target with some members replaced; methods keep the target as their `this`. */
function withMembers<T extends object>(target: T, members: Readonly<Record<string, unknown>>): T {
  return new Proxy(target, {
    get(_, name) {
      if (typeof name === "string" && name in members) return members[name];
      const value: unknown = Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

function repeatingClient(client: PoolClient): PoolClient {
  const query = client.query.bind(client) as (...given: unknown[]) => Promise<unknown>;
  return withMembers(client, {
    query: (...given: unknown[]) =>
      query(...given).catch((error: unknown) => Promise.reject(asRepeatable(error))),
  });
}

/**
 * The pool as the job worker needs it when PostgreSQL dies: who asks for a connection waits until
 * there is one again, and a statement whose connection broke is repeated. Without this the
 * statements that end a job, which graphile-worker does not await, end the process.
 *
 * Repeating is safe there: a job is ended only by the worker that its row still names.
 *
 * @param isOver while it is true nobody waits.
 */
export function reconnectingPool(pool: Pool, isOver: () => boolean): Pool {
  const connect = async (): Promise<PoolClient> => {
    for (;;) {
      try {
        return repeatingClient(await pool.connect());
      } catch (error) {
        if (isOver() || databaseFailure(error) !== "Unavailable") throw error;
      }
      await pause(tryEvery);
    }
  };
  return withMembers(pool, {
    // With a callback it is the listener for new jobs, which tries again by itself.
    connect: (callback?: Parameters<Pool["connect"]>[0]) =>
      callback === undefined ? connect() : pool.connect(callback),
  });
}
