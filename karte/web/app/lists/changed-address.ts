/**
 * A list's address with some of it changed; null takes a part away. Whatever changes, the list
 * begins again: a page's place is good for its own filters and order only.
 */
export function changedAddress(
  address: URLSearchParams,
  change: Readonly<Record<string, string | null>>,
): Readonly<Record<string, string>> {
  const next = new URLSearchParams(address);
  next.delete("cursor");
  for (const [name, value] of Object.entries(change)) {
    if (value === null || value === "") next.delete(name);
    else next.set(name, value);
  }
  return Object.fromEntries(next);
}
