/** Domains whose every port accepts and never says a word. */
export const TARPITS: readonly string[] = ["tar0.test", "tar1.test", "tar2.test", "tar3.test"];

/** The registrable domain of the fleet's n-th target. */
export function targetName(index: number): string {
  return `t${String(index).padStart(4, "0")}.test`;
}
