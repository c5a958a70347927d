import formbody from "@fastify/formbody";
import type { FastifyInstance } from "fastify";
import type { Kysely } from "kysely";
import { z } from "zod";
import type { SandboxTables } from "../database/tables.ts";
import { rememberedLocale } from "../page/language.ts";
import { sendPage } from "../page/send-page.ts";
import { deleteMail, findMail, listMail } from "./mail-store.ts";
import { mailId } from "./mailbox-feed.ts";
import { mailListPage, mailPage, unknownMailPage } from "./mailbox-pages.ts";

const shownAtOnce = 200;

const listQuery = z.object({
  search: z
    .string()
    .trim()
    .transform((text) => (text === "" ? undefined : text))
    .optional()
    .catch(undefined),
});

/** The mailbox for people. */
export function mailboxRoutes(books: Kysely<SandboxTables>) {
  return async (app: FastifyInstance): Promise<void> => {
    await app.register(formbody);

    app.get("/mailbox", async (request, reply) => {
      const locale = rememberedLocale(request, reply);
      const { search } = listQuery.parse(request.query);
      const mails = await listMail(books, { search, limit: shownAtOnce });
      return sendPage(reply, () => mailListPage({ locale, here: request.url }, mails, search));
    });

    app.get("/mailbox/:id", async (request, reply) => {
      const page = { locale: rememberedLocale(request, reply), here: request.url };
      const params = mailId.safeParse(request.params);
      const mail = params.success ? await findMail(books, params.data.id) : undefined;
      return mail === undefined
        ? sendPage(reply, () => unknownMailPage(page), { status: 404 })
        : sendPage(reply, () => mailPage(page, mail));
    });

    app.get("/mailbox/:id/html", async (request, reply) => {
      const params = mailId.safeParse(request.params);
      const mail = params.success ? await findMail(books, params.data.id) : undefined;
      if (mail === undefined) return reply.code(404).send();
      // The mail is a stranger's page: no script, no request to anywhere, an origin of its own
      // even when opened outside its frame.
      return reply
        .header(
          "content-security-policy",
          "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; img-src data:; style-src 'unsafe-inline'; frame-ancestors 'self'",
        )
        .header("referrer-policy", "no-referrer")
        .type("text/html; charset=utf-8")
        .send(`<base target="_blank">${mail.html}`);
    });

    app.post("/mailbox/delete", async (_request, reply) => {
      await deleteMail(books, {});
      return reply.redirect("/mailbox", 303);
    });

    app.post("/mailbox/:id/delete", async (request, reply) => {
      const params = mailId.safeParse(request.params);
      if (params.success) await deleteMail(books, { id: params.data.id });
      return reply.redirect("/mailbox", 303);
    });
  };
}
