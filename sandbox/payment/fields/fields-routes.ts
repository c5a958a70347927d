import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { sendPage } from "../../page/send-page.ts";
import type { Company } from "../company.ts";
import { createToken } from "../tokens.ts";
import { fieldsPage } from "./fields-page.ts";
import { buildFieldsScript } from "./fields-script.ts";
import { fieldsStyle } from "./fields-style.ts";

const typed = z.string().max(200);

const tokenRequest = z.strictObject({
  key: z.string(),
  card: z.strictObject({
    number: typed,
    expiryMonth: typed,
    expiryYear: typed,
    securityCode: typed,
    holder: typed,
  }),
});

const pageQuery = z.object({
  key: z.string(),
  locale: z.enum(["ja", "en"]).catch("ja"),
  theme: z.enum(["light", "dark"]).catch("light"),
  /** Without its number sign: it would end the query. */
  surface: z
    .string()
    .regex(/^[0-9a-f]{6}$/i)
    .optional()
    .catch(undefined),
  /** Which of the merchant's origins frames the page; its first one unless named. */
  origin: z.string().optional(),
});

/** The hosted fields: a page for a frame, and the exchange of a typed card for a token. */
export function fieldsRoutes(company: Company) {
  return async (app: FastifyInstance): Promise<void> => {
    let script: Promise<string> | undefined;

    app.get("/payment/assets/fields.js", async (_request, reply) => {
      script ??= buildFieldsScript();
      return reply.type("text/javascript; charset=utf-8").send(await script);
    });

    app.get("/payment/assets/fields.css", (_request, reply) =>
      reply.type("text/css; charset=utf-8").send(fieldsStyle),
    );

    app.get("/payment/fields", (request, reply) => {
      const query = pageQuery.safeParse(request.query);
      const parentOrigin = query.data?.origin ?? company.portalOrigins[0];
      if (
        query.data?.key !== company.settings.publishableKey ||
        parentOrigin === undefined ||
        !company.portalOrigins.includes(parentOrigin)
      ) {
        return reply.code(403).type("text/plain").send("Unknown publishable key or origin.");
      }
      const { key, locale, theme, surface } = query.data;
      const configuration = {
        key,
        locale,
        theme,
        parentOrigin,
        now: company.now().getTime(),
        surface: surface === undefined ? undefined : `#${surface}`,
      };
      return sendPage(reply, () => fieldsPage(configuration), {
        frameAncestors: [parentOrigin],
      });
    });

    app.post("/payment/fields/tokens", async (request, reply) => {
      reply.header("cache-control", "no-store");
      // Only the fields page itself may call: no other page reads or spends tokens here.
      const own = request.headers.origin === undefined || request.headers.origin === company.origin;
      const body = tokenRequest.safeParse(request.body);
      if (!body.success || !own) {
        return reply.code(400).send({ code: "invalid_fields", fields: [] });
      }
      if (body.data.key !== company.settings.publishableKey) {
        return reply.code(401).send({ code: "key", fields: [] });
      }
      const result = await createToken(company, body.data.card);
      if ("refused" in result) {
        return reply.code(422).send({ code: result.refused, fields: result.fields });
      }
      const { token } = result;
      return {
        token: token.id,
        brand: token.brand,
        last4: token.last4,
        expiryMonth: token.expiry_month,
        expiryYear: token.expiry_year,
      };
    });
  };
}
