/** A JSON schema as far as the reference reads it. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly format?: string;
  readonly default?: unknown;
  readonly minimum?: number;
}

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>;
}

export interface Operation {
  readonly operationId?: string;
  readonly summary?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
    readonly schema?: Schema;
  }[];
  readonly requestBody?: Content;
  readonly responses?: Readonly<Record<string, Content & { readonly description?: string }>>;
}

/** The parts of an OpenAPI 3.1 document that the reference shows. */
export interface OpenApi {
  readonly info?: { readonly title?: string; readonly description?: string };
  readonly paths?: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

export const schemaOf = ({ content }: Content): Schema | undefined =>
  content?.["application/json"]?.schema;

const samples: Readonly<Record<string, string>> = {
  email: "hanako@example.jp",
  date: "2026-11-22",
  "date-time": "2026-11-22T00:00:00.000Z",
  uuid: "00000000-0000-4000-8000-000000000000",
  uri: "https://example.jp/",
};

/** A value that has the schema's shape: where to begin when one tries a call. */
export function exampleOf(schema: Schema | undefined): unknown {
  if (schema === undefined) return null;
  if (schema.default !== undefined) return schema.default;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  const [choice] = schema.anyOf ?? schema.oneOf ?? [];
  if (choice !== undefined) return exampleOf(choice);
  const type = typeof schema.type === "string" ? schema.type : schema.type?.[0];
  switch (type) {
    case "object":
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([name, part]) => [name, exampleOf(part)]),
      );
    case "array":
      return [exampleOf(schema.items)];
    case "boolean":
      return false;
    case "integer":
    case "number":
      return Math.max(schema.minimum ?? 0, 0);
    case "string":
      return samples[schema.format ?? ""] ?? "";
    default:
      return null;
  }
}
