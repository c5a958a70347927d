import type { AnyEndpoint } from "@sekimori/kit-contract/endpoint";
import { z } from "zod";
import type { OpenApi, Operation, Schema } from "./open-api.ts";

/**
 * A sentence for each field, by its name or, where the name means several things, by that of the
 * field or the call around it: `quota.limit`, `listFindings.state`. They stand beside the reference
 * and not in the contract, which browsers load too.
 */
export type FieldTexts = Readonly<Record<string, string>>;

const told = (texts: FieldTexts, around: string, name: string) =>
  texts[`${around}.${name}`] ?? texts[name];

/** A schema whose fields say what they are; `around` is what it is the value of. */
function describedSchema(schema: Schema, texts: FieldTexts, around: string): Schema {
  const each = (schemas: readonly Schema[] | undefined) =>
    schemas?.map((one) => describedSchema(one, texts, around));
  const described: Record<string, unknown> = { ...schema };
  if (schema.anyOf) described.anyOf = each(schema.anyOf);
  if (schema.oneOf) described.oneOf = each(schema.oneOf);
  if (schema.items) described.items = describedSchema(schema.items, texts, around);
  if (schema.properties) {
    described.properties = Object.fromEntries(
      Object.entries(schema.properties).map(([name, part]) => {
        const inside = describedSchema(part, texts, name);
        const text = part.description ?? told(texts, around, name);
        return [name, text === undefined ? inside : { ...inside, description: text }];
      }),
    );
  }
  return described;
}

/** Which words a parameter takes that has several with commas between; none of another. */
function wordsOf(endpoint: AnyEndpoint | undefined, name: string): string | undefined {
  if (!(endpoint?.query instanceof z.ZodObject)) return undefined;
  const schema = z.toJSONSchema(endpoint.query, { io: "output", unrepresentable: "any" });
  const { type, items } = (schema.properties?.[name] ?? {}) as Schema;
  if (type !== "array") return undefined;
  const words = items?.enum?.map((word) => `\`${word}\``).join(", ");
  return words === undefined
    ? "Several are separated by commas."
    : `One or more of ${words}, separated by commas.`;
}

const describedContent = <C extends { readonly content?: object }>(
  part: C,
  texts: FieldTexts,
  around: string,
): C => {
  if (part.content === undefined) return part;
  const content = Object.entries(part.content as Record<string, { schema?: Schema }>).map(
    ([type, { schema, ...rest }]) => [
      type,
      schema === undefined ? rest : { ...rest, schema: describedSchema(schema, texts, around) },
    ],
  );
  return { ...part, content: Object.fromEntries(content) };
};

function describedOperation(
  operation: Operation,
  texts: FieldTexts,
  endpoint: AnyEndpoint | undefined,
): Operation {
  const around = operation.operationId ?? "";
  const { parameters, requestBody, responses } = operation;
  return {
    ...operation,
    ...(parameters && {
      parameters: parameters.map((parameter) => {
        const about = parameter.description ?? told(texts, around, parameter.name);
        const description = [about, wordsOf(endpoint, parameter.name)].filter(Boolean).join(" ");
        return description === "" ? parameter : { ...parameter, description };
      }),
    }),
    ...(requestBody && { requestBody: describedContent(requestBody, texts, around) }),
    ...(responses && {
      responses: Object.fromEntries(
        Object.entries(responses).map(([status, answer]) => [
          status,
          describedContent(answer, texts, status.startsWith("2") ? around : "error"),
        ]),
      ),
    }),
  };
}

/** The document with what is known of its fields. */
export function withFieldTexts(
  document: OpenApi,
  texts: FieldTexts,
  declared: ReadonlyMap<string, AnyEndpoint>,
): OpenApi {
  const paths = Object.entries(document.paths ?? {}).map(([path, methods]) => [
    path,
    Object.fromEntries(
      Object.entries(methods).map(([method, operation]) => [
        method,
        describedOperation(operation, texts, declared.get(operation.operationId ?? "")),
      ]),
    ),
  ]);
  return { ...document, paths: Object.fromEntries(paths) };
}
