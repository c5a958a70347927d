import type { Locale } from "@sekimori/kit-contract/locale";

/**
 * The cookie by which the portal's pages tell the server's own (the OpenID provider's), which cannot
 * read local storage, the language that was chosen in this browser. Over https no other host can
 * plant one (RFC 6265bis, section 4.1.3.2).
 *
 * @param origin the portal's
 */
export function languageCookieName(origin: string): string {
  return origin.startsWith("https:") ? "__Host-sekimori_language" : "sekimori_language";
}

const yearSeconds = 365 * 24 * 60 * 60;

/** What a page writes for the choice; without one, what forgets the last. */
export function languageCookie(chosen: Locale | undefined, origin: string): string {
  return [
    `${languageCookieName(origin)}=${chosen ?? ""}`,
    "path=/",
    `max-age=${chosen === undefined ? 0 : yearSeconds}`,
    "samesite=lax",
    ...(origin.startsWith("https:") ? ["secure"] : []),
  ].join("; ");
}
