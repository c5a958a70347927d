/**
 * What fields mean, by the end of their path: call, part (`path`, `query`, `body`, `answer`) and names,
 * with dots between. `owner` stands for every field of that name, `would.owner` for those within `would`,
 * `getSession.answer.expiresAt` for one. The longest that fits counts.
 */
export type FieldDescriptions = Readonly<Record<string, string>>;

/** A JSON schema as far as fields are looked for. */
interface Described {
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Described>>;
  readonly items?: Described;
  readonly additionalProperties?: Described | boolean;
  readonly anyOf?: readonly Described[];
  readonly oneOf?: readonly Described[];
  readonly allOf?: readonly Described[];
}

/** The key of `descriptions` that speaks for the field at the end of `path`. */
export function descriptionKey(
  path: readonly string[],
  descriptions: FieldDescriptions,
): string | undefined {
  return path
    .map((_, from) => path.slice(from).join("."))
    .find((key) => Object.hasOwn(descriptions, key));
}

/**
 * The same schema, with a description at each field that `descriptions` speak of.
 *
 * @param visit hears of each field, with the key that speaks for it.
 */
export function withDescriptions<S extends object>(
  schema: S,
  path: readonly string[],
  descriptions: FieldDescriptions,
  visit: (path: readonly string[], key: string | undefined) => void = () => undefined,
): S {
  const inside = (part: Described, at: readonly string[]) =>
    withDescriptions(part, at, descriptions, visit);
  const { properties, items, additionalProperties, anyOf, oneOf, allOf } = schema as Described;
  const field = (name: string, part: Described): Described => {
    const at = [...path, name];
    const key = descriptionKey(at, descriptions);
    visit(at, key);
    const described = inside(part, at);
    return key === undefined ? described : { ...described, description: descriptions[key] ?? "" };
  };
  return {
    ...schema,
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, part]) => [name, field(name, part)]),
      ),
    }),
    ...(items && { items: inside(items, path) }),
    ...(typeof additionalProperties === "object" && {
      additionalProperties: inside(additionalProperties, path),
    }),
    ...(anyOf && { anyOf: anyOf.map((one) => inside(one, path)) }),
    ...(oneOf && { oneOf: oneOf.map((one) => inside(one, path)) }),
    ...(allOf && { allOf: allOf.map((one) => inside(one, path)) }),
  };
}
