import { endpoint } from "@sekimori/kit-contract/endpoint";
import { systemClock } from "@sekimori/kit-server/clock";
import { createErrorMapper } from "@sekimori/kit-server/errors";
import { createHttpServer, type HttpServerOptions } from "@sekimori/kit-server/http";
import { createLogger } from "@sekimori/kit-server/logger";
import type { FastifyInstance } from "fastify";
import { z } from "zod";

/** Lines that a logger wrote, parsed; for tests of what is and is not logged. */
export function capturedLog() {
  const lines: Record<string, unknown>[] = [];
  const text: string[] = [];
  const logger = createLogger({
    name: "sample",
    level: "debug",
    destination: {
      write(line) {
        text.push(line);
        lines.push(JSON.parse(line) as Record<string, unknown>);
      },
    },
  });
  return { logger, lines, text: () => text.join("") };
}

/** The kit's server as an application sets it up, for the kit's own tests. */
export async function sampleServer(
  options: Partial<HttpServerOptions> = {},
): Promise<FastifyInstance> {
  return createHttpServer({
    name: "Sample",
    origin: "http://localhost:4000",
    logger: createLogger({ name: "sample", level: "silent" }),
    errors: createErrorMapper({ CodeInvalid: { status: 400, message: "The code is wrong." } }),
    clock: systemClock,
    security: {},
    ...options,
  });
}

export const saveNote = endpoint({
  name: "saveNote",
  method: "POST",
  path: "/v1/notes/:id",
  summary: "Saves a note.",
  tag: "Notes",
  access: "anyone",
  params: z.object({ id: z.string().regex(/^\d+$/) }),
  body: z.object({
    title: z.string().min(1).max(20),
    author: z.object({ email: z.email() }),
    tags: z.array(z.object({ name: z.string() })).optional(),
  }),
  response: z.object({ id: z.number(), title: z.string() }),
  errors: ["SessionExpired", "CodeInvalid"],
  limits: [],
  load: { name: "note", each: 100, waiting: 100 },
});
