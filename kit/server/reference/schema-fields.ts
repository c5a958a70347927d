import type { Schema } from "./open-api.ts";

/** One field of a request or an answer, as a row of its table. */
export interface SchemaField {
  /** From the outermost: `domains[].name`. */
  readonly name: string;
  /** What can stand there, in words: `string, 1 to 80 characters`. */
  readonly type: string;
  readonly isRequired: boolean;
  readonly about: string;
}

/** As many levels are listed; what lies deeper is in the JSON schema below. */
const deepest = 4;

const isNull = (schema: Schema) => schema.type === "null" || schema.const === null;

/** What a schema allows beside null, and whether it allows that. */
function withoutNull(schema: Schema): {
  readonly kinds: readonly Schema[];
  readonly orNull: boolean;
} {
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) {
    return { kinds: choices.filter((one) => !isNull(one)), orNull: choices.some(isNull) };
  }
  if (typeof schema.type !== "object") return { kinds: [schema], orNull: false };
  const types = schema.type.filter((type) => type !== "null");
  return {
    kinds: types.map((type) => ({ ...schema, type })),
    orNull: types.length < schema.type.length,
  };
}

const range = (from: number | undefined, to: number | undefined): string | undefined => {
  // What a number can hold at all says nothing.
  const [least, most] = [from, to].map((end) =>
    end === undefined || Math.abs(end) >= Number.MAX_SAFE_INTEGER ? undefined : end,
  );
  if (least !== undefined && most !== undefined)
    return least === most ? `${least}` : `${least} to ${most}`;
  if (least !== undefined) return `at least ${least}`;
  return most === undefined ? undefined : `at most ${most}`;
};

function oneKind(schema: Schema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((one) => JSON.stringify(one)).join(", ");
  const { type = "any value", format } = schema;
  if (type === "array") {
    const count = range(schema.minItems, schema.maxItems);
    const of = schema.items === undefined ? "" : ` of ${typeInWords(schema.items)}`;
    return `list${of}${count === undefined ? "" : `, ${count} of them`}`;
  }
  const named = format === undefined ? `${type}` : `${type} (${format})`;
  const bounds =
    type === "string"
      ? range(schema.minLength, schema.maxLength)
      : range(schema.minimum, schema.maximum);
  if (bounds === undefined) return named;
  return type === "string" ? `${named}, ${bounds} characters` : `${named}, ${bounds}`;
}

/** What a schema allows, in a few words. */
export function typeInWords(schema: Schema): string {
  const { kinds, orNull } = withoutNull(schema);
  const words = [...new Set(kinds.map(oneKind))];
  return [...words, ...(orNull ? ["null"] : [])].join(" or ");
}

function within(schema: Schema, name: string, depth: number): readonly SchemaField[] {
  if (depth > deepest) return [];
  return withoutNull(schema).kinds.flatMap((kind) => {
    if (kind.items !== undefined) return within(kind.items, `${name}[]`, depth);
    const required = new Set(kind.required ?? []);
    return Object.entries(kind.properties ?? {}).flatMap(([key, part]) => {
      const path = name === "" ? key : `${name}.${key}`;
      const field = {
        name: path,
        type: typeInWords(part),
        isRequired: required.has(key),
        about: part.description ?? "",
      };
      return [field, ...within(part, path, depth + 1)];
    });
  });
}

/** Every field of a body, each once, in the order of its schema. */
export function fieldsOf(schema: Schema): readonly SchemaField[] {
  const fields = new Map<string, SchemaField>();
  for (const field of within(schema, "", 0)) {
    const known = fields.get(field.name);
    // Of several forms of an answer, a field is required where each of them has it.
    const isSame = known === undefined || known.type === field.type;
    fields.set(
      field.name,
      isSame ? (known ?? field) : { ...known, type: `${known.type} or ${field.type}` },
    );
  }
  return [...fields.values()];
}
