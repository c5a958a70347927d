import type { CheckContext } from "../../../engine/context.ts";
import type { HttpResponse } from "../../../net/clients.ts";
import { NetError } from "../../../net/net-error.ts";
import { surveyPorts } from "../open-ports.ts";

/** A web server of the address. */
export interface WebService {
  /** The site itself, which the checks of the web look at. */
  readonly isSite: boolean;
  /** `data`: a database that speaks HTTP, which `port-data` reports. */
  readonly kind: "web" | "data";
  readonly port: number;
  readonly url: string;
  /** Its own front page, or its own redirect to another place. */
  readonly page: HttpResponse;
  /** Where that redirect leads; null when the service shows a page of its own. */
  readonly leadsTo: string | null;
}

/** Ports at which TLS is tried first. */
const SECURE = [443, 4443, 8443, 9443];

/** Redirects that lead from a service to its own front page. */
const REDIRECTS = 3;

/**
 * Every web service of the address: the site itself, and what answers HTTP at the other open ports of the
 * data set. Asked once per address.
 */
export function webServices(context: CheckContext): Promise<readonly WebService[]> {
  return context.once("ports.web", async () => {
    const site = await orNull(context.http.root());
    const { open, indiscriminate } = await surveyPorts(context);
    const ports = indiscriminate
      ? []
      : open.filter(({ kind }) => kind === "web" || kind === "data");
    const others = await Promise.all(
      // A service that greets is none of the web.
      ports
        .filter(({ greeting }) => greeting.length === 0)
        .map(({ port, kind }) => serviceAt(context, port, kind === "data" ? "data" : "web")),
    );
    const own = site === null ? [] : [siteOf(site)];
    return [...own, ...others.filter((one) => one !== null)];
  });
}

async function serviceAt(
  context: CheckContext,
  port: number,
  kind: WebService["kind"],
): Promise<WebService | null> {
  const schemes = SECURE.includes(port) ? ["https", "http"] : ["http", "https"];
  for (const scheme of schemes) {
    const url = `${scheme}://${context.target.host}:${port}/`;
    const page = await orNull(context.http.fetch(url, { redirects: REDIRECTS }));
    // Servers say so in words when they are spoken to without TLS.
    const wrong =
      page?.status === 400 &&
      /plain HTTP request was sent to HTTPS|speaking plain HTTP to an SSL/i.test(page.text());
    if (page === null || wrong) continue;
    const service = { isSite: false, kind, port, url };
    if (page.leftFor !== null) return { ...service, page, leadsTo: page.leftFor };
    if (new URL(page.url).origin === new URL(url).origin)
      return { ...service, page, leadsTo: null };
    const own = await orNull(context.http.fetch(url));
    if (own !== null) return { ...service, page: own, leadsTo: page.url };
  }
  return null;
}

function siteOf(page: HttpResponse): WebService {
  const { port, protocol, origin } = new URL(page.url);
  const number = port === "" ? (protocol === "https:" ? 443 : 80) : Number(port);
  return {
    isSite: true,
    kind: "web",
    port: number,
    url: `${origin}/`,
    page,
    leadsTo: page.leftFor,
  };
}

/** The answer, or null when there was none; the end of the whole scan is passed on. */
export async function orNull<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof NetError)) throw error;
    if (["budget", "aborted", "busy"].includes(error.code)) throw error;
    return null;
  }
}
