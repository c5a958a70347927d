const dayMs = 24 * 60 * 60_000;

/** Whether days lie between the end of the free ones and the first charge: nobody pays for them. */
export function hasRunUp(freeUntil: string, firstChargeOn: string): boolean {
  return Date.parse(firstChargeOn) - Date.parse(freeUntil) > dayMs;
}
