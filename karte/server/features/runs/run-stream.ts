import { type RunEvent, watchRuns } from "@sekimori/karte-contract/endpoints/runs";
import type { Bind } from "@sekimori/kit-server/http";
import type { FastifyReply } from "fastify";
import { type SqlBool, sql } from "kysely";
import type { KarteContext, KarteTransaction } from "../../context.ts";
import { runPhaseCode } from "../../database/codes.ts";
import { inScope, type Scope, wholeWorkspace } from "../../database/scope.ts";
import type { Principals } from "../principals/principals.ts";
import { runRows, runStateOf } from "../run-records/run-rows.ts";
import type { RunFeed } from "./run-feed.ts";

/** A stream ends by itself after this long, so that none is for ever. */
const lifetimeMs = 5 * 60_000;
/** So often each stream is asked again who it is: it ends within seconds of the session. */
const recheckMs = 4_000;
/** Proxies close what is silent. */
const heartbeatMs = 20_000;

/** One browser's stream. */
interface Listener {
  readonly accountId: string;
  readonly scope: Scope;
  write(text: string): void;
  end(): void;
}

/** What streams of equal rights have in common: their messages are read once for all of them. */
const audienceOf = ({ groups }: Pick<Scope, "groups">): string =>
  groups === null ? "all" : groups.toSorted().join(" ");

/** The streams of one workspace, and the runs with a change that was not told yet. */
interface Room {
  readonly listeners: Set<Listener>;
  readonly pending: Set<string>;
  isTelling: boolean;
}

/** What each of these people may see now; those who are no longer there are missing. */
async function audiencesNow(
  tx: KarteTransaction,
  accountIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ account_id: string; restricted: boolean; groups: string[] }>`
    select m.account_id, m.restricted, array(select g.group_id::text from karte.member_group g
      where g.workspace_id = m.workspace_id and g.account_id = m.account_id) as groups
    from karte.member m where m.account_id = any(${accountIds}) and m.suspended_at is null`.execute(
    tx,
  );
  return new Map(
    rows.map((row) => [row.account_id, audienceOf({ groups: row.restricted ? row.groups : null })]),
  );
}

async function readRun({ db }: KarteContext, scope: Scope, runId: string) {
  const [row] = await inScope(db, scope, (tx) => runRows(tx, sql<SqlBool>`r.id = ${runId}`, sql``));
  if (row === undefined) return undefined;
  const event: RunEvent = {
    id: row.id,
    domain: { id: row.domain_id, name: row.domain_name },
    state: runStateOf(row),
    phase: runPhaseCode.word(row.phase),
    version: row.version,
    done: row.done,
    total: row.total,
  };
  return `event: run\ndata: ${JSON.stringify(event)}\n\n`;
}

/**
 * Tells a change of a run to everybody who may see it: who may is asked once for the workspace, and
 * the run is read once for all streams that see the same.
 */
async function tellRoom(
  context: KarteContext,
  workspaceId: string,
  { listeners }: Room,
  runId: string,
): Promise<void> {
  const present = [...listeners];
  const accounts = [...new Set(present.map(({ accountId }) => accountId))];
  const now = await inScope(context.db, wholeWorkspace(workspaceId), (tx) =>
    audiencesNow(tx, accounts),
  );
  const audiences = new Map<string, Listener[]>();
  for (const listener of present) {
    const audience = audienceOf(listener.scope);
    // Who was removed or restricted in the meantime hears nothing more; the browser comes back.
    if (now.get(listener.accountId) !== audience) listener.end();
    else audiences.set(audience, [...(audiences.get(audience) ?? []), listener]);
  }
  for (const same of audiences.values()) {
    const [first] = same;
    const text = first && (await readRun(context, first.scope, runId));
    if (text !== undefined) for (const listener of same) listener.write(text);
  }
}

/** Binds the event stream: ids come in, and the streams of a workspace are told together. */
export function bindRunStream(
  bind: Bind,
  context: KarteContext,
  principals: Principals,
  feed: RunFeed,
): void {
  const { logger } = context;
  const rooms = new Map<string, Room & { readonly leave: () => void }>();

  const tell = async (workspaceId: string, room: Room): Promise<void> => {
    if (room.isTelling) return;
    room.isTelling = true;
    try {
      // Many notices of one run become one message.
      for (const runId of room.pending) {
        room.pending.delete(runId);
        await tellRoom(context, workspaceId, room, runId);
      }
    } catch (error) {
      logger.debug({ err: error }, "the event streams of a workspace ended");
      for (const listener of room.listeners) listener.end();
    } finally {
      room.isTelling = false;
    }
  };

  const enter = (workspaceId: string, listener: Listener): (() => void) => {
    const known = rooms.get(workspaceId);
    if (known) {
      known.listeners.add(listener);
    } else {
      const room: Room = {
        listeners: new Set([listener]),
        pending: new Set(),
        isTelling: false,
      };
      const leave = feed.subscribe(workspaceId, (runId) => {
        room.pending.add(runId);
        void tell(workspaceId, room);
      });
      rooms.set(workspaceId, { ...room, leave });
    }
    return () => {
      const room = rooms.get(workspaceId);
      room?.listeners.delete(listener);
      if (room?.listeners.size !== 0) return;
      room.leave();
      rooms.delete(workspaceId);
    };
  };

  bind(watchRuns, ({ request, reply }): FastifyReply => {
    const { workspaceId, scope, person } = principals.member(request);
    reply.hijack();
    const { raw } = reply;
    raw.writeHead(200, {
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-store",
      "x-accel-buffering": "no",
      "x-content-type-options": "nosniff",
    });
    raw.write("retry: 1000\n\n");
    const listener: Listener = {
      accountId: person.id,
      scope,
      write: (text) => raw.write(text),
      end: () => raw.end(),
    };
    const leave = enter(workspaceId, listener);
    /** A session that is over, a workspace that was left: the stream ends with it. */
    const recheck = async () => {
      try {
        await principals.authorise(watchRuns.access, request);
        const now = principals.member(request);
        if (now.workspaceId !== workspaceId || audienceOf(now.scope) !== audienceOf(scope)) {
          raw.end();
        }
      } catch (error) {
        logger.debug({ err: error }, "an event stream ended");
        raw.end();
      }
    };
    const checks = setInterval(() => void recheck(), recheckMs);
    const beat = setInterval(() => raw.write(": still here\n\n"), heartbeatMs);
    const end = setTimeout(() => raw.end(), lifetimeMs);
    raw.on("close", () => {
      leave();
      clearInterval(checks);
      clearInterval(beat);
      clearTimeout(end);
    });
    return reply;
  });
}
