import { attributesOf, named, type ResourceKind, type Values } from "./attributes.ts";
import { type Filter, filterLettersMost, findPath, matches, readFilter } from "./filter.ts";
import { ScimError, wrong } from "./scim-error.ts";

export const pageMost = 200;

/** What a list, or one resource, is asked for with; of GET by the query, of /.search by the body. */
export interface Query {
  readonly filter: Filter | undefined;
  readonly startIndex: number;
  readonly count: number;
  readonly shown: Shown;
}

/** Which attributes an answer has. */
export interface Shown {
  readonly only: readonly string[] | undefined;
  readonly without: readonly string[];
}

const one = (value: unknown): string | undefined => {
  const first: unknown = Array.isArray(value) ? value.join(",") : value;
  if (first === undefined || first === null || first === "") return undefined;
  return String(first);
};

function wholeNumber(value: unknown, name: string): number | undefined {
  const text = one(value);
  if (text === undefined) return undefined;
  if (!/^-?\d{1,9}$/.test(text)) throw wrong("invalidValue", `${name} has to be a number.`);
  return Number(text);
}

const names = (value: unknown): readonly string[] | undefined => {
  const text = one(value);
  if (text !== undefined && text.length > filterLettersMost) {
    throw wrong("invalidValue", "The list of attributes is too long.");
  }
  return text
    ?.split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
};

/** @throws ScimError invalidValue where both lists are given (RFC 7644, section 3.9). */
export function readShown(given: Values): Shown {
  const only = names(given.attributes);
  const without = names(given.excludedAttributes) ?? [];
  if (only !== undefined && without.length > 0) {
    throw wrong("invalidValue", "attributes and excludedAttributes exclude each other.");
  }
  return { only, without };
}

/** @throws ScimError invalidFilter, invalidValue. */
export function readQuery(given: Values, kind: ResourceKind): Query {
  if (one(given.sortBy) !== undefined || one(given.sortOrder) !== undefined) {
    throw new ScimError(501, "Sorting is not supported; ServiceProviderConfig says so.");
  }
  const filter = one(given.filter);
  const count = wholeNumber(given.count, "count") ?? 100;
  return {
    filter: filter === undefined ? undefined : readFilter(filter, kind),
    startIndex: Math.max(1, wholeNumber(given.startIndex, "startIndex") ?? 1),
    count: Math.min(pageMost, Math.max(0, count)),
    shown: readShown(given),
  };
}

const lower = (text: string) => text.toLowerCase();

/** The part of an attribute that `emails.value` names, of one value or of many. */
function part(held: unknown, name: string): unknown {
  if (Array.isArray(held)) return held.map((value: Values) => part(value, name));
  const value = (held as Values)[name];
  return value === undefined ? {} : { [name]: value };
}

function withoutPart(held: unknown, name: string): unknown {
  if (Array.isArray(held)) return held.map((value: Values) => withoutPart(value, name));
  const { [name]: _, ...rest } = held as Values;
  return rest;
}

const alwaysShown = new Set(["id", "schemas"]);

/** A resource with the attributes that were asked for; its identifier is always there. */
export function project(kind: ResourceKind, { only, without }: Shown, resource: Values): Values {
  if (only !== undefined) {
    const asked: Values = {};
    for (const name of alwaysShown) asked[name] = resource[name];
    for (const name of only) {
      const path = findPath(name, kind);
      const held = path && resource[path.attribute.name];
      if (!path || held === undefined) continue;
      const { attribute, sub } = path;
      const before = asked[attribute.name];
      const value = sub ? part(held, sub.name) : held;
      asked[attribute.name] = before === undefined || !sub ? value : joined(before, value);
    }
    return asked;
  }
  const left: Values = { ...resource };
  for (const name of without) {
    const path = findPath(name, kind);
    if (!path || alwaysShown.has(path.attribute.name)) continue;
    const { attribute, sub } = path;
    const held = left[attribute.name];
    if (held === undefined) continue;
    if (sub === undefined) delete left[attribute.name];
    else left[attribute.name] = withoutPart(held, sub.name);
  }
  return left;
}

const joined = (before: unknown, value: unknown): unknown =>
  Array.isArray(before) && Array.isArray(value)
    ? before.map((held: Values, at) => ({ ...held, ...(value[at] as Values) }))
    : { ...(before as Values), ...(value as Values) };

/** Whether an answer with these attributes has this one. */
export function shows({ only, without }: Shown, name: string, kind: ResourceKind): boolean {
  const is = (asked: string) =>
    findPath(asked, kind)?.attribute === named(attributesOf(kind), name);
  if (only !== undefined) return only.some(is);
  return !without.some((asked) => lower(asked).endsWith(lower(name)) && is(asked));
}

export interface ListAnswer {
  readonly total: number;
  readonly resources: readonly Values[];
}

export function listResponse({ total, resources }: ListAnswer, startIndex: number): object {
  return {
    schemas: ["urn:ietf:params:scim:api:messages:2.0:ListResponse"],
    totalResults: total,
    startIndex,
    itemsPerPage: resources.length,
    Resources: resources,
  };
}

/** Of all that there is, the page that is asked for. */
export function pageOf<T>(
  all: readonly T[],
  { filter, startIndex, count }: Query,
  valuesOf: (one: T) => Values,
): { readonly total: number; readonly page: readonly T[] } {
  const found = filter ? all.filter((each) => matches(filter, valuesOf(each))) : all;
  return { total: found.length, page: found.slice(startIndex - 1, startIndex - 1 + count) };
}
