import swaggerUi from "@fastify/swagger-ui";
import { apiBase } from "@sekimori/portal-contract/constants";
import type { FastifyInstance } from "fastify";

/** The viewer's own files and this origin's API, nothing else; it styles its elements inline. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** The reference of the API at /v1/docs; its OpenAPI 3.1 document is /v1/docs/json. */
export async function registerReference(app: FastifyInstance): Promise<void> {
  await app.register(swaggerUi, {
    routePrefix: `${apiBase}/docs`,
    staticCSP: policy,
    transformStaticCSP: () => policy,
    theme: { title: "Sekimori portal API" },
    uiConfig: {
      layout: "BaseLayout",
      docExpansion: "list",
      deepLinking: true,
      tryItOutEnabled: false,
    },
  });
}
