import type { CheckContext } from "../../engine/context.ts";
import type { HttpResponse } from "../../net/clients.ts";
import { type OpenPort, printable } from "./open-ports.ts";
import { answerTo } from "./probe/ask.ts";
import { orNull } from "./web/web-services.ts";

/** What the first words of a service say it is. */
const GREETINGS: readonly (readonly [RegExp, string])[] = [
  [/^SSH-\d/, "SSH"],
  [/^HTTP\/\d/, "HTTP"],
  [/^RFB \d/, "VNC"],
  [/^\+OK/, "POP3"],
  [/^\* (?:OK|PREAUTH|BYE)/, "IMAP"],
  [/^@RSYNCD:/, "rsync"],
  [/^220[ -].{0,200}SMTP/i, "SMTP"],
  [/^220[ -]/, "FTP"],
];

/** Services that answer HTTP themselves, and by what their own answer to `GET /` is known. */
const SPEAK_HTTP: Readonly<Record<number, (page: HttpResponse) => boolean>> = {
  2375: ({ header, text }) =>
    header("api-version") !== null || /"message":"page not found"/.test(text()),
  5984: ({ header, text }) => /CouchDB/i.test(header("server") ?? "") || /"couchdb"/.test(text()),
  7474: ({ text }) => /neo4j|bolt/i.test(text()),
  8086: ({ header, text }) => header("x-influxdb-version") !== null || /influx/i.test(text()),
  8123: ({ header, text }) => header("x-clickhouse-summary") !== null || text() === "Ok.\n",
  9200: ({ header, text }) =>
    header("x-elastic-product") !== null ||
    /"(?:cluster_name|lucene_version)"|missing authentication credentials|security_exception|OpenSearch/.test(
      text(),
    ),
};

/** What others answer to a request that was meant for a web server. */
const KNOW_HTTP: Readonly<Record<number, RegExp>> = {
  2379: /404 page not found|etcd/,
  5985: /Microsoft-HTTPAPI/,
  10250: /HTTP request to an HTTPS server|404 page not found/,
  27017: /MongoDB/,
};

/**
 * The name of what answers at a port, where that is another service than the one whose port it is: by its
 * greeting, or because it answers `GET /` as nothing of the kind does. null for the service itself, and for
 * what does not say.
 */
export async function otherService(context: CheckContext, open: OpenPort): Promise<string | null> {
  const { port, service, greeting } = open;
  const said = printable(greeting);
  const known = GREETINGS.find(([mark]) => mark.test(said))?.[1] ?? null;
  if (greeting.length > 0) return known === service ? null : known;
  const isItself = SPEAK_HTTP[port];
  if (isItself === undefined) {
    const answer = await orNull(answerTo(context, port));
    return answer !== null && /^HTTP\/\d/.test(answer) && KNOW_HTTP[port]?.test(answer) !== true
      ? "HTTP"
      : null;
  }
  const page = await orNull(context.http.fetch(`http://${context.target.host}:${port}/`));
  return page === null || isItself(page) ? null : "HTTP";
}
