import type { Socket } from "node:net";
import type { FastifyRequest } from "fastify";

/** One for all: a reason made for each carries a stack, and thousands of the refused leave a second. */
const closed = new DOMException("The connection is closed.", "AbortError");

const signals = new WeakMap<Socket, AbortSignal>();

/**
 * Aborted when the connection that a request came on is closed: nobody will read the answer. All
 * requests of a connection share it, so take listeners away again. Fastify's own `request.signal`
 * is aborted as soon as the body has been read.
 */
export function connectionGone({ raw: { socket } }: FastifyRequest): AbortSignal {
  const known = signals.get(socket);
  if (known !== undefined) return known;
  const controller = new AbortController();
  signals.set(socket, controller.signal);
  if (socket.destroyed) controller.abort(closed);
  else socket.once("close", () => controller.abort(closed));
  return controller.signal;
}
