// The addresses that an application registers. The server refuses by these, and forms as one types.

const loopback: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"]);

const isWeb = ({ protocol, hostname }: URL): boolean =>
  protocol === "https:" || (protocol === "http:" && loopback.has(hostname));

/** A scheme that an application on a device owns, named after a domain (RFC 8252, section 7.1). */
const isPrivateScheme = ({ protocol }: URL): boolean =>
  /^[a-z][a-z0-9+-]*(\.[a-z0-9+-]+)+:$/.test(protocol);

const isPlain = ({ username, password, hash, href }: URL): boolean =>
  username === "" && password === "" && hash === "" && !href.includes("*");

const isAddress = (text: string, isAllowed: (url: URL) => boolean): boolean => {
  const url = URL.parse(text);
  return url !== null && isPlain(url) && isAllowed(url);
};

/** An exact address of an application: https, or http on one's own machine; nothing beside it. */
export const isWebAddress = (text: string): boolean => isAddress(text, isWeb);

/** Whether an address has a scheme of an application's own. */
export const isOfOwnScheme = (text: string): boolean => isAddress(text, isPrivateScheme);

/** Where somebody may be sent back to. */
export const isReturnAddress = (text: string): boolean => isWebAddress(text) || isOfOwnScheme(text);

/** Scheme, host and port, and nothing after them. */
export const isWebOrigin = (text: string): boolean =>
  isWebAddress(text) && new URL(text).origin === text;
