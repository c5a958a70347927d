import { attributesOf, named, type ResourceKind, type Values } from "./attributes.ts";
import {
  type Filter,
  findPath,
  matches,
  type Path,
  readFilter,
  shown,
  testsOf,
  withoutSchema,
} from "./filter.ts";
import { readParts, readValue, requireWhole } from "./read-resource.ts";
import { ScimError, wrong } from "./scim-error.ts";

export const operationsMost = 100;

const patchSchema = "urn:ietf:params:scim:api:messages:2.0:patchop";

type Act = "add" | "replace" | "remove";

interface Target extends Path {
  readonly filter: Filter | undefined;
}

const pathForm = /^([^[\]]+)(?:\[(.*)\])?(?:\.([^.[\]]+))?$/s;

/** `emails[type eq "work"].value`, `name.givenName`, `members`. @throws ScimError invalidPath. */
function readPath(text: string, kind: ResourceKind): Target {
  const unknown = () => wrong("invalidPath", `There is no attribute ${shown(text)} here.`);
  const short = withoutSchema(text.trim(), kind);
  const found = findPath(short, kind);
  if (found) return { ...found, filter: undefined };
  const [, name = "", inner, subName] = pathForm.exec(short) ?? [];
  const attribute = named(attributesOf(kind), name);
  if (attribute?.subAttributes === undefined || inner === undefined) throw unknown();
  const filter = readFilter(inner, kind, attribute);
  const sub = subName === undefined ? undefined : named(attribute.subAttributes, subName);
  if (subName !== undefined && sub === undefined) throw unknown();
  return { attribute, sub, filter };
}

const listOf = (value: unknown): Values[] => (Array.isArray(value) ? (value as Values[]) : []);

/** Whether two values of a list are the same one: by `value` and, where both say it, `type`. */
function isSame(one: Values, other: Values): boolean {
  if (one.value !== other.value) return false;
  return one.type === undefined || other.type === undefined || one.type === other.type;
}

/** Adds values to a list; a new main one takes the place of the old. */
function united(held: readonly Values[], added: readonly Values[]): Values[] {
  const isNewMain = added.some(({ primary }) => primary === true);
  // By value, so that a thousand members cost a thousand steps.
  const byValue = new Map<unknown, Values[]>();
  const all: Values[] = [];
  const put = (one: Values) => {
    const same = byValue.get(one.value)?.find((other) => isSame(other, one));
    if (same) {
      Object.assign(same, one);
      return;
    }
    byValue.set(one.value, [...(byValue.get(one.value) ?? []), one]);
    all.push(one);
  };
  for (const one of held) put(isNewMain ? { ...one, primary: undefined } : { ...one });
  for (const one of added) put({ ...one });
  return all.map((one) => withoutNothing(one));
}

const withoutNothing = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));

/** The parts that a filter demands, for a value that is not there yet: `[type eq "work"]`. */
function partsOf(filter: Filter): Values {
  if (filter.is === "and") return Object.assign({}, ...filter.of.map(partsOf));
  if (filter.is !== "test" || filter.operator !== "eq" || filter.path.sub) return {};
  return { [filter.path.attribute.name]: filter.value };
}

function changeMatching(
  held: readonly Values[],
  act: Act,
  target: Target,
  value: unknown,
): Values[] {
  const { attribute, sub, filter } = target;
  const isMeant = (one: Values) => filter !== undefined && matches(filter, one);
  if (act === "remove") {
    if (sub === undefined) return held.filter((one) => !isMeant(one));
    return held.map((one) =>
      isMeant(one) ? withoutNothing({ ...one, [sub.name]: undefined }) : one,
    );
  }
  const change: Values =
    sub === undefined ? readParts(attribute, value) : { [sub.name]: readValue(sub, value) };
  if (!held.some(isMeant)) {
    if (act === "replace" || filter === undefined) {
      throw wrong("noTarget", `No value of ${attribute.name} is what the path asks for.`);
    }
    return united(held, [withoutNothing({ ...partsOf(filter), ...change })]);
  }
  const isNewMain = change.primary === true;
  return held.map((one) => {
    if (isMeant(one)) return withoutNothing({ ...one, ...change });
    return isNewMain ? withoutNothing({ ...one, primary: undefined }) : one;
  });
}

function changeList(values: Values, act: Act, target: Target, value: unknown): void {
  const { attribute, sub, filter } = target;
  const { name } = attribute;
  const held = listOf(values[name]);
  if (filter !== undefined) values[name] = changeMatching(held, act, target, value);
  else if (sub !== undefined) {
    // `emails.value` without a filter means every one.
    values[name] = held.map((one) =>
      withoutNothing({ ...one, [sub.name]: act === "remove" ? undefined : readValue(sub, value) }),
    );
  } else if (act === "remove") {
    // Entra ID names in the value which ones go.
    const gone = listOf(value === undefined ? undefined : readValue(attribute, value));
    const goes = new Set(gone.map((one) => one.value));
    values[name] = value === undefined ? [] : held.filter((one) => !goes.has(one.value));
  } else {
    const given = listOf(readValue(attribute, value));
    values[name] = act === "replace" ? united([], given) : united(held, given);
  }
  if (listOf(values[name]).length === 0) delete values[name];
  else if (attribute.most !== undefined && listOf(values[name]).length > attribute.most) {
    throw wrong("invalidValue", `${name} has more than ${attribute.most} values.`);
  }
}

function changeOne(values: Values, act: Act, target: Target, value: unknown): void {
  const { attribute, sub } = target;
  const { name } = attribute;
  if (act === "remove" && (sub === undefined ? attribute : sub).required) {
    throw wrong("mutability", `${name} is required, and can only be replaced.`);
  }
  if (attribute.type !== "complex") {
    values[name] = act === "remove" ? undefined : readValue(attribute, value);
  } else if (sub === undefined) {
    const change = act === "remove" ? undefined : readParts(attribute, value);
    values[name] = change && { ...(values[name] as Values | undefined), ...change };
  } else {
    const change = act === "remove" ? undefined : readValue(sub, value);
    values[name] = withoutNothing({
      ...(values[name] as Values | undefined),
      [sub.name]: change,
    });
  }
  const left = values[name];
  const isNothing =
    left === undefined ||
    (attribute.type === "complex" && Object.keys(left as Values).length === 0);
  if (isNothing) delete values[name];
}

function change(values: Values, act: Act, target: Target, value: unknown): void {
  const { attribute, sub } = target;
  if (attribute.mutability === "readOnly" || sub?.mutability === "readOnly") {
    throw wrong("mutability", `${attribute.name} is changed by the server alone.`);
  }
  if (sub?.mutability === "immutable") {
    throw wrong("mutability", `${attribute.name}.${sub.name} cannot be changed.`);
  }
  if (act !== "remove" && value === undefined) {
    throw wrong("invalidValue", `There is no value for ${attribute.name}.`);
  }
  if (attribute.multiValued) changeList(values, act, target, value);
  else changeOne(values, act, target, value);
}

/** What a client repeats of what the server says, in a change that names no path. */
const repeated = new Set(["schemas", "id", "meta"]);

interface Operation {
  readonly op: Act;
  readonly path: string | undefined;
  readonly value: unknown;
}

function readOperation(given: unknown): Operation {
  const { op, path, value } = (given ?? {}) as Values;
  const act = typeof op === "string" ? op.toLowerCase() : undefined;
  if (act !== "add" && act !== "replace" && act !== "remove") {
    throw wrong("invalidSyntax", "An operation is neither add, replace nor remove.");
  }
  if (path !== undefined && path !== null && typeof path !== "string") {
    throw wrong("invalidPath", "A path has to be a text.");
  }
  return { op: act, path: path || undefined, value };
}

function readOperations(body: unknown): readonly Operation[] {
  const given = (typeof body === "object" && body !== null ? body : {}) as Values;
  const { schemas } = given;
  const operations = given.Operations ?? given.operations;
  const isPatch =
    Array.isArray(schemas) &&
    schemas.some((one) => typeof one === "string" && one.toLowerCase() === patchSchema);
  if (!isPatch || !Array.isArray(operations)) {
    throw wrong("invalidSyntax", "The body has to be a PatchOp with its Operations.");
  }
  if (operations.length > operationsMost) {
    throw new ScimError(413, `A change has ${operationsMost} operations at most.`);
  }
  return operations.map(readOperation);
}

/** Counts the changes of a PATCH: an operation without a path may hold any number of them. */
function changesOf(): () => void {
  let count = 0;
  return () => {
    count += 1;
    if (count > operationsMost) {
      throw new ScimError(413, `A change has ${operationsMost} changed attributes at most.`);
    }
  };
}

/** Tests of a filter against what a list holds, of one PATCH: 100 filters over 5,000 members are work. */
const testsMost = 250_000;

/**
 * Makes the changes of a PATCH (RFC 7644, section 3.5.2), all or none: what comes back is a new resource.
 * Takes what Okta and Entra ID write beside the RFC: any case, no path, names with dots in the value.
 *
 * @throws ScimError
 */
export function patched(kind: ResourceKind, before: Values, body: unknown): Values {
  const values = structuredClone(before);
  const count = changesOf();
  let tests = 0;
  const make = (op: Act, target: Target, value: unknown) => {
    count();
    const held = listOf(values[target.attribute.name]).length;
    if (target.filter !== undefined) tests += held * testsOf(target.filter);
    if (tests > testsMost) throw wrong("tooMany", "The paths' filters look at too many values.");
    change(values, op, target, value);
  };
  for (const { op, path, value } of readOperations(body)) {
    if (path !== undefined) {
      make(op, readPath(path, kind), value);
      continue;
    }
    if (op === "remove") throw wrong("noTarget", "What is to be removed has no path.");
    if (typeof value !== "object" || value === null || Array.isArray(value)) {
      throw wrong("invalidValue", "Without a path the value has to be an object.");
    }
    for (const [name, one] of Object.entries(value)) {
      if (repeated.has(name)) continue;
      make(op, readPath(name, kind), one);
    }
  }
  requireWhole(kind, values);
  return values;
}
