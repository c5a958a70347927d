/**
 * How well a classifier that only sees the time can tell two kinds of requests apart: the area
 * under its ROC curve, in the better of both directions. 0.5 is a coin, 1 is certainty.
 */
export function separability(a: readonly number[], b: readonly number[]): number {
  const ranked = [
    ...a.map((value) => ({ value, isA: true })),
    ...b.map((value) => ({ value, isA: false })),
  ].sort((x, y) => x.value - y.value);
  let rankSum = 0;
  ranked.forEach(({ isA }, index) => {
    if (isA) rankSum += index + 1;
  });
  const wins = rankSum - (a.length * (a.length + 1)) / 2;
  const area = wins / (a.length * b.length);
  return Math.max(area, 1 - area);
}

/**
 * The largest area that chance alone may show with so few samples: the aim, or four standard
 * deviations of the Mann-Whitney statistic where those are more.
 */
export function allowedArea(aim: number, samples: number): number {
  const deviation = Math.sqrt((2 * samples + 1) / (12 * samples * samples));
  return Math.max(aim, 0.5 + 4 * deviation);
}
