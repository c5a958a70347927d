import type { FastifySchemaCompiler, FastifySerializerCompiler } from "fastify";
import { z } from "zod";
import { AppError } from "../errors/errors.ts";
import { fieldErrorsOf } from "../errors/field-errors.ts";
import { inputSentence } from "../errors/input-sentence.ts";
import { unstorablePaths } from "./unstorable-text.ts";

/** Parses one part of a request; what fails is a 400 that names the fields. */
export const validatorCompiler: FastifySchemaCompiler<z.ZodType> = ({ schema, httpPart }) => {
  // An object's missing fields are named one by one even when the whole body is missing.
  const absent = httpPart === "body" && schema instanceof z.ZodObject ? {} : undefined;
  return (data: unknown) => {
    const input = data ?? absent;
    const unstorable = unstorablePaths(input);
    if (unstorable.length > 0) {
      const fields = unstorable.map((path) => ({ path, code: "invalid" as const }));
      return { error: new AppError("InvalidInput", { fields, detail: "text cannot be stored" }) };
    }
    const result = schema.safeParse(input);
    if (result.success) return { value: result.data };
    const fields = fieldErrorsOf(result.error, input);
    const sentence = inputSentence(result.error);
    return {
      error: new AppError("InvalidInput", { fields, sentence, detail: httpPart ?? "request" }),
    };
  };
};

/** An answer of ours does not fit its contract; the client gets a 500, the log the reason. */
export class ResponseMismatch extends Error {
  override readonly name = "ResponseMismatch";
}

/**
 * Checks an answer against its schema, which also drops fields the contract does not promise, and
 * writes it as JSON.
 */
export const serializerCompiler: FastifySerializerCompiler<z.ZodType> = ({
  schema,
  method,
  url,
}) => {
  return (data: unknown) => {
    const result = schema.safeParse(data);
    if (result.success) return JSON.stringify(result.data);
    const reasons = result.error.issues.map(
      (issue) => `${issue.path.map(String).join(".") || "(answer)"}: ${issue.message}`,
    );
    throw new ResponseMismatch(
      `${method} ${url} answered against its contract: ${reasons.join("; ")}`,
    );
  };
};
