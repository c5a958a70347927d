import { dayMs } from "@sekimori/kit-contract/tokyo";
import { z } from "zod";
import { isNetwork } from "../http/trusted-peers.ts";
import { nearest } from "./misspelled.ts";
import { Secret } from "./secret.ts";
import { type Environment, readVariable } from "./variables.ts";

// biome-ignore lint/performance/noBarrelFile: this file is the entry of a subpath export.
export { type Misspelled, misspelledNames } from "./misspelled.ts";
export { Secret } from "./secret.ts";
export type { Environment } from "./variables.ts";

/** One or more settings are missing or wrong. The message has one sentence for each. */
export class SettingsError extends Error {
  override readonly name = "SettingsError";
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join("\n"));
    this.problems = problems;
  }
}

const secretSchemas = new WeakSet<z.ZodType>();

/**
 * A setting whose value is never printed: the program gets a `Secret` and calls `reveal()`.
 * A default is written inside: `secret(z.string().default("…"))`.
 */
export function secret<T extends z.ZodType>(value: T) {
  const schema = value.transform((plain) => new Secret(plain));
  secretSchemas.add(schema);
  return schema;
}

const sampleSchemas = new WeakSet<z.ZodType>();

/**
 * A setting whose default is the sample company's, for development and for trying out: production
 * refuses to start where it is not set.
 */
export function sample<T extends z.ZodType>(schema: T): T {
  sampleSchemas.add(schema);
  return schema;
}

/** What a setting is, for those who write about it. */
export interface SettingShape {
  readonly isSecret: boolean;
  readonly isRequired: boolean;
  /** Whether the default is the sample company's, so that production asks for it. */
  readonly isSample: boolean;
  /** As it would be written; undefined where there is none. */
  readonly byDefault: string | undefined;
}

/**
 * The schemas within one another: `.optional()`, `.default()` and `.transform()` put one of their own
 * around that on which they are called.
 */
function layersOf(schema: z.ZodType): z.ZodType[] {
  const layers: z.ZodType[] = [];
  let layer: z.ZodType | undefined = schema;
  while (layer !== undefined) {
    layers.push(layer);
    const def = layer._zod.def as { readonly innerType?: z.ZodType; readonly in?: z.ZodType };
    layer = def.innerType ?? def.in;
  }
  return layers;
}

/** Reads a setting's declaration. */
export function shapeOf(schema: z.ZodType): SettingShape {
  const layers = layersOf(schema);
  const [given] = layers.flatMap(({ _zod: { def } }) =>
    "defaultValue" in def ? [String(def.defaultValue)] : [],
  );
  return {
    isSecret: layers.some((layer) => secretSchemas.has(layer)),
    isSample: sampleSchemas.has(schema),
    isRequired: !schema.safeParse(undefined).success,
    byDefault: given === "" ? undefined : given,
  };
}

/**
 * What an installation is for. `production` refuses to be unsafe; `staging` does too, but takes
 * partners' test keys and says on every page what it is; `development` is one machine.
 */
export const mode = () => z.enum(["production", "staging", "development"]).default("production");

const unitMilliseconds = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: dayMs } as const;

/** A length of time such as "500ms", "30s", "15m", "8h" or "7d", read as milliseconds. */
export function duration() {
  return z
    .string()
    .regex(/^\d+(ms|s|m|h|d)$/, 'must be a length of time such as "30s", "15m", "8h" or "7d"')
    .transform((text) => {
      const [, amount, unit] = /^(\d+)(ms|s|m|h|d)$/.exec(text) ?? [];
      return Number(amount) * unitMilliseconds[unit as keyof typeof unitMilliseconds];
    });
}

/** A web origin, such as "https://app.example": scheme, host and port, and nothing after. */
export function origin() {
  return z.string().refine((text) => {
    if (!URL.canParse(text)) return false;
    const url = new URL(text);
    return (url.protocol === "https:" || url.protocol === "http:") && url.origin === text;
  }, 'must be an origin such as "https://app.example", without a path or a final slash');
}

/** An absolute http or https address. */
export function webAddress() {
  return z
    .string()
    .refine(
      (text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol),
      'must be an address such as "https://company.example/contact"',
    );
}

/** true, yes, on or 1; false, no, off or 0. */
export function boolean() {
  return z
    .string()
    .toLowerCase()
    .regex(/^(true|yes|on|1|false|no|off|0)$/, 'must be "true" or "false"')
    .transform((text) => /^(true|yes|on|1)$/.test(text));
}

/** A whole number between `min` and `max`, both allowed. */
export function integer(range: { readonly min: number; readonly max: number }) {
  const sentence = `must be a whole number from ${range.min} to ${range.max}`;
  return z
    .string()
    .regex(/^-?\d{1,15}$/, sentence)
    .transform(Number)
    .refine((value) => value >= range.min && value <= range.max, sentence);
}

/** A share of a whole, from 0 to 1. */
export function fraction() {
  const sentence = "must be a number from 0 to 1";
  return z
    .string()
    .regex(/^(0|1|0?\.\d{1,9}|1\.0{1,9})$/, sentence)
    .transform(Number);
}

/** Values separated by commas; spaces around them do not count. */
export function list() {
  return z.string().transform((text) =>
    text
      .split(",")
      .map((item) => item.trim())
      .filter((item) => item !== ""),
  );
}

/** IP addresses and networks separated by commas. */
export function networks() {
  return list().refine(
    (entries) => entries.every(isNetwork),
    "must be a list of addresses and networks such as 10.0.0.0/8",
  );
}

/** The variable that a setting comes from: `sessionLifetime` is read from SESSION_LIFETIME. */
export function variableName(key: string): string {
  return key.replace(/([a-z0-9])([A-Z])/g, "$1_$2").toUpperCase();
}

/** A variable that is set and one or two letters away from one that is missed. */
function meantAs(name: string, env: Environment, known: readonly string[]): string {
  const given = Object.keys(env).filter(
    (one) => env[one] && !known.includes(one.replace(/_FILE$/, "")),
  );
  const slip = nearest(name, given) ?? nearest(`${name}_FILE`, given);
  return slip === undefined ? "" : ` ${slip} is set: is it misspelled?`;
}

export interface ReadingOptions {
  /** What is set where nothing else is, by variable, once it is known what is given. */
  readonly fill?: (given: Environment) => Environment;
  /** In production whatever has a default of the sample company's must be set. */
  readonly asksCompany?: boolean;
}

function sentence(name: string, issue: z.core.$ZodIssue, isMissing: boolean, slip: string): string {
  // A rule over several settings says why one of them is missed.
  const isRule = issue.code === "custom" && issue.message.startsWith("must");
  if (isMissing && !isRule) return `${name} is required.${slip}`;
  // zod's own sentences never repeat the value; ours begin with "must".
  return issue.message.startsWith("must")
    ? `${name} ${issue.message}.`
    : `${name} is not valid: ${issue.message}.`;
}

/**
 * Reads every setting of `schema` from `env`, once, at start. Each key is read from the variable
 * of the same name in capitals (`variableName`), or from a file (`readVariable`); an empty variable
 * counts as not set. Use `.optional()`, `.default(parsed)` or `.prefault("text")` for settings that
 * may be left out.
 *
 * @returns the settings, frozen.
 * @throws SettingsError naming every variable that is missing or wrong, all at once, without
 *   repeating any value.
 */
export function parseSettings<S extends z.ZodObject>(
  schema: S,
  env: Environment,
  { fill = () => ({}), asksCompany = false }: ReadingOptions = {},
): Readonly<z.output<S>> {
  const problems: string[] = [];
  const unreadable = new Set<string>();
  const keys = Object.keys(schema.shape);
  const known = keys.map(variableName);
  const given: Record<string, string> = {};
  for (const key of keys) {
    const name = variableName(key);
    const before = problems.length;
    const source = readVariable(name, env, problems);
    if (problems.length > before) unreadable.add(key);
    if (source !== undefined) given[name] = source.value;
  }
  const filled: Environment = { ...fill(given), ...given };
  const input: Record<string, string> = {};
  for (const key of keys) {
    const value = filled[variableName(key)];
    if (value !== undefined && !unreadable.has(key)) input[key] = value;
  }
  if (asksCompany && (input.sekimoriMode ?? "production") === "production") {
    for (const key of keys) {
      if (!sampleSchemas.has(schema.shape[key] as z.ZodType)) continue;
      if (input[key] !== undefined || unreadable.has(key)) continue;
      const name = variableName(key);
      const meant = meantAs(name, env, known);
      problems.push(`${name} must be set in production: unset it is the sample company's.${meant}`);
    }
  }
  const parsed = schema.safeParse(input);
  if (!parsed.success) {
    const told = new Set<string>();
    for (const issue of parsed.error.issues) {
      const key = String(issue.path[0] ?? "");
      const name = variableName(key);
      const line =
        key === ""
          ? `The settings do not fit together: ${issue.message}.`
          : sentence(name, issue, input[key] === undefined, meantAs(name, env, known));
      if (!unreadable.has(key) && !told.has(line)) problems.push(line);
      told.add(line);
    }
  }
  if (problems.length > 0) throw new SettingsError(problems);
  return Object.freeze(parsed.data as z.output<S>);
}
