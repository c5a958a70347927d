import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { CompanyError } from "../payment/company.ts";

/** Writes `{"error":{"code","message"}}`; what nobody foresaw is logged and masked. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const known =
    error instanceof CompanyError
      ? error
      : error instanceof z.ZodError
        ? new CompanyError(400, "invalid_request", z.prettifyError(error))
        : clientFault(error);
  if (known === undefined) request.log.error({ err: error }, "sandbox fault");
  const { status, code, message } =
    known ?? new CompanyError(500, "internal_error", "Internal fault.");
  reply.code(status).send({ error: { code, message } });
}

/** Fastify's own complaints (malformed JSON, wrong media type, body too large). */
function clientFault(error: unknown): CompanyError | undefined {
  const status =
    error instanceof Error && "statusCode" in error ? Number(error.statusCode) : undefined;
  return status !== undefined && status >= 400 && status < 500 && error instanceof Error
    ? new CompanyError(status, "invalid_request", error.message)
    : undefined;
}
