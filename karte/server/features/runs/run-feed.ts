import type { Database } from "@sekimori/kit-server/database";
import { untraced } from "@sekimori/kit-server/telemetry";
import type { KarteContext } from "../../context.ts";
import { runChannel } from "./run-notice.ts";

const reconnectMs = 1_000;

type Hear = (runId: string) => void;

/** Of so many workspaces the last change is remembered. */
const workspacesMost = 10_000;

/** One listening connection of a process, for all its streams. */
export interface RunFeed {
  /** @returns the function that ends it. */
  subscribe(workspaceId: string, hear: Hear): () => void;
  /** Listens from now on, whether or not there is a stream. */
  hearAll(): void;
  /** When a change of a workspace's runs was heard last (`performance.now`), of the latest of them. */
  lastChange(workspaceId: string): number | undefined;
  close(): Promise<void>;
}

export function createRunFeed(
  pool: Database<unknown>["pool"],
  logger: KarteContext["logger"],
): RunFeed {
  const hearers = new Map<string, Set<Hear>>();
  const changes = new Map<string, number>();
  let isHearingAll = false;
  let release: (() => void) | undefined;
  let connecting: Promise<void> | undefined;
  let isClosed = false;

  const note = (workspaceId: string): void => {
    changes.delete(workspaceId);
    changes.set(workspaceId, performance.now());
    if (changes.size <= workspacesMost) return;
    const [eldest = ""] = changes.keys();
    changes.delete(eldest);
  };

  const listen = async (): Promise<void> => {
    const client = await pool.connect();
    let isLost = false;
    const lose = () => {
      if (isLost) return;
      isLost = true;
      client.release(true);
      release = undefined;
      connecting = undefined;
      if (!isClosed && (isHearingAll || hearers.size > 0)) setTimeout(connect, reconnectMs).unref();
    };
    client.on("error", lose);
    client.on("end", lose);
    client.on("notification", ({ payload = "" }) => {
      const [workspaceId = "", runId = ""] = payload.split(" ");
      note(workspaceId);
      for (const hear of hearers.get(workspaceId) ?? []) hear(runId);
    });
    release = lose;
    await client.query(`listen ${runChannel}`);
  };
  const connect = (): void => {
    if (isClosed) return;
    // All streams share it, whoever comes first.
    connecting ??= untraced(listen).catch((error: unknown) => {
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
    hearAll() {
      isHearingAll = true;
      connect();
    },
    lastChange: (workspaceId) => changes.get(workspaceId),
    async close() {
      isClosed = true;
      await connecting;
      release?.();
    },
  };
}
