/** Sources that an application's pages need beyond its own origin. Every list is CSP sources. */
export interface SecurityOptions {
  readonly frameSrc?: readonly string[];
  readonly connectSrc?: readonly string[];
  readonly formAction?: readonly string[];
  readonly imgSrc?: readonly string[];
  readonly workerSrc?: readonly string[];
  /** Who may show our pages in a frame; nobody unless named. */
  readonly frameAncestors?: readonly string[];
  /** Names of Trusted Types policies that our own scripts create. */
  readonly trustedTypes?: readonly string[];
  /** Browser features that our pages use, with who may use them: `{ payment: ["self"] }`. */
  readonly permissions?: Readonly<Record<string, readonly string[]>>;
}

const unusedFeatures = [
  "accelerometer",
  "browsing-topics",
  "camera",
  "display-capture",
  "geolocation",
  "gyroscope",
  "hid",
  "idle-detection",
  "magnetometer",
  "microphone",
  "midi",
  "payment",
  "screen-wake-lock",
  "serial",
  "usb",
  "xr-spatial-tracking",
] as const;

function directive(name: string, ...sources: readonly string[]): string {
  return sources.length === 0 ? `${name} 'none'` : `${name} ${sources.join(" ")}`;
}

function permissionsPolicy(wanted: Readonly<Record<string, readonly string[]>>): string {
  const item = (source: string): string => (source === "self" ? "self" : `"${source}"`);
  const unused = unusedFeatures.filter((feature) => !(feature in wanted));
  return [
    ...Object.entries(wanted).map(([name, who]) => `${name}=(${who.map(item).join(" ")})`),
    ...unused.map((name) => `${name}=()`),
  ].join(", ");
}

/** Headers for every answer; an answer that is no page may load, run and frame nothing at all. */
export function commonHeaders(origin: string): Record<string, string> {
  return {
    "content-security-policy":
      "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "strict-origin-when-cross-origin",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-store",
    ...(origin.startsWith("https:")
      ? { "strict-transport-security": "max-age=63072000; includeSubDomains" }
      : {}),
  };
}

/** What matters only where a browser shows the answer as a page of ours. */
export function documentHeaders(options: SecurityOptions): Record<string, string> {
  return {
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": permissionsPolicy(options.permissions ?? {}),
  };
}

/**
 * The policy of an HTML page: scripts run only with this answer's nonce, or when such a script
 * loads them (strict-dynamic); no string becomes code or markup (Trusted Types).
 */
export function pagePolicy(origin: string, options: SecurityOptions): (nonce: string) => string {
  const before = "default-src 'none'; script-src 'nonce-";
  const between = "' 'strict-dynamic'; style-src 'self' 'nonce-";
  const after = [
    "'",
    directive("img-src", "'self'", "data:", ...(options.imgSrc ?? [])),
    directive("font-src", "'self'"),
    directive("connect-src", "'self'", ...(options.connectSrc ?? [])),
    directive("frame-src", ...(options.frameSrc ?? [])),
    directive("worker-src", "'self'", ...(options.workerSrc ?? [])),
    directive("manifest-src", "'self'"),
    directive("form-action", "'self'", ...(options.formAction ?? [])),
    directive("frame-ancestors", ...(options.frameAncestors ?? [])),
    directive("base-uri"),
    directive("object-src"),
    "require-trusted-types-for 'script'",
    directive("trusted-types", ...(options.trustedTypes ?? [])),
    ...(origin.startsWith("https:") ? ["upgrade-insecure-requests"] : []),
  ].join("; ");
  return (nonce) => `${before}${nonce}${between}${nonce}${after}`;
}
