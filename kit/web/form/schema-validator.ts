import type { FieldErrorCode } from "@sekimori/kit-contract/wire-error";
import type { z } from "zod";
import type { FieldIssue } from "./field-issue.ts";

/** What validation gives: the values to send, or what is wrong with which field. */
export type Validation<Output> =
  | { readonly values: Output }
  | { readonly issues: readonly FieldIssue[] };

/** Checks all values of a form. */
export type Validator<Values, Output> = (values: Values) => Validation<Output>;

/**
 * A validator from a schema of the contract. It needs the schema only as an argument, so a form
 * loads schema and library after the page is there:
 *
 *     validator: async () => schemaValidator((await import("./schema.ts")).schema)
 */
export function schemaValidator<Values, Output>(
  schema: z.ZodType<Output>,
): Validator<Values, Output> {
  return (values) => {
    const result = schema.safeParse(values);
    if (result.success) return { values: result.data };
    return { issues: issuesOfSchema(result.error.issues, values) };
  };
}

/** The first issue of each field, in the schema's order. */
export function issuesOfSchema(issues: readonly z.core.$ZodIssue[], values: unknown): FieldIssue[] {
  const found = new Map<string, FieldIssue>();
  for (const issue of issues) {
    const name = issue.path.map(String).join(".");
    if (!found.has(name)) found.set(name, { name, ...codeOf(issue, valueAt(values, issue.path)) });
  }
  return [...found.values()];
}

function valueAt(values: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined,
    values,
  );
}

function codeOf(
  issue: z.core.$ZodIssue,
  value: unknown,
): { code: FieldErrorCode; params?: Record<string, string | number> } {
  const empty =
    value === undefined || value === null || (typeof value === "string" && !value.trim());
  if (empty) return { code: "required" };
  switch (issue.code) {
    case "too_small":
      return { code: "too_short", params: { minimum: Number(issue.minimum) } };
    case "too_big":
      return { code: "too_long", params: { maximum: Number(issue.maximum) } };
    case "invalid_value":
      return { code: value === false ? "not_accepted" : "invalid" };
    case "custom": {
      const { code = "invalid", ...params } = issue.params ?? {};
      return Object.keys(params).length > 0 ? { code, params } : { code };
    }
    default:
      return { code: "invalid" };
  }
}
