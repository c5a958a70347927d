import formbody from "@fastify/formbody";
import { rr } from "@sekimori/diagnosis/fixtures/dns/zone";
import type { World } from "@sekimori/diagnosis/fixtures/world";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { rememberedLocale } from "../page/language.ts";
import { sendPage } from "../page/send-page.ts";
import { sampleDomains } from "./company.ts";
import { companyPage } from "./company-page.ts";

const names = sampleDomains.map(({ name }) => name);

/** A TXT record in one of the company's zones, as the domain's owner would publish it. */
const recordRequest = z.object({
  name: z
    .string()
    .trim()
    .toLowerCase()
    .max(253)
    .transform((name) => name.replace(/\.$/, ""))
    .refine((name) => zoneOf(name) !== undefined, "is in none of the sample company's domains"),
  text: z.string().trim().min(1).max(255),
});

function zoneOf(name: string): string | undefined {
  return names.find((zone) => name === zone || name.endsWith(`.${zone}`));
}

/**
 * `GET /company` shows the sample company's servers; `POST /company/records` with `name` and `text`
 * publishes a TXT record there, until the sandbox ends.
 */
export function companyRoutes(company: World | undefined) {
  return async (app: FastifyInstance): Promise<void> => {
    await app.register(formbody);

    app.get("/company", (request, reply) => {
      const locale = rememberedLocale(request, reply);
      return sendPage(reply, () => companyPage(company, locale, request.url));
    });

    app.post("/company/records", async (request, reply) => {
      const { name, text } = recordRequest.parse(request.body);
      const zone = zoneOf(name);
      if (company === undefined || zone === undefined) return reply.callNotFound();
      company.publish(zone, [rr(name, "TXT", text)]);
      if (request.headers.accept?.includes("text/html")) return reply.redirect("/company", 303);
      return { name, text };
    });
  };
}
