import swagger, { type SwaggerTransform } from "@fastify/swagger";
import type { AnyEndpoint } from "@sekimori/kit-contract/endpoint";
import { type ErrorTable, wireErrorSchema } from "@sekimori/kit-contract/wire-error";
import type { FastifyInstance } from "fastify";
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

/** As OpenAPI 3.1 has it, which is JSON Schema 2020-12 without naming it. */
function jsonSchemaOf(schema: unknown, io: "input" | "output"): Record<string, unknown> {
  if (!(schema instanceof z.ZodType)) throw new Error("a schema of a route is not zod's");
  // What has no JSON form, such as a value that is transformed, is any value.
  const { $schema, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: "any" });
  return rest;
}

/** What a route is sent, by where it stands. */
const sent = ["body", "querystring", "params", "headers"] as const;

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
    const mediaType = endpoint.mediaType ?? "application/json";
    const response: Record<string, unknown> = {
      200: {
        description: "Done.",
        content: { [mediaType]: { schema: jsonSchemaOf(endpoint.response, "output") } },
      },
    };
    for (const [status, types] of errorsByStatus(endpoint, options.table)) {
      response[status] = {
        description: types.map((type) => `${type}: ${options.table[type]?.message}`).join(" "),
        content: { "application/json": { schema: jsonSchemaOf(errorSchema(types), "output") } },
      };
    }
    const schema = { ...document.schema, response };
    for (const part of sent) {
      if (schema[part]) schema[part] = jsonSchemaOf(schema[part], "input");
    }
    return { schema, url: document.url };
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
