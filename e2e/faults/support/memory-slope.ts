/** How fast memory grows, in MiB an hour: the slope of the line of least squares. */
export function slopePerHour(
  samples: readonly { readonly atMs: number; readonly miB: number }[],
): number {
  const mean = (values: readonly number[]) =>
    values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
  const atMs = mean(samples.map((sample) => sample.atMs));
  const miB = mean(samples.map((sample) => sample.miB));
  const along = mean(samples.map((sample) => (sample.atMs - atMs) ** 2));
  const together = mean(samples.map((sample) => (sample.atMs - atMs) * (sample.miB - miB)));
  return along === 0 ? 0 : (together / along) * 3_600_000;
}
