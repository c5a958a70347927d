// How people write e-mail addresses, before any of it is checked. Without the schema library, so that
// a page can read a hint before it loads a form.

/** Full-width signs from ！ to ～ as the ASCII ones that a Japanese keyboard types elsewhere. */
const halfWidth = (text: string): string =>
  text
    .replace(/[\uff01-\uff5e]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
    .replaceAll("\u3000", " ");

/** The one address in `Name <address>`, as mail programs copy it. */
const named = /^[^<>@\r\n]*<\s*(?:mailto:)?([^<>\s]+)\s*>$/i;

/** An address as it was meant: full-width signs folded, without the name that a mail program adds. */
export function meantAddress(text: string): string {
  const plain = halfWidth(text).trim();
  return (named.exec(plain)?.[1] ?? plain.replace(/^mailto:/i, "")).toLowerCase();
}

/**
 * Whether dots stand beside each other, at the beginning or before the @, as Japanese carriers once
 * gave addresses. RFC 5321 has no such address without quotes, and others refuse mail to it.
 */
export const hasCarrierDots = (address: string): boolean =>
  /^[a-z0-9._+?/-]+@[a-z0-9-]+(?:\.[a-z0-9-]+)+$/i.test(address) &&
  /^\.|\.\.|\.@/.test(address.slice(0, address.indexOf("@") + 1));

/**
 * Addresses as people paste them: one a line, or between commas, semicolons or spaces, each bare or
 * as `Name <address>`; each one once.
 */
export function splitAddresses(text: string): string[] {
  const parts = halfWidth(text)
    // A comma in a quoted name ends no address.
    .replace(/"[^"\r\n]*"\s*(?=<)/g, "")
    .split(/[\r\n,;、]+/)
    .flatMap((part) => {
      const inBrackets = part.match(/<[^<>]*>/g);
      return inBrackets ?? part.split(/\s+/);
    });
  return [...new Set(parts.map(meantAddress).filter(Boolean))];
}

/**
 * The address of a `login_hint`. An application that writes `a+b@example.jp` into its link without
 * encoding it sends a space, which no address has.
 */
export function meantLoginHint(hint: string): string {
  const address = meantAddress(hint);
  return /^[^\s@]+(?: [^\s@]+)+@[^\s@]+$/.test(address) ? address.replaceAll(" ", "+") : address;
}
