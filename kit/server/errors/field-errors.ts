import type { FieldError, FieldErrorCode } from "@sekimori/kit-contract/wire-error";
import { fieldErrorSchema } from "@sekimori/kit-contract/wire-error";
import type { z } from "zod";

type Issue = z.core.$ZodIssue;
type Params = NonNullable<FieldError["params"]>;

const codes = fieldErrorSchema.shape.code;

/**
 * zod leaves out what was received, but says "expected string, received undefined" in the
 * sentence; the parsed input tells the same without reading text, so it is asked instead.
 */
function isAbsent(input: unknown, path: readonly PropertyKey[]): boolean {
  let value: unknown = input;
  for (const key of path) {
    if (typeof value !== "object" || value === null) return true;
    value = (value as Record<PropertyKey, unknown>)[key];
  }
  return value === undefined;
}

/**
 * The path as far as the request has it: a text that is cut at commas was sent as one value, and its
 * parts have no place of their own.
 */
function receivedPath(input: unknown, path: readonly PropertyKey[]): readonly PropertyKey[] {
  let value: unknown = input;
  for (const [depth, key] of path.entries()) {
    if (typeof value === "string") return path.slice(0, depth);
    if (typeof value !== "object" || value === null) return path;
    value = (value as Record<PropertyKey, unknown>)[key];
  }
  return path;
}

/** A list of values that is longer helps nobody who reads an error. */
const mostExpected = 500;

/** What would have been right, where it is one of several values. */
function notAmong(path: string, values: readonly unknown[]): FieldError {
  const expected = values.map(String).join(", ");
  return values.length < 2 || expected.length > mostExpected
    ? { path, code: "invalid" }
    : { path, code: "invalid", params: { expected } };
}

const dotted = (path: readonly PropertyKey[]): string => path.map(String).join(".");

function bound(value: number | bigint): Params[string] {
  return typeof value === "bigint" ? value.toString() : value;
}

/** A number is not long or short: it says what it may be. */
const isNumber = (origin: string): boolean => ["number", "int", "bigint"].includes(origin);

const outOfRange = (path: string, expected: string): FieldError => ({
  path,
  code: "invalid",
  params: { expected },
});

/** A custom issue may name its own code and numbers: `params: { code: "mismatch" }`. */
function customIssue(path: string, params: Readonly<Record<string, unknown>>): FieldError {
  const { code, ...rest } = params;
  const known = codes.safeParse(code);
  const numbers: Params = {};
  for (const [name, value] of Object.entries(rest)) {
    if (typeof value === "string" || typeof value === "number") numbers[name] = value;
  }
  const kind: FieldErrorCode = known.success ? known.data : "invalid";
  return Object.keys(numbers).length > 0
    ? { path, code: kind, params: numbers }
    : { path, code: kind };
}

function errorsOfIssue(issue: Issue, prefix: readonly PropertyKey[], input: unknown): FieldError[] {
  const fullPath = receivedPath(input, [...prefix, ...issue.path]);
  const path = dotted(fullPath);
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => ({ path: dotted([...fullPath, key]), code: "unknown_field" }));
  }
  if (isAbsent(input, fullPath)) return [{ path, code: "required" }];
  switch (issue.code) {
    case "too_big":
      if (isNumber(issue.origin)) return [outOfRange(path, `at most ${bound(issue.maximum)}`)];
      return [{ path, code: "too_long", params: { max: bound(issue.maximum) } }];
    case "too_small":
      if (isNumber(issue.origin)) return [outOfRange(path, `at least ${bound(issue.minimum)}`)];
      // A text that must have at least one character is a required field left empty.
      return issue.origin === "string" && issue.minimum === 1
        ? [{ path, code: "required" }]
        : [{ path, code: "too_short", params: { min: bound(issue.minimum) } }];
    case "invalid_value":
      return [notAmong(path, issue.values)];
    case "custom":
      return [customIssue(path, issue.params ?? {})];
    case "invalid_union": {
      // The alternative that got furthest tells most; without one the whole value is wrong.
      const nearest = issue.errors.find((alternative) =>
        alternative.some((i) => i.path.length > 0),
      );
      return nearest
        ? nearest.flatMap((inner) => errorsOfIssue(inner, fullPath, input))
        : [{ path, code: "invalid" }];
    }
    default:
      return [{ path, code: "invalid" }];
  }
}

/**
 * What a failed parse says about each field, in the contract's form, at most one complaint per
 * field (the first).
 *
 * @param input what was parsed; tells a missing field from a wrong one.
 */
export function fieldErrorsOf(error: z.core.$ZodError, input?: unknown): FieldError[] {
  const byPath = new Map<string, FieldError>();
  for (const issue of error.issues) {
    for (const field of errorsOfIssue(issue, [], input ?? rebuildInput(error.issues))) {
      if (!byPath.has(field.path)) byPath.set(field.path, field);
    }
  }
  return [...byPath.values()];
}

/** Without the input, a field counts as present unless zod's issue says it received undefined. */
function rebuildInput(issues: readonly Issue[]): unknown {
  const root: Record<PropertyKey, unknown> = {};
  for (const issue of issues) {
    let node = root;
    const last = issue.path.length - 1;
    issue.path.forEach((key, depth) => {
      const isMissing = depth === last && issue.message.endsWith("received undefined");
      node[key] ??= isMissing ? undefined : {};
      node = (node[key] ?? {}) as Record<PropertyKey, unknown>;
    });
  }
  return root;
}
