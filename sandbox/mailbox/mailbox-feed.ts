import type { FastifyInstance } from "fastify";
import type { Kysely } from "kysely";
import { z } from "zod";
import type { SandboxTables } from "../database/tables.ts";
import type { Arrivals } from "./arrivals.ts";
import { deleteMail, findMail, findRawMail, listMail } from "./mail-store.ts";

export interface Mailbox {
  readonly database: Kysely<SandboxTables>;
  readonly arrivals: Arrivals;
}

export const mailId = z.object({ id: z.coerce.number().int().positive() });

const feedQuery = z.object({
  to: z.string().optional(),
  search: z.string().optional(),
  after: z.coerce.number().int().min(0).optional(),
  limit: z.coerce.number().int().min(1).max(500).default(50),
  wait: z.coerce.number().int().min(0).max(60_000).default(0),
});

/**
 * The mailbox for programs. `GET /mailbox/messages?to=&search=&after=&limit=&wait=` answers
 * `{"messages":[…]}`, newest first; with `wait` (milliseconds) it answers as soon as there is a
 * matching mail, so that a test neither sleeps nor polls.
 */
export function mailboxFeed({ database, arrivals }: Mailbox) {
  return async (app: FastifyInstance): Promise<void> => {
    app.get("/mailbox/messages", async (request, reply) => {
      const query = feedQuery.safeParse(request.query);
      if (!query.success) return reply.code(400).send({ error: z.prettifyError(query.error) });
      const { wait, ...which } = query.data;
      const look = () => listMail(database, which);
      return { messages: await arrivals.waitFor(look, wait, which.to) };
    });

    app.get("/mailbox/messages/:id", async (request, reply) => {
      const params = mailId.safeParse(request.params);
      const mail = params.success ? await findMail(database, params.data.id) : undefined;
      return mail ?? reply.code(404).send({ error: "No such mail." });
    });

    app.get("/mailbox/messages/:id/raw", async (request, reply) => {
      const params = mailId.safeParse(request.params);
      const raw = params.success ? await findRawMail(database, params.data.id) : undefined;
      if (raw === undefined) return reply.code(404).send({ error: "No such mail." });
      // Never message/rfc822 or HTML: a browser must show the source, not run it.
      return reply
        .type("text/plain; charset=utf-8")
        .header("x-content-type-options", "nosniff")
        .send(raw);
    });

    app.delete("/mailbox/messages", async (request) => ({
      deleted: await deleteMail(database, { to: feedQuery.safeParse(request.query).data?.to }),
    }));

    app.delete("/mailbox/messages/:id", async (request, reply) => {
      const params = mailId.safeParse(request.params);
      if (!params.success) return reply.code(404).send({ error: "No such mail." });
      return { deleted: await deleteMail(database, { id: params.data.id }) };
    });
  };
}
