/** So many months ahead a price is announced. */
const monthsMost = 12;

/** This 1st and those of the following months. */
export function firstsFrom(first: string): readonly string[] {
  const [year = 0, month = 1] = first.split("-").map(Number);
  return Array.from({ length: monthsMost }, (_, after) =>
    new Date(Date.UTC(year, month - 1 + after, 1)).toISOString().slice(0, 10),
  );
}
