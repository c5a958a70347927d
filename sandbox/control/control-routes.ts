import type { FastifyInstance } from "fastify";
import { copyScript } from "../page/copy-script.ts";
import { rememberedLocale } from "../page/language.ts";
import { sandboxStyle } from "../page/sandbox-style.ts";
import { sendPage } from "../page/send-page.ts";
import { type ControlFacts, controlPage } from "./control-page.ts";

/** The control page and the stylesheet of the sandbox's own pages. */
export function controlRoutes(facts: () => ControlFacts) {
  return async (app: FastifyInstance): Promise<void> => {
    app.get("/", (request, reply) => {
      const locale = rememberedLocale(request, reply);
      return sendPage(reply, () => controlPage(facts(), locale, request.url));
    });

    app.get("/assets/sandbox.css", (_request, reply) =>
      reply.type("text/css; charset=utf-8").send(sandboxStyle),
    );

    app.get("/assets/copy.js", (_request, reply) =>
      reply.type("text/javascript; charset=utf-8").send(copyScript),
    );
  };
}
