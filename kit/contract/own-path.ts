const somewhere = "https://own-path.invalid";

/** What a browser drops or turns into a slash before it reads an address. */
const rewritten = /[\\\p{Cc}\s]/u;
/** "." and "..", in every spelling that a browser takes for one. */
const dotSegment = /^(?:\.|%2e){1,2}$/i;
/** A slash or backslash that a later decoding would bring out. */
const hiddenSlash = /%(?:2f|5c)/i;

/**
 * A path that another party gave, on an origin of ours and below wherever we put it: read as an
 * address, then compared. Dot segments are refused and not resolved, because a prefix of ours would be
 * left by them ("/guest" + "/../setting").
 *
 * @returns path, query and fragment as a browser writes them; undefined for anything else.
 */
export function ownPath(text: string): string | undefined {
  if (!text.startsWith("/") || rewritten.test(text) || !URL.canParse(text, somewhere)) return;
  const url = new URL(text, somewhere);
  if (url.origin !== somewhere || url.pathname.startsWith("//")) return;
  const [path = ""] = text.split(/[?#]/, 1);
  if (hiddenSlash.test(path) || path.split("/").some((part) => dotSegment.test(part))) return;
  return `${url.pathname}${url.search}${url.hash}`;
}
