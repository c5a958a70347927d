import type { CheckContext } from "../../../engine/context.ts";
import type { HttpResponse } from "../../../net/clients.ts";
import { NetError } from "../../../net/net-error.ts";
import { surveyPorts } from "../open-ports.ts";

/** A web server of the address, and the answer to `GET /`. */
export interface WebService {
  readonly port: number;
  readonly url: string;
  readonly page: HttpResponse;
}

/** Ports at which TLS is tried first. */
const SECURE = [443, 4443, 8443, 9443];

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
        .map(({ port }) => serviceAt(context, port)),
    );
    const own = site === null ? [] : [serviceOf(site)];
    return [...own, ...others.filter((one) => one !== null)];
  });
}

async function serviceAt(context: CheckContext, port: number): Promise<WebService | null> {
  const schemes = SECURE.includes(port) ? ["https", "http"] : ["http", "https"];
  for (const scheme of schemes) {
    const url = `${scheme}://${context.target.host}:${port}/`;
    const page = await orNull(context.http.fetch(url, { redirects: 3 }));
    // Servers say so in words when they are spoken to without TLS.
    const wrong =
      page?.status === 400 &&
      /plain HTTP request was sent to HTTPS|speaking plain HTTP to an SSL/i.test(page.text());
    if (page !== null && !wrong) return { port, url, page };
  }
  return null;
}

function serviceOf(page: HttpResponse): WebService {
  const { port, protocol, origin } = new URL(page.url);
  const number = port === "" ? (protocol === "https:" ? 443 : 80) : Number(port);
  return { port: number, url: `${origin}/`, page };
}

async function orNull<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof NetError)) throw error;
    if (["budget", "aborted", "busy"].includes(error.code)) throw error;
    return null;
  }
}
