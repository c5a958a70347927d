import { type RunEvent, watchRuns } from "@sekimori/karte-contract/endpoints/runs";
import type { Database } from "@sekimori/kit-server/database";
import type { Bind } from "@sekimori/kit-server/http";
import type { FastifyReply, FastifyRequest } from "fastify";
import { type SqlBool, sql } from "kysely";
import type { KarteContext } from "../../context.ts";
import { runPhaseCode } from "../../database/codes.ts";
import { inScope } from "../../database/scope.ts";
import type { Principals } from "../principals/principals.ts";
import { runRows, runStateOf } from "../run-records/run-rows.ts";
import { runChannel } from "./run-notice.ts";

/** A stream ends by itself after this long; the browser comes back and is asked again who it is. */
const lifetimeMs = 5 * 60_000;
/** Proxies close what is silent. */
const heartbeatMs = 20_000;
const reconnectMs = 1_000;

type Hear = (runId: string) => void;

/** One listening connection of a process, for all its streams. */
export interface RunFeed {
  /** @returns the function that ends it. */
  subscribe(workspaceId: string, hear: Hear): () => void;
  close(): Promise<void>;
}

export function createRunFeed(
  pool: Database<unknown>["pool"],
  logger: KarteContext["logger"],
): RunFeed {
  const hearers = new Map<string, Set<Hear>>();
  let release: (() => void) | undefined;
  let connecting: Promise<void> | undefined;
  let isClosed = false;

  const listen = async (): Promise<void> => {
    const client = await pool.connect();
    let isLost = false;
    const lose = () => {
      if (isLost) return;
      isLost = true;
      client.release(true);
      release = undefined;
      connecting = undefined;
      if (!isClosed && hearers.size > 0) setTimeout(connect, reconnectMs).unref();
    };
    client.on("error", lose);
    client.on("end", lose);
    client.on("notification", ({ payload = "" }) => {
      const [workspaceId = "", runId = ""] = payload.split(" ");
      for (const hear of hearers.get(workspaceId) ?? []) hear(runId);
    });
    release = lose;
    await client.query(`listen ${runChannel}`);
  };
  const connect = (): void => {
    if (isClosed) return;
    connecting ??= listen().catch((error: unknown) => {
      logger.warn({ err: error }, "changes of runs are not heard; trying again");
      connecting = undefined;
      setTimeout(connect, reconnectMs).unref();
    });
  };

  return {
    subscribe(workspaceId, hear) {
      const own = hearers.get(workspaceId) ?? new Set();
      hearers.set(workspaceId, own.add(hear));
      connect();
      return () => {
        own.delete(hear);
        if (own.size === 0) hearers.delete(workspaceId);
      };
    },
    async close() {
      isClosed = true;
      await connecting;
      release?.();
    },
  };
}

/** Binds the event stream: ids come in, and each stream reads what its own person may see. */
export function bindRunStream(
  bind: Bind,
  context: KarteContext,
  principals: Principals,
  feed: RunFeed,
): void {
  const { db, logger } = context;

  const read = async (request: FastifyRequest, runId: string): Promise<RunEvent | undefined> => {
    // Who was removed or restricted in the meantime hears nothing more.
    await principals.authorise(watchRuns.access, request);
    const { scope } = principals.member(request);
    const [row] = await inScope(db, scope, (tx) =>
      runRows(tx, sql<SqlBool>`r.id = ${runId}`, sql``),
    );
    return (
      row && {
        id: row.id,
        domain: { id: row.domain_id, name: row.domain_name },
        state: runStateOf(row),
        phase: runPhaseCode.word(row.phase),
        version: row.version,
        done: row.done,
        total: row.total,
      }
    );
  };

  bind(watchRuns, ({ request, reply }): FastifyReply => {
    const { workspaceId } = principals.member(request);
    reply.hijack();
    const { raw } = reply;
    raw.writeHead(200, {
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-store",
      "x-accel-buffering": "no",
      "x-content-type-options": "nosniff",
    });
    raw.write("retry: 1000\n\n");
    /** Runs with a change that was not told yet: many notices of one run become one message. */
    const pending = new Set<string>();
    let isTelling = false;
    const tell = async (): Promise<void> => {
      if (isTelling) return;
      isTelling = true;
      try {
        for (const runId of pending) {
          pending.delete(runId);
          const event = await read(request, runId);
          if (event) raw.write(`event: run\ndata: ${JSON.stringify(event)}\n\n`);
        }
      } catch (error) {
        logger.debug({ err: error }, "an event stream ended");
        raw.end();
      } finally {
        isTelling = false;
      }
    };
    const leave = feed.subscribe(workspaceId, (runId) => {
      pending.add(runId);
      void tell();
    });
    const beat = setInterval(() => raw.write(": still here\n\n"), heartbeatMs);
    const end = setTimeout(() => raw.end(), lifetimeMs);
    raw.on("close", () => {
      leave();
      clearInterval(beat);
      clearTimeout(end);
    });
    return reply;
  });
}
