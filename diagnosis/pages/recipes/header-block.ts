import { factValues, type Recipe, type RecipeMaker, type RecipeSite, recipes } from "./recipe.ts";

/** Checks whose headers one block sets. */
export const HEADER_CHECKS = [
  "http-hsts",
  "http-csp",
  "http-frame",
  "http-nosniff",
  "http-referrer",
] as const;

/** How each server, and a hosting service in front of it, sets an answer header. */
const HEADER_LINES: Readonly<Record<string, (name: string, value: string) => string>> = {
  nginx: (name, value) => `add_header ${name} "${value}" always;`,
  Apache: (name, value) => `Header always set ${name} "${value}"`,
  Caddy: (name, value) => `header ${name} "${value}"`,
  Cloudflare: (name, value) =>
    `Rules > Transform Rules > Modify Response Header\nSet static: ${name}\nValue: ${value}`,
};

/** One block that sets headers: in nginx a second block would take away what the first one set. */
export const headers = (
  all: Readonly<Record<string, string>>,
  replaced: readonly string[] = [],
): readonly Recipe[] =>
  recipes(
    Object.fromEntries(
      Object.entries(HEADER_LINES).map(([product, line]) => {
        const lines = Object.entries(all).map(([name, value]) => line(name, value));
        // In nginx a header that the application sends as well would stand twice, and the first one counts.
        const hidden = replaced.flatMap((name) =>
          ["proxy", "fastcgi"].map((from) => `${from}_hide_header ${name};`),
        );
        return [product, [...(product === "nginx" ? hidden : []), ...lines].join("\n")];
      }),
    ),
  );

/** Scripts and pictures of others go on: a policy that bars them is for those who ask for one. */
const LENIENT_POLICY = "object-src 'none'; base-uri 'self'; frame-ancestors 'self'";
const STRICT_POLICY =
  "default-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'";

/** By check: the header whose fact says that it is there, though not as it should be. */
const PRESENT: Readonly<Record<string, readonly [fact: string, header: string]>> = {
  "http-hsts": ["hsts.header", "Strict-Transport-Security"],
  "http-csp": ["csp.policy", "Content-Security-Policy"],
  "http-referrer": ["referrer.policy", "Referrer-Policy"],
};

/**
 * A policy that is there is not replaced for the sake of frames: another header says that too, unless the policy
 * itself lets everybody frame the page, where browsers ask no other.
 */
function framingBeside(site: RecipeSite): Readonly<Record<string, string>> {
  const [policy = ""] = factValues(site, "csp.policy");
  // What would end the quotes, or be a variable, is left to the reader.
  if (policy === "" || !/^[^"\\$\p{C}]*$/u.test(policy)) return { "X-Frame-Options": "SAMEORIGIN" };
  const kept = policy
    .split(";")
    .map((one) => one.trim())
    .filter((one) => one !== "" && !/^frame-ancestors\b/i.test(one));
  return { "Content-Security-Policy": [...kept, "frame-ancestors 'self'"].join("; ") };
}

/** All headers that are missing at the host in one block, with values that a plain site can start from. */
export const headersFor =
  (check: (typeof HEADER_CHECKS)[number]): RecipeMaker =>
  (site) => {
    const isOpen = (one: (typeof HEADER_CHECKS)[number]) =>
      one === check || site.openChecks.has(one);
    const policy = check === "http-csp" ? STRICT_POLICY : LENIENT_POLICY;
    const framing = isOpen("http-csp")
      ? { "Content-Security-Policy": policy }
      : isOpen("http-frame")
        ? framingBeside(site)
        : {};
    const [fact, header] = PRESENT[check] ?? [];
    const isThere = fact !== undefined && factValues(site, fact).length > 0;
    return headers(
      {
        ...(isOpen("http-hsts") ? { "Strict-Transport-Security": "max-age=31536000" } : {}),
        ...framing,
        ...(isOpen("http-nosniff") ? { "X-Content-Type-Options": "nosniff" } : {}),
        ...(isOpen("http-referrer")
          ? { "Referrer-Policy": "strict-origin-when-cross-origin" }
          : {}),
      },
      isThere && header !== undefined ? [header] : [],
    );
  };
