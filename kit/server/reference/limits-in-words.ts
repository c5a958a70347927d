import type { Limit } from "@sekimori/kit-contract/endpoint";

const units = [
  [86_400, "day"],
  [3_600, "hour"],
  [60, "minute"],
  [1, "second"],
] as const;

function period(seconds: number): string {
  const [size, name] = units.find(([length]) => seconds % length === 0) ?? [1, "second"];
  const count = seconds / size;
  return count === 1 ? `a ${name}`.replace("a hour", "an hour") : `${count} ${name}s`;
}

/** A limit as a reader counts it: "10 calls in an hour for each account". */
export const limitInWords = ({ by, points, seconds, budget }: Limit): string =>
  `${points} ${points === 1 ? "call" : "calls"} in ${period(seconds)} for each ${by}${
    budget === undefined ? "" : ", together with other calls of the same kind"
  }`;
