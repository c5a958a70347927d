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
