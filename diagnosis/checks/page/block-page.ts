import type { CheckContext } from "../../engine/context.ts";
import type { HttpResponse } from "../../net/clients.ts";
import { NetError } from "../../net/net-error.ts";
import { isChallenge, namesFirewall } from "./block-marks.ts";
import { controlPath } from "./control-path.ts";

/** What a firewall writes into the headers of a refusal, whatever the status. */
const HEADER_MARKS = [
  "cf-mitigated",
  "x-amzn-waf-action",
  "x-sucuri-block",
  "x-denied-reason",
  "x-vercel-mitigated",
];

/** The site's own word to everybody: it has no such page, or asks for a password. */
const OWN_REFUSALS = [404, 410];

/**
 * True when the answer is a firewall's and not the site's own page: by a product's header; by a status that
 * says that we alone are refused (429, and 451 of RFC 7725); by sending us round in a circle; or because it
 * refuses, names a firewall or sets a task, and a path that nobody has is answered in the same way. Nothing
 * of such an answer says anything about the site behind it.
 */
export async function isBlocked(context: CheckContext, page: HttpResponse): Promise<boolean> {
  if (HEADER_MARKS.some((name) => page.header(name) !== null)) return true;
  if (page.status === 429 || page.status === 451 || goesInCircles(page)) return true;
  if (!isSuspect(page)) return false;
  try {
    const path = await controlPath(context, "/page");
    const control = await context.http.fetch(new URL(path, page.url).href, { redirects: 2 });
    return control.status === page.status && isSuspect(control);
  } catch (error) {
    if (error instanceof NetError && ["reset", "malformed", "closed"].includes(error.code))
      return true;
    throw error;
  }
}

function isSuspect(page: HttpResponse): boolean {
  // A whole site behind a password refuses everything too, and that page is its own.
  if (page.status === 401 && page.header("www-authenticate") !== null) return false;
  return isRefusal(page) || namesFirewall(page) || isChallenge(page);
}

function isRefusal({ status }: HttpResponse): boolean {
  // No server's fault has such a number (RFC 9110 §15): it is a word for programs.
  if (status >= 600) return true;
  // A page is 200, or 203 by a proxy; 202 and numbers such as 247 are for those who have to do something first.
  if (status > 200 && status < 300 && status !== 203) return true;
  return status >= 400 && status < 500 && !OWN_REFUSALS.includes(status);
}

/** A redirect to where it came from: a cookie was to be kept and shown, which only browsers do. */
function goesInCircles({ status, url, hops, header }: HttpResponse): boolean {
  const location = header("location");
  if (status < 300 || status >= 400 || location === null) return false;
  const target = URL.parse(location, url)?.href;
  return [url, ...hops.map((hop) => hop.url)].some((seen) => URL.parse(seen)?.href === target);
}
