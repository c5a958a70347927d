import type { FastifyReply, FastifyRequest } from "fastify";

const reading = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Refuses changes that a page of another origin asks the visitor's browser for. Programs, which
 * send no Origin, may do everything: that is what the sandbox is for.
 */
export function ownOriginOnly(own: string) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { origin } = request.headers;
    if (reading.has(request.method) || origin === undefined || origin === own) return;
    await reply.code(403).send({ error: { code: "origin", message: "Not from this origin." } });
  };
}
