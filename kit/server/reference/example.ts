import type { Schema } from "./open-api.ts";

const formats: Readonly<Record<string, string>> = {
  email: "hanako@example.jp",
  date: "2026-11-22",
  "date-time": "2026-11-22T00:00:00.000Z",
  uuid: "00000000-0000-4000-8000-000000000000",
  uri: "https://example.jp/",
};

/** What fields of these names hold, wherever they stand. */
const named: Readonly<Record<string, string>> = {
  address: "1-2-3 Chiyoda",
  building: "Seki Building 5F",
  city: "Chiyoda-ku",
  column: "grade",
  companyName: "Seki Shoji K.K.",
  corporateNumber: "7000012050002",
  currentPassword: "Sekimori-2025",
  department: "Information Systems",
  domain: "example.co.jp",
  firstName: "Hanako",
  first_name: "Hanako",
  host: "www.example.co.jp",
  label: "Online shop",
  lastName: "Seki",
  last_name: "Seki",
  name: "example.co.jp",
  newPassword: "Sekimori-2026",
  organisation: "Seki Shoji K.K.",
  password: "Sekimori-2026",
  phone: "0312345678",
  q: "shop",
  query: "severity:high owner:none",
  scopes: "openid email",
  subject: "A question",
  text: "The certificate is renewed on Friday.",
};

/** What a class of a pattern is filled with. */
const signs = [..."4k9mx2t7qb5wz8f1hj3v6cdgnprsy0"];

/**
 * A text of the shape that a pattern has, as far as it is a sequence of signs and classes with counts:
 * codes, digests, tokens. Undefined for any other.
 */
function inPattern(pattern: string): string | undefined {
  let text = "";
  for (const [, one = "", , least, plus] of pattern
    .replace(/^\^|\$$/g, "")
    .matchAll(/(\[[^\]]+\]|\\.|[^\\])(\{(\d+)(?:,\d*)?\}|([+*]))?/g)) {
    const count = least === undefined ? (plus === undefined ? 1 : 12) : Number(least);
    const fitting = one.startsWith("[")
      ? signs.filter((sign) => new RegExp(`^${one}$`).test(sign))
      : [one.replace("\\", "")];
    if (fitting.length === 0) return undefined;
    for (let at = 0; at < count; at += 1) text += fitting[(text.length + at) % fitting.length];
  }
  return new RegExp(pattern).test(text) ? text : undefined;
}

function textOf(schema: Schema, name: string): string | undefined {
  const { format, pattern, minLength = 0, maxLength = Number.POSITIVE_INFINITY } = schema;
  const fits = (text: string | undefined): text is string =>
    text !== undefined &&
    text.length >= minLength &&
    text.length <= maxLength &&
    (pattern === undefined || new RegExp(pattern).test(text));
  const found = [
    format === undefined ? undefined : formats[format],
    named[name],
    pattern === undefined ? undefined : inPattern(pattern),
  ].find(fits);
  if (found !== undefined) return found;
  const filler = "text".padEnd(minLength, "-");
  return fits(filler) ? filler : undefined;
}

/** Whether an optional field is known well enough to stand in an example. */
const isTelling = (schema: Schema, name: string): boolean => {
  const { type, format, pattern } = schema;
  if (name === "was") return false;
  return type !== "string" || Boolean(format ?? pattern ?? named[name] ?? schema.enum);
};

/**
 * A value that has the schema's shape: where to begin when one tries a call. Optional texts of which
 * nothing is known are left out.
 *
 * @param name of the field that the value stands in.
 */
export function exampleOf(schema: Schema | undefined, name = ""): unknown {
  if (schema === undefined) return null;
  if (schema.default !== undefined) return schema.default;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  const [choice] = schema.anyOf ?? schema.oneOf ?? [];
  if (choice !== undefined) return exampleOf(choice, name);
  const type = typeof schema.type === "string" ? schema.type : schema.type?.[0];
  switch (type) {
    case "object":
      return Object.fromEntries(
        Object.entries(schema.properties ?? {})
          .filter(([key, part]) => schema.required?.includes(key) === true || isTelling(part, key))
          .map(([key, part]) => [key, exampleOf(part, key)]),
      );
    case "array":
      return Array.from({ length: Math.max(1, schema.minItems ?? 0) }, () =>
        exampleOf(schema.items, name.replace(/s$/, "")),
      );
    case "boolean":
      return false;
    case "integer":
    case "number":
      return Math.max(schema.minimum ?? 0, 0);
    case "string":
      return textOf(schema, name) ?? "";
    default:
      return null;
  }
}
