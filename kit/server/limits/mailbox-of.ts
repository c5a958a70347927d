/** Providers that ignore dots before the @. */
const dotless = new Set(["gmail.com", "googlemail.com"]);

/**
 * The mailbox behind an address, for counting only: one person's many spellings (capitals, width,
 * "+anything", dots where the provider ignores them) are one. Mail goes to the address as given.
 */
export function mailboxOf(address: string): string {
  const plain = address.normalize("NFKC").trim().toLowerCase();
  const at = plain.lastIndexOf("@");
  if (at < 0) return plain;
  const domain = plain.slice(at + 1);
  const [local = ""] = plain.slice(0, at).split("+");
  return `${dotless.has(domain) ? local.replaceAll(".", "") : local}@${domain}`;
}
