import formbody from "@fastify/formbody";
import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import { paymentApiRoutes } from "../payment/api/api-routes.ts";
import type { Company } from "../payment/company.ts";
import { fieldsRoutes } from "../payment/fields/fields-routes.ts";
import { challengeRoutes } from "../payment/three-d-secure/challenge-routes.ts";
import { webhookControlRoutes } from "../payment/webhooks/webhook-routes.ts";
import { CompanyLoop } from "./company-loop.ts";

/** The payment company: its routes and its background loop. */
export function createPaymentCompany(
  parts: Omit<Company, "wake">,
  logger: FastifyBaseLogger,
): { routes: (app: FastifyInstance) => Promise<void>; loop: CompanyLoop } {
  const company: Company = { ...parts, wake: () => loop.wake() };
  const loop = new CompanyLoop(company, logger);
  const routes = async (app: FastifyInstance): Promise<void> => {
    await app.register(formbody);
    await app.register(fieldsRoutes(company));
    await app.register(challengeRoutes(company));
    await app.register(paymentApiRoutes(company));
    await app.register(webhookControlRoutes(company));
  };
  return { routes, loop };
}
