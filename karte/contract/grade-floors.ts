import type { Grade } from "./words.ts";

/** The least score of each grade, the best first. The engine grades; charts draw its bounds. */
export const gradeFloors: readonly (readonly [Grade, number])[] = [
  ["A", 80],
  ["B", 65],
  ["C", 50],
  ["D", 35],
  ["E", 0],
];
