import { readdirSync } from "node:fs";
import type { Environment } from "./variables.ts";

/** How many letters are added, left out, changed or exchanged with their neighbour. */
function distance(from: string, to: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let row = 1; row <= from.length; row += 1) {
    const now = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const isSame = from[row - 1] === to[column - 1];
      const isSwapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      now.push(
        Math.min(
          (last[column] ?? 0) + 1,
          (now[column - 1] ?? 0) + 1,
          (last[column - 1] ?? 0) + (isSame ? 0 : 1),
          isSwapped && row > 1 && column > 1 ? (beforeLast[column - 2] ?? 0) + 1 : Infinity,
        ),
      );
    }
    beforeLast = last;
    last = now;
  }
  return last[to.length] ?? 0;
}

/** Slips that a name of this length allows before it is another word. */
const patience = (name: string) => (name.length < 10 ? 1 : name.length < 14 ? 2 : 3);

/** The known name that may have been meant. */
export function nearest(name: string, known: Iterable<string>): string | undefined {
  let best: { name: string; away: number } | undefined;
  for (const candidate of known) {
    if (Math.abs(candidate.length - name.length) > 3) continue;
    const away = distance(name, candidate);
    if (away <= patience(candidate) && away < (best?.away ?? 4)) best = { name: candidate, away };
  }
  return best?.name;
}

/** A name that is given and that nothing reads. */
export interface Misspelled {
  readonly name: string;
  /** What may have been meant. */
  readonly meant: string | undefined;
}

/** Every name under which something is given: variables, files that they name, and credentials. */
function givenNames(env: Environment): string[] {
  const names = Object.entries(env)
    .filter(([, value]) => value !== undefined && value !== "")
    .map(([name]) => name);
  const folder = env.CREDENTIALS_DIRECTORY;
  if (folder === undefined || folder === "") return names;
  try {
    return [...names, ...readdirSync(folder)];
  } catch {
    // Who reads a credential says what is wrong with the folder.
    return names;
  }
}

/**
 * Names that nothing reads: those that begin with our own prefix, and those of others that are a
 * slip away from a setting. A setting that is misspelled would be silently absent.
 *
 * @param known every name that is read
 * @param prefix what only our own names begin with
 */
export function misspelledNames(
  env: Environment,
  known: ReadonlySet<string>,
  prefix: string,
): Misspelled[] {
  const found: Misspelled[] = [];
  for (const given of givenNames(env)) {
    const name = given.replace(/_FILE$/, "");
    if (known.has(name) || known.has(given)) continue;
    const meant = nearest(name, known);
    if (given.startsWith(prefix) || (meant !== undefined && !env[meant])) {
      found.push({ name: given, meant });
    }
  }
  return found;
}
