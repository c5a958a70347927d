/**
 * The addresses that are registered for the host of one that came: whoever named the host learns no
 * other, and sees the slash or the port that is not the same.
 */
export function registeredThere(received: unknown, registered: readonly string[]): string[] {
  const host = typeof received === "string" ? URL.parse(received)?.hostname : undefined;
  return registered.filter((uri) => host !== undefined && URL.parse(uri)?.hostname === host);
}
