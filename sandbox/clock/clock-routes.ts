import formbody from "@fastify/formbody";
import type { MovableClock } from "@sekimori/kit-server/clock";
import type { FastifyInstance } from "fastify";
import type { Kysely } from "kysely";
import { z } from "zod";
import type { SandboxTables } from "../database/tables.ts";
import { rememberedLocale } from "../page/language.ts";
import { sendPage } from "../page/send-page.ts";
import { clockPage } from "./clock-page.ts";
import { clockRequest } from "./clock-request.ts";
import { moveSandboxClock } from "./sandbox-clock.ts";

/**
 * `GET /clock` (JSON unless a browser asks) and `POST /clock` with one of
 * `{"advance": ms | "31d"}`, `{"set": instant}`, `{"reset": true}`.
 */
export function clockRoutes(books: Kysely<SandboxTables>, clock: MovableClock) {
  const state = () => ({ now: clock.now().toISOString(), offset_ms: Math.round(clock.offset()) });

  return async (app: FastifyInstance): Promise<void> => {
    await app.register(formbody);

    app.get("/clock", (request, reply) => {
      if (!request.headers.accept?.includes("text/html")) return reply.send(state());
      const locale = rememberedLocale(request, reply);
      return sendPage(reply, () => clockPage(state(), locale, request.url));
    });

    app.post("/clock", async (request, reply) => {
      const move = clockRequest.safeParse(request.body);
      if (!move.success) return reply.code(400).send({ error: z.prettifyError(move.error) });
      await moveSandboxClock(books, clock, move.data);
      if (request.headers.accept?.includes("text/html")) return reply.redirect("/clock", 303);
      return state();
    });
  };
}
