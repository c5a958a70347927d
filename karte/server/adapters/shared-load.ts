import { setTimeout as pause } from "node:timers/promises";
import type { SharedLoad } from "@sekimori/diagnosis/shared-load";
import type { Database } from "@sekimori/kit-server/database";

type Pool = Database<unknown>["pool"];

/** How often a process looks whether a seat has become free. */
const lookMs = 100;

/**
 * The budget of each address in PostgreSQL, for any number of processes. The pace is a row that says
 * when the next contact may be; a seat is an advisory lock of one connection per process, so that a
 * process that dies leaves none taken.
 */
export function createSharedLoad(pool: Pool): SharedLoad & { close(): Promise<void> } {
  const take = () => pool.connect();
  type Client = Awaited<ReturnType<typeof take>>;
  let connection: Promise<Client> | undefined;
  /** Seats that this process holds: a lock's owner would get it a second time. */
  const held = new Map<string, Set<number>>();

  const connect = (): Promise<Client> => {
    const opening = connection ?? opened();
    connection = opening;
    return opening;
  };
  const opened = async (): Promise<Client> => {
    try {
      const client = await take();
      client.once("error", () => {
        connection = undefined;
        held.clear();
        client.release(true);
      });
      return client;
    } catch (error) {
      connection = undefined;
      throw error;
    }
  };

  /** Questions of the one connection go one after the other. */
  let last: Promise<unknown> = Promise.resolve();
  const locked = (verb: "pg_try_advisory_lock" | "pg_advisory_unlock", seat: string) => {
    const question = last.then(async () => {
      const client = await connect();
      const { rows } = await client.query<{ done: boolean }>(
        `select ${verb}(hashtextextended($1, 7)) as done`,
        [seat],
      );
      return rows[0]?.done === true;
    });
    last = question.catch(() => undefined);
    return question;
  };

  return {
    async slot(address, kind, spacingMs) {
      const { rows } = await pool.query<{ wait: number }>(
        "select karte.take_slot($1, $2, $3) as wait",
        [address, kind, spacingMs],
      );
      return rows[0]?.wait ?? 0;
    },

    async seat(address, most, signal) {
      const own = held.get(address) ?? new Set();
      held.set(address, own);
      for (;;) {
        signal.throwIfAborted();
        for (let place = 0; place < most; place += 1) {
          if (own.has(place)) continue;
          own.add(place);
          const seat = `${address} ${place}`;
          try {
            if (await locked("pg_try_advisory_lock", seat)) {
              return () => {
                own.delete(place);
                locked("pg_advisory_unlock", seat).catch(() => undefined);
              };
            }
          } catch (error) {
            own.delete(place);
            throw error;
          }
          own.delete(place);
        }
        await pause(lookMs, undefined, { signal });
      }
    },

    async pause(address, ms) {
      await pool.query("select karte.pause_address($1, $2)", [address, ms]);
    },

    async close() {
      const client = await connection?.catch(() => undefined);
      connection = undefined;
      client?.release(true);
    },
  };
}
