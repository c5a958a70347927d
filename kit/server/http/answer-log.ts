import type { FastifyInstance } from "fastify";
import type { Logger } from "../logger/logger.ts";
import { loggedPath } from "./known-routes.ts";

/** Milliseconds over which answers to shed requests are counted into one line. */
const shedTogether = 1_000;

/** Counts shed requests by route, and writes one line for each route and second. */
function createShedLog(log: Logger) {
  const counts = new Map<string, number>();
  const write = () => {
    for (const [route, count] of counts) log.warn({ route, count }, "shed");
    counts.clear();
  };
  return {
    add(route: string): void {
      if (counts.size === 0) setTimeout(write, shedTogether).unref();
      counts.set(route, (counts.get(route) ?? 0) + 1);
    },
    write,
  };
}

/**
 * Writes a line for each answer: its request, route, status and time. Shed requests come by the
 * thousand, and members wait meanwhile, so these share one line a second.
 */
export function logAnswers(app: FastifyInstance, logger: Logger): void {
  // Nothing in these lines comes from the caller but the path that nothing is at, and looking for what to hide in them would cost
  // as much as the rest of a refusal.
  const answers = logger.child({}, { redact: [] });
  const shed = createShedLog(answers);
  app.decorateReply("refusal", undefined);
  app.decorateReply("refusalReason", undefined);
  app.decorateReply("isShed", false);
  app.addHook("onClose", async () => shed.write());
  app.addHook("onResponse", (request, reply, done) => {
    const route = request.routeOptions.url ?? "(none)";
    if (reply.isShed) {
      shed.add(route);
      done();
      return;
    }
    const isRoutine = request.method === "GET" && reply.statusCode < 400;
    answers[isRoutine ? "debug" : "info"](
      {
        requestId: request.id,
        method: request.method,
        route,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        // Who tries to get round a rule shows by what he is refused with.
        ...(reply.refusal === undefined ? {} : { refusal: reply.refusal }),
        ...(reply.refusalReason === undefined ? {} : { reason: reply.refusalReason }),
        ...(request.routeOptions.url === undefined ? { path: loggedPath(request) } : {}),
      },
      "answered",
    );
    done();
  });
}
