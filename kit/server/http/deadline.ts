import type { FastifyInstance, FastifyReply } from "fastify";
import { AppError } from "../errors/errors.ts";

/**
 * Answers 504 Timeout in place of a handler that has not answered in `milliseconds`, or up to a tenth
 * later. What the handler says afterwards reaches nobody.
 *
 * Fastify's own `handlerTimeout` ends with the body: Node closes a request that has been read, and Fastify
 * takes that for the end of it. It also makes a timer, a signal and an exception with its stack for each
 * request. Here all requests share one timer, which looks at the oldest.
 */
export function registerDeadline(app: FastifyInstance, milliseconds: number): void {
  /** Unanswered requests by when they came, oldest first. */
  const waiting = new Map<FastifyReply, number>();

  const expire = (reply: FastifyReply) => {
    waiting.delete(reply);
    if (reply.sent || reply.raw.destroyed) return;
    // An answer that has begun cannot become another one; cut short, it cannot be taken for whole.
    if (reply.raw.headersSent) reply.raw.destroy();
    else reply.send(new AppError("Timeout"));
  };
  const timer = setInterval(
    () => {
      const latest = performance.now() - milliseconds;
      for (const [reply, since] of waiting) {
        if (since > latest) break;
        expire(reply);
      }
    },
    Math.max(1, milliseconds / 10),
  );
  timer.unref();

  app.addHook("onRequest", (_request, reply, done) => {
    waiting.set(reply, performance.now());
    // Answered, or its client is gone.
    reply.raw.once("close", () => waiting.delete(reply));
    done();
  });
  app.addHook("onClose", async () => clearInterval(timer));
}
