import swagger, { type SwaggerTransform } from "@fastify/swagger";
import type { AnyEndpoint } from "@sekimori/kit-contract/endpoint";
import { type ErrorTable, wireErrorSchema } from "@sekimori/kit-contract/wire-error";
import type { FastifyInstance } from "fastify";
import { jsonSchemaTransform } from "fastify-type-provider-zod";
import { z } from "zod";
import { declaredErrors } from "./declared-errors.ts";

/** Error types that a call of `endpoint` can be answered with, by status. */
export function errorsByStatus(endpoint: AnyEndpoint, table: ErrorTable): Map<number, string[]> {
  const byStatus = new Map<number, string[]>();
  for (const type of declaredErrors(endpoint)) {
    const status = table[type]?.status;
    if (status === undefined) {
      throw new Error(`${endpoint.name} declares the error ${type}, which has no status.`);
    }
    byStatus.set(status, [...(byStatus.get(status) ?? []), type]);
  }
  return byStatus;
}

function errorSchema(types: readonly string[]): z.ZodType {
  const error = wireErrorSchema.shape.error.extend({
    type: z.enum(types as [string, ...string[]]),
  });
  return z.object({ error });
}

/** Registers OpenAPI 3.1; only bound endpoints appear in it. Must precede every route. */
export async function registerOpenApi(
  app: FastifyInstance,
  options: {
    readonly title: string;
    readonly origin: string;
    readonly table: ErrorTable;
  },
): Promise<void> {
  const transform: SwaggerTransform = (document) => {
    const endpoint = document.route.config?.endpoint;
    if (!endpoint) return { schema: { hide: true }, url: document.url };
    const response: Record<string, unknown> = {
      200: {
        description: "Done.",
        content: { [endpoint.mediaType ?? "application/json"]: { schema: endpoint.response } },
      },
    };
    for (const [status, types] of errorsByStatus(endpoint, options.table)) {
      response[status] = {
        description: types.map((type) => `${type}: ${options.table[type]?.message}`).join(" "),
        content: { "application/json": { schema: errorSchema(types) } },
      };
    }
    return jsonSchemaTransform({
      ...document,
      schema: { ...document.schema, response },
    } as Parameters<typeof jsonSchemaTransform>[0]);
  };
  await app.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: { title: options.title, version: "1" },
      servers: [{ url: options.origin }],
    },
    transform,
  });
}
