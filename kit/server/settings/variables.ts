import { readFileSync } from "node:fs";
import { join } from "node:path";

export type Environment = Readonly<Record<string, string | undefined>>;

/** Where a value comes from. */
export interface Source {
  /** As a sentence names it: NAME, NAME_FILE, or the file of that name in $CREDENTIALS_DIRECTORY. */
  readonly name: string;
  readonly value: string;
}

const credentialsDirectory = "CREDENTIALS_DIRECTORY";

/** The text of a file without its last line end; undefined and a sentence where there is none. */
function textOf(path: string, name: string, problems: string[]): string | undefined {
  try {
    const text = readFileSync(path, "utf8").replace(/\r?\n$/, "");
    if (text !== "") return text;
    problems.push(`${name} is empty; remove it or write the value into it.`);
  } catch (error) {
    const reason = error instanceof Error && "code" in error ? ` (${String(error.code)})` : "";
    problems.push(`${name} cannot be read${reason}.`);
  }
  return undefined;
}

/** Whether the folder of credentials, which holds others' too, has one of this name. */
function hasFile(path: string): boolean {
  try {
    readFileSync(path);
    return true;
  } catch (error) {
    // Anything but its absence is said by who reads it.
    return !(error instanceof Error && "code" in error && error.code === "ENOENT");
  }
}

/**
 * Where a setting is given: by the variable NAME, by the file that NAME_FILE names (as Docker and
 * Kubernetes mount secrets), or by the file NAME in $CREDENTIALS_DIRECTORY (systemd's
 * LoadCredential). An empty variable is how a container platform spells "not set"; an empty file is
 * a mistake.
 *
 * @param problems takes a sentence for what cannot be read, is empty, or is given more than once
 */
export function readVariable(
  name: string,
  env: Environment,
  problems: string[],
): Source | undefined {
  const sources: { readonly name: string; readonly path?: string; readonly value?: string }[] = [];
  const direct = env[name];
  if (direct !== undefined && direct !== "") sources.push({ name, value: direct });
  const file = env[`${name}_FILE`];
  if (file !== undefined && file !== "") {
    sources.push({ name: `${name}_FILE`, path: file });
  }
  const folder = env[credentialsDirectory];
  if (folder !== undefined && folder !== "") {
    const path = join(folder, name);
    if (hasFile(path)) sources.push({ name: `$${credentialsDirectory}/${name}`, path });
  }
  const [source, other] = sources;
  if (source === undefined) return undefined;
  if (other !== undefined) {
    problems.push(`${source.name} and ${other.name} are both set; keep one of them.`);
    return undefined;
  }
  if (source.path === undefined) return { name, value: source.value ?? "" };
  const title = source.name === `${name}_FILE` ? `The file that ${source.name} names` : source.name;
  const value = textOf(source.path, title, problems);
  return value === undefined ? undefined : { name: source.name, value };
}
