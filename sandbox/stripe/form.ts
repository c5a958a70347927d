import { z } from "zod";

/** A parameter as it arrives: a text, or parameters within it. */
export type FormValue = string | readonly FormValue[] | { readonly [name: string]: FormValue };
export type Form = Readonly<Record<string, FormValue>>;

type Tree = { [name: string]: Tree | string };

function put(tree: Tree, path: readonly string[], value: string): void {
  const [name = "", ...rest] = path;
  if (rest.length === 0) {
    tree[name] = value;
    return;
  }
  const below = tree[name];
  const next: Tree = typeof below === "object" ? below : {};
  tree[name] = next;
  put(next, rest, value);
}

/** Numbered names are the items of a list, in their order. */
function settled(tree: Tree | string): FormValue {
  if (typeof tree === "string") return tree;
  const entries = Object.entries(tree);
  const isList = entries.length > 0 && entries.every(([name]) => /^\d+$/.test(name));
  if (isList) return entries.map(([, below]) => settled(below));
  return Object.fromEntries(entries.map(([name, below]) => [name, settled(below)]));
}

/** Reads `a=1&b[c]=2&d[0]=3&e[]=4` as the company does. */
export function readForm(text: string): Form {
  const tree: Tree = Object.create(null);
  let unnumbered = 0;
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name
      .replaceAll("]", "")
      .split("[")
      .map((part) => (part === "" ? String(unnumbered++) : part));
    put(tree, path, value);
  }
  return Object.fromEntries(Object.entries(tree).map(([name, below]) => [name, settled(below)]));
}

/** An answer that refuses a request, in the company's form. */
export class Refusal extends Error {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;

  constructor(
    status: number,
    type: string,
    message: string,
    more: Readonly<Record<string, unknown>> = {},
  ) {
    super(message);
    this.status = status;
    this.body = { type, message, ...more };
  }
}

export const invalid = (
  message: string,
  more: Readonly<Record<string, unknown>> = {},
  status = 400,
) => new Refusal(status, "invalid_request_error", message, more);

/** Kinds of parameters, by what the company documents of each. */
export const whole = (minimum: number, maximum: number) =>
  z
    .string()
    .regex(/^-?\d+$/)
    .transform(Number)
    .refine((value) => value >= minimum && value <= maximum);
export const text = (longest = 5_000) => z.string().min(1).max(longest);
export const truth = z.enum(["true", "false"]).transform((value) => value === "true");
export const metadata = z
  .record(z.string().max(40), z.string().max(500))
  .refine((all) => Object.keys(all).length <= 50);
export const expand = (...known: [string, ...string[]]) => z.array(z.enum(known)).optional();

const codes: Readonly<Record<string, string>> = {
  too_small: "parameter_invalid_empty",
  invalid_format: "parameter_invalid_integer",
};

/**
 * Reads parameters strictly: one that is not documented, is missing or is of another type is
 * refused, by name.
 */
export function read<S extends z.ZodType>(schema: S, form: Form): z.output<S> {
  const parsed = schema.safeParse(form);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const path = issue?.path.map(String) ?? [];
  if (issue?.code === "unrecognized_keys") {
    path.push(issue.keys[0] ?? "");
    throw invalid(`Received unknown parameter: ${param(path)}`, {
      code: "parameter_unknown",
      param: param(path),
    });
  }
  const isMissing = issue?.code === "invalid_type" && !isGiven(form, path);
  throw invalid(isMissing ? `Missing required param: ${param(path)}.` : `Invalid ${param(path)}`, {
    code: isMissing ? "parameter_missing" : codes[issue?.code ?? ""],
    param: param(path),
  });
}

function isGiven(form: FormValue | undefined, path: readonly string[]): boolean {
  const [name, ...rest] = path;
  if (form === undefined || name === undefined) return form !== undefined;
  return typeof form === "object" && isGiven((form as Form)[name], rest);
}

const param = ([first = "", ...rest]: readonly string[]) =>
  first + rest.map((part) => `[${part}]`).join("");
