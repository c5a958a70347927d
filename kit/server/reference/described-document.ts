import {
  descriptionKey,
  type FieldDescriptions,
  withDescriptions,
} from "@sekimori/kit-contract/field-descriptions";
import type { OpenApi, Operation } from "./open-api.ts";

/** The body of a request or an answer, with what its fields mean. */
function describedBody<C extends NonNullable<Operation["requestBody"]>>(
  body: C,
  path: readonly string[],
  descriptions: FieldDescriptions,
): C {
  const kinds = Object.entries(body.content ?? {}).map(([kind, { schema }]) => [
    kind,
    { schema: schema && withDescriptions(schema, path, descriptions) },
  ]);
  return { ...body, content: Object.fromEntries(kinds) };
}

function describedOperation(operation: Operation, descriptions: FieldDescriptions): Operation {
  const name = operation.operationId ?? "";
  const parameters = operation.parameters?.map((parameter) => {
    const key = descriptionKey([name, parameter.in, parameter.name], descriptions);
    return key === undefined ? parameter : { ...parameter, description: descriptions[key] ?? "" };
  });
  const { requestBody, responses } = operation;
  const answer = responses?.["200"];
  return {
    ...operation,
    ...(parameters && { parameters }),
    ...(requestBody && {
      requestBody: describedBody(requestBody, [name, "body"], descriptions),
    }),
    ...(answer && {
      responses: { ...responses, 200: describedBody(answer, [name, "answer"], descriptions) },
    }),
  };
}

/** The document with a description at each parameter and field that `descriptions` speak of. */
export function describedDocument(document: OpenApi, descriptions: FieldDescriptions): OpenApi {
  const paths = Object.entries(document.paths ?? {}).map(([path, methods]) => [
    path,
    Object.fromEntries(
      Object.entries(methods).map(([method, operation]) => [
        method,
        describedOperation(operation, descriptions),
      ]),
    ),
  ]);
  return { ...document, paths: Object.fromEntries(paths) };
}
