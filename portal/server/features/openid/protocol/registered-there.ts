/**
 * The addresses that are registered for the host of one that came: whoever named the host learns no
 * other, and sees the slash or the port that is not the same.
 */
export function registeredThere(received: unknown, registered: readonly string[]): string[] {
  const there = typeof received === "string" ? placeOf(received) : undefined;
  return registered.filter((uri) => there !== undefined && placeOf(uri) === there);
}

/** The host of an address; of one without, an application's own on a device, its scheme. */
function placeOf(address: string): string | undefined {
  const url = URL.parse(address);
  return url === null ? undefined : url.hostname || url.protocol;
}
