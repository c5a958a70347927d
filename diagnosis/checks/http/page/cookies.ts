/** A cookie as a Set-Cookie header sets it (RFC 6265 §5.2). */
export interface SetCookie {
  readonly name: string;
  readonly secure: boolean;
  readonly httpOnly: boolean;
  /** `lax`, `strict` or `none`; null when not said. */
  readonly sameSite: string | null;
  /** The header takes the cookie away. */
  readonly removes: boolean;
}

/**
 * Names under which frameworks keep a sign-in. Tokens against request forgery are left out: scripts are
 * meant to read them.
 */
const SESSION_NAMES =
  /^(?:__(?:host|secure)-)?(?:php|j|asp)?sess(?:ion)?[._-]?id|session(?:$|[._-]?(?:id|key|token))|sessid$|^(?:__(?:host|secure)-)?(?:sid|jwt|auth|login|token)$|[._-](?:sid|session|jwt)$|(?:auth|access|refresh|login|id|remember|session|user)[._-]?token$|^remember[._-]?me$|^remember_(?:web|user|admin)_|^asp\.net_sessionid|^\.aspnetcore\.(?:session|identity|cookies)|^\.aspxauth|^wordpress_(?:logged_in|sec)_|^cfid$|^cftoken$/i;
const FORGERY_TOKEN = /csrf|xsrf/i;

/** Reads one Set-Cookie header; null when it has no name. */
export function readCookie(header: string, now: number): SetCookie | null {
  const [pair = "", ...rest] = header.split(";");
  const at = pair.indexOf("=");
  const name = at === -1 ? "" : pair.slice(0, at).trim();
  if (name === "") return null;
  const attributes = new Map(
    rest.map((part) => {
      const [key = "", ...value] = part.split("=");
      return [key.trim().toLowerCase(), value.join("=").trim()] as const;
    }),
  );
  const age = attributes.get("max-age");
  const expires = Date.parse(attributes.get("expires") ?? "");
  return {
    name,
    secure: attributes.has("secure"),
    httpOnly: attributes.has("httponly"),
    sameSite: attributes.get("samesite")?.toLowerCase() ?? null,
    removes: age === undefined ? expires <= now : Number(age) <= 0,
  };
}

/** True for a name that speaks for a sign-in or a session. */
export function isSessionCookie(name: string): boolean {
  return SESSION_NAMES.test(name) && !FORGERY_TOKEN.test(name);
}
