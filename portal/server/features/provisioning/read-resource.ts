import {
  type Attribute,
  attributesOf,
  named,
  type ResourceKind,
  type Values,
} from "./attributes.ts";
import { wrong } from "./scim-error.ts";

export const lettersMost = 512;

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is refused.
const controls = /[\u0000-\u001f\u007f]/;

function readText({ name }: Attribute, value: unknown): string | undefined {
  if (typeof value !== "string") throw wrong("invalidValue", `${name} has to be a text.`);
  if (value.length > lettersMost) {
    throw wrong("invalidValue", `${name} is longer than ${lettersMost} characters.`);
  }
  if (controls.test(value) || !value.isWellFormed()) {
    throw wrong("invalidValue", `${name} has characters that cannot be kept.`);
  }
  return value === "" ? undefined : value;
}

function readBoolean({ name }: Attribute, value: unknown): boolean {
  if (typeof value === "boolean") return value;
  // As Entra ID writes it.
  const word = typeof value === "string" ? value.toLowerCase() : undefined;
  if (word === "true" || word === "false") return word === "true";
  throw wrong("invalidValue", `${name} has to be true or false.`);
}

const isObject = (value: unknown): value is Values =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export function readParts(attribute: Attribute, value: unknown): Values {
  const given = attribute.multiValued && typeof value === "string" ? { value } : value;
  if (!isObject(given)) throw wrong("invalidValue", `${attribute.name} has to be an object.`);
  return readValues(attribute.subAttributes ?? [], given);
}

/** One value of an attribute; undefined where it says nothing. @throws ScimError invalidValue. */
function readOne(attribute: Attribute, value: unknown): unknown {
  if (value === null || value === undefined) return undefined;
  if (attribute.type === "complex") {
    const parts = readParts(attribute, value);
    return Object.keys(parts).length === 0 ? undefined : parts;
  }
  return attribute.type === "boolean" ? readBoolean(attribute, value) : readText(attribute, value);
}

/** What an attribute is to have, whole. @throws ScimError invalidValue. */
export function readValue(attribute: Attribute, value: unknown): unknown {
  if (!attribute.multiValued) return readOne(attribute, value);
  const all = value === null || value === undefined ? [] : Array.isArray(value) ? value : [value];
  if (attribute.most !== undefined && all.length > attribute.most) {
    throw wrong("invalidValue", `${attribute.name} has more than ${attribute.most} values.`);
  }
  const read = all.map((one) => readOne(attribute, one)).filter((one) => one !== undefined);
  return read.length === 0 ? undefined : read;
}

function readValues(attributes: readonly Attribute[], given: Values): Values {
  const values: Values = {};
  for (const [name, value] of Object.entries(given)) {
    const attribute = named(attributes, name);
    if (attribute === undefined || attribute.mutability === "readOnly") continue;
    const read = readValue(attribute, value);
    if (read !== undefined) values[attribute.name] = read;
  }
  return values;
}

/** At most one value is the main one (RFC 7643, section 2.4). */
export function requireOnePrimary(kind: ResourceKind, values: Values): void {
  for (const { name, multiValued } of kind.attributes) {
    const held = values[name];
    if (!(multiValued && Array.isArray(held))) continue;
    if (held.filter((one: Values) => one.primary === true).length > 1) {
      throw wrong("invalidValue", `More than one value of ${name} is primary.`);
    }
  }
}

/**
 * A whole resource as a client sends it. What its schema does not know and what only the server says is
 * left out (RFC 7644, section 3.3).
 *
 * @throws ScimError invalidSyntax, invalidValue.
 */
export function readResource(kind: ResourceKind, body: unknown): Values {
  if (!isObject(body)) throw wrong("invalidSyntax", "The body has to be a JSON object.");
  const { schemas } = body;
  const wanted = kind.schema.toLowerCase();
  if (
    !Array.isArray(schemas) ||
    !schemas.some((one) => typeof one === "string" && one.toLowerCase() === wanted)
  ) {
    throw wrong("invalidSyntax", `"schemas" has to name ${kind.schema}.`);
  }
  const values = readValues(attributesOf(kind), body);
  requireWhole(kind, values);
  return values;
}

/** @throws ScimError invalidValue. */
export function requireWhole(kind: ResourceKind, values: Values): void {
  for (const { name, required } of kind.attributes) {
    if (required && values[name] === undefined) {
      throw wrong("invalidValue", `${name} is required.`);
    }
  }
  requireOnePrimary(kind, values);
}
