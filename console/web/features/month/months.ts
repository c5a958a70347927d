/** The month before or after. */
export function monthBeside(month: string, by: 1 | -1): string {
  const [year = 0, number = 1] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number - 1 + by, 1)).toISOString().slice(0, 7);
}

/** The last day of a month. */
export function lastDay(month: string): string {
  const [year = 0, number = 1] = month.split("-").map(Number);
  return `${month}-${new Date(Date.UTC(year, number, 0)).getUTCDate()}`;
}
