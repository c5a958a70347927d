import { parse } from "tldts";

/** A cookie as a Set-Cookie header sets it (RFC 6265 §5.2). */
export interface SetCookie {
  readonly name: string;
  readonly value: string;
  readonly secure: boolean;
  readonly httpOnly: boolean;
  /** `lax`, `strict` or `none`; null when not said. */
  readonly sameSite: string | null;
  /** Lower case, without a leading dot; null when not said. */
  readonly domain: string | null;
  readonly path: string | null;
  readonly partitioned: boolean;
  /** The header takes the cookie away. */
  readonly removes: boolean;
}

/** Longest name and value together that browsers keep (RFC 6265bis §5.6). */
const MAX_PAIR = 4_096;

/** Reads one Set-Cookie header; null when it has no name, or signs that browsers refuse. */
export function readCookie(header: string, now: number): SetCookie | null {
  const [pair = "", ...rest] = header.split(";");
  const at = pair.indexOf("=");
  const name = at === -1 ? "" : pair.slice(0, at).trim();
  const value = pair.slice(at + 1).trim();
  if (name === "" || /(?!\t)\p{Cc}/u.test(header)) return null;
  const attributes = new Map(
    rest.map((part) => {
      const [key = "", ...words] = part.split("=");
      return [key.trim().toLowerCase(), words.join("=").trim()] as const;
    }),
  );
  const age = attributes.get("max-age");
  const expires = Date.parse(attributes.get("expires") ?? "");
  const hasAge = age !== undefined && /^-?\d+$/.test(age);
  return {
    name,
    value,
    secure: attributes.has("secure"),
    httpOnly: attributes.has("httponly"),
    sameSite: attributes.get("samesite")?.toLowerCase() ?? null,
    domain: attributes.get("domain")?.toLowerCase().replace(/^\./, "") || null,
    path: attributes.get("path") ?? null,
    partitioned: attributes.has("partitioned"),
    removes: hasAge ? Number(age) <= 0 : expires <= now,
  };
}

/**
 * The cookies that a browser has after it read all Set-Cookie headers of an answer: those that it refuses
 * are never sent to anybody, and of equal ones it keeps the last.
 */
export function keptCookies(cookies: readonly SetCookie[], url: URL): readonly SetCookie[] {
  const kept = new Map<string, SetCookie>();
  for (const cookie of cookies) {
    if (!isAccepted(cookie, url)) continue;
    const { name, domain, path } = cookie;
    const key = `${name}|${domain ?? ""}|${path?.startsWith("/") ? path : ""}`;
    if (cookie.removes) kept.delete(key);
    else kept.set(key, cookie);
  }
  return [...kept.values()];
}

/** RFC 6265bis §5.7, and what browsers ask of `SameSite=None` and `Partitioned`. */
function isAccepted(cookie: SetCookie, url: URL): boolean {
  const { name, value, secure, sameSite, domain, path, partitioned } = cookie;
  if (name.length + value.length > MAX_PAIR) return false;
  if (secure && url.protocol !== "https:") return false;
  if (!secure && (sameSite === "none" || partitioned)) return false;
  if (/^__(?:secure|host)-/i.test(name) && !secure) return false;
  if (/^__host-/i.test(name) && (domain !== null || path !== "/")) return false;
  return domain === null || isOwnDomain(domain, url.hostname);
}

function isOwnDomain(domain: string, host: string): boolean {
  if (domain === host) return true;
  return (
    host.endsWith(`.${domain}`) && parse(domain, { allowPrivateDomains: true }).domain !== null
  );
}
