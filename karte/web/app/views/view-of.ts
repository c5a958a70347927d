/** What of an address makes a view of a list: all but which page of it and which entry. */
export function viewOf(address: URLSearchParams): Readonly<Record<string, string>> {
  const parts = [...address].filter(
    ([name, value]) => value !== "" && !["cursor", "id", "add", "by", "choose"].includes(name),
  );
  return Object.fromEntries(parts.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
