/** What the command answers the shell; from 64 on as sysexits.h has them, 124 as timeout(1). */
export const EXIT = {
  good: 0,
  belowGrade: 1,
  noGrade: 2,
  usage: 64,
  noSuchDomain: 66,
  cannotWrite: 73,
  refused: 77,
  timeout: 124,
  stopped: 130,
} as const;

/**
 * The code of several targets together: what was asked for (a grade, a severity) comes before what could not
 * be examined, so that one bad line in a list never hides a finding.
 */
export function codeOf(codes: readonly number[]): number {
  const order = [EXIT.stopped, EXIT.belowGrade, EXIT.timeout, EXIT.refused, EXIT.noSuchDomain];
  return order.find((code) => codes.includes(code)) ?? Math.max(...codes);
}
