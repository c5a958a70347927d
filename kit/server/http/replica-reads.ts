import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Kysely } from "kysely";
import { tokenCookie } from "../cookies/cookies.ts";
import { type Replica, readEnds } from "../database/replica.ts";
import type { Metrics } from "../metrics/metrics.ts";

/** So long a browser tells what it changed last; no replica is read from that is a tenth as late. */
const rememberSeconds = 60;
/** Where the primary did not say how far its log goes: a replica that is read from is half as late at most. */
const unsaidSeconds = 10;
/** More than any log has. */
const beyondAll = "FFFFFFFF-FFFFFFFF";
const shape = /^[0-9A-F]{1,8}-[0-9A-F]{1,8}$/;
const changesNothing = new Set(["GET", "HEAD", "OPTIONS"]);
/** What is answered so is answered because there is too much to do, and has done nothing. */
const overloaded = new Set([429, 503]);

/** Readings of requests that may be answered by a replica. */
export interface ReplicaReads<Tables> {
  /**
   * Runs `work` on the replica where one is set, in time and has what this browser changed; else on
   * the primary. Of calls that bring a token nothing is known of what their program changed: the
   * primary answers them.
   *
   * @param since a moment (`performance.now`) after which something changed of which the reader may
   *   have been told: the answer has to have it.
   */
  read<Result>(
    request: FastifyRequest,
    work: (db: Kysely<Tables>) => Promise<Result>,
    since?: number,
  ): Promise<Result>;
  /** The answer shows what the browser is not to miss in the next one: work of its own that went on. */
  follow(request: FastifyRequest): void;
  /** Has answers to what changes something tell the browser how far the log went. */
  register(app: FastifyInstance): void;
}

export interface ReplicaReadsOptions<Tables> {
  readonly database: {
    readonly db: Kysely<Tables>;
    readonly replica?: Replica<Tables> | undefined;
  };
  readonly metrics: Metrics;
  /** Of the cookie. */
  readonly name: string;
  readonly origin: string;
  readonly inForeignFrame?: boolean;
}

/** Figures of the replica: how late it is, and who answered what it might have. */
function replicaFigures<Tables>(replica: Replica<Tables>, metrics: Metrics): void {
  metrics.gauge(
    {
      name: "replica_lag_seconds",
      help: "How old answers of the replica are at most; none while it cannot be asked.",
    },
    (gauge) => {
      const lag = replica.lagSeconds();
      if (lag === undefined) gauge.remove();
      else gauge.set(lag);
    },
  );
  const reads = metrics.counter({
    name: "replica_reads_total",
    help: "Readings that the replica might answer: answered; else why the primary did.",
    labels: ["end"],
    begin: readEnds.map((end) => ({ end })),
  });
  replica.countBy((end) => reads.inc({ end }));
}

export function createReplicaReads<Tables>(
  options: ReplicaReadsOptions<Tables>,
): ReplicaReads<Tables> {
  const { db, replica } = options.database;
  if (replica === undefined) {
    return {
      read: (_request, work) => work(db),
      follow: () => undefined,
      register: () => undefined,
    };
  }
  replicaFigures(replica, options.metrics);
  // It proves nothing, and a made-up value only changes how fresh its maker's own lists are.
  const changed = tokenCookie({ ...options, shape });
  const followed = new WeakSet<FastifyRequest>();
  const begun = new WeakSet<FastifyRequest>();

  /** Whoever only reads and is given no cookie has changed nothing, nor whoever was turned away. */
  const hasChanged = (request: FastifyRequest, reply: FastifyReply) => {
    if (!begun.has(request) || request.is404) return false;
    if (reply.isShed || overloaded.has(reply.statusCode)) return false;
    return (
      !changesNothing.has(request.method) ||
      followed.has(request) ||
      reply.getHeader("set-cookie") !== undefined
    );
  };

  return {
    read(request, work, since) {
      if (request.headers.authorization !== undefined) return work(db);
      return replica.read({ own: changed.read(request), since }, work);
    },
    follow: (request) => void followed.add(request),
    register(app) {
      app.addHook("preHandler", (request, _reply, done) => {
        begun.add(request);
        done();
      });
      app.addHook("onSend", async (request, reply) => {
        if (request.headers.authorization !== undefined || !hasChanged(request, reply)) return;
        const position = (await replica.written())?.replace("/", "-");
        if (position === undefined) changed.set(reply, beyondAll, unsaidSeconds);
        else changed.set(reply, position, rememberSeconds);
      });
    },
  };
}
