import { createHash } from "node:crypto";
import { seededNumbers } from "@sekimori/kit-development/testing/seeded-numbers";

/** A stream of its own for each name, so that nothing hangs on who of several at once comes first. */
export const randomOf = (seed: number, name: string): (() => number) =>
  seededNumbers(createHash("sha256").update(`${seed} ${name}`).digest().readUInt32BE());

/** An id that a seed repeats, in the form of a UUID. */
export function idOf(seed: number, name: string): string {
  const hex = createHash("sha256").update(`${seed} ${name}`).digest("hex");
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, "$1-$2-4$3-8$4-$5");
}
