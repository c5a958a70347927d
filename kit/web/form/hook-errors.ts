import type { FieldErrors, FieldValues, Path } from "react-hook-form";
import type { FieldIssue } from "./field-issue.ts";

// react-hook-form keeps a type and a message per field. The type carries our code and the message
// its parameters: the sentence is made while rendering, in the language of that moment.

interface HookError {
  type: string;
  message: string;
}

export function toHookError({ code, params }: FieldIssue): HookError {
  return { type: code, message: JSON.stringify(params ?? {}) };
}

export function toHookErrors<Values extends FieldValues>(
  issues: readonly FieldIssue[],
): FieldErrors<Values> {
  const errors: Record<string, HookError> = {};
  for (const issue of issues) errors[issue.name] ??= toHookError(issue);
  return errors as FieldErrors<Values>;
}

export function fromHookErrors(errors: FieldErrors<FieldValues>): FieldIssue[] {
  return Object.entries(errors).flatMap(([name, error]) =>
    error && typeof error.type === "string"
      ? [{ name, code: error.type, params: JSON.parse(String(error.message ?? "{}")) }]
      : [],
  );
}

/** A flat form's field name is its own path; react-hook-form's types cannot see that. */
export function pathOf<Values extends FieldValues>(name: string): Path<Values> {
  return name as Path<Values>;
}
