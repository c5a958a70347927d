import type { CheckContext } from "../../engine/context.ts";
import type { HttpResponse } from "../../net/clients.ts";
import { type OpenPort, printable } from "./open-ports.ts";
import { answerTo, askProbe } from "./probe/ask.ts";
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

/** A service's own data; a page may quote any of it. */
const says = (text: string, words: RegExp) => /^\s*\{/.test(text) && words.test(text);

/** Services that answer HTTP themselves, and by what their own answer to `GET /` is known. */
const SPEAK_HTTP: Readonly<Record<number, (page: HttpResponse) => boolean>> = {
  // Other interfaces have a header of the version too.
  2375: ({ header, text }) =>
    (header("api-version") !== null &&
      (/^(?:Docker|Libpod)\//.test(header("server") ?? "") || header("ostype") !== null)) ||
    /^\{"message":"page not found"\}\s*$/.test(text()),
  2379: ({ text }) => says(text(), /"etcdserver"/),
  5984: ({ header, text }) => /CouchDB/i.test(header("server") ?? "") || says(text(), /"couchdb"/),
  // WinRM takes nothing but POST; other programs under Windows have the same server.
  5985: ({ status, header }) =>
    status === 405 && /^Microsoft-HTTPAPI\b/.test(header("server") ?? ""),
  7474: ({ text }) => says(text(), /"(?:neo4j_version|bolt_direct|bolt_routing|bolt)"/),
  8086: ({ header, text }) =>
    header("x-influxdb-version") !== null || /<title>InfluxDB\b/.test(text()),
  // Many a test of health says "Ok.", but hardly one as a page of HTML and without a server's name.
  8123: ({ header, text }) =>
    header("x-clickhouse-summary") !== null ||
    (text() === "Ok.\n" &&
      header("server") === null &&
      /^text\/html/i.test(header("content-type") ?? "")),
  9200: ({ header, text }) =>
    header("x-elastic-product") !== null ||
    says(
      text(),
      /"(?:cluster_name|lucene_version)"|missing authentication credentials|security_exception/,
    ) ||
    /^OpenSearch Security not initialized/.test(text()) ||
    // The rest of what it says to strangers is "Unauthorized", as others say too.
    /realm="(?:OpenSearch Security|Open Distro Security|Search Guard)"/i.test(
      header("www-authenticate") ?? "",
    ),
};

/** Services whose answer to `GET /` needs a password, if there is one: port to a sign of data. */
export const OPEN_SIGNS: Readonly<Record<number, (body: string) => boolean>> = {
  9200: (body) =>
    /^\s*\{/.test(body) &&
    /"cluster_name"\s*:/.test(body) &&
    /"tagline"\s*:|"lucene_version"\s*:/.test(body),
};

/** The paths at which such services say what they are, where that is not the front page. */
const HTTP_PATHS: Readonly<Record<number, string>> = { 2379: "/version", 5985: "/wsman" };

/** What others answer to a request that was meant for a web server. */
const KNOW_HTTP: Readonly<Record<number, RegExp>> = {
  27017: /MongoDB over HTTP on the native driver port/,
};

/** What a service behind TLS says to a request in plain text: which it is stays unsaid. */
const WANTS_TLS = /HTTP request to an HTTPS server/;

/** Services whose own greeting has no name in it. */
const OWN_GREETINGS: Readonly<Record<number, (greeting: Uint8Array) => boolean>> = {
  // Redis in its protected mode turns strangers away before they say anything.
  6379: (greeting) => printable(greeting).startsWith("-DENIED Redis"),
  // Options of Telnet (RFC 854: a command of WILL, WONT, DO, DONT or a subnegotiation), or the question for a name.
  23: (greeting) =>
    /^\xff[\xfa-\xfe][^\xff]/.test(Buffer.from(greeting).toString("latin1")) ||
    /(?:login|username|password):/i.test(printable(greeting)),
  3306: (greeting) => isMysql(Buffer.from(greeting)),
};

/**
 * The first packet, by its length and number: a version in protocol 10, or an error of the server to a host that is
 * not let in (MySQL's client/server protocol, "HandshakeV10", "ERR_Packet").
 */
function isMysql(packet: Buffer): boolean {
  if (packet.length < 8 || packet[3] !== 0 || packet.readUIntLE(0, 3) < 4) return false;
  const code = packet.readUInt16LE(5);
  return packet[4] === 10
    ? /^\d+\.\d+/.test(packet.toString("latin1", 5, 16))
    : packet[4] === 0xff && code >= 1_000 && code < 5_000;
}

/** What answers at a port: the service whose port it is, another one, or nothing that says which. */
export type Identity =
  | { readonly kind: "itself" | "unknown" }
  | { readonly kind: "other"; readonly name: string };

const ITSELF: Identity = { kind: "itself" };
const UNKNOWN: Identity = { kind: "unknown" };

/**
 * Tells what answers at an open port by its greeting, by its answer to its service's own hello, or by its
 * answer to a request of HTTP. A number alone is no proof: what says nothing stays unknown.
 */
export async function identify(context: CheckContext, open: OpenPort): Promise<Identity> {
  if (open.greeting.length > 0) return byGreeting(open);
  const isItself = SPEAK_HTTP[open.port];
  if (isItself !== undefined) return byPage(context, open.port, isItself);
  const answer = await orNull(answerTo(context, open.port));
  const probed = await orNull(askProbe(context, open.port));
  if (probed?.known || KNOW_HTTP[open.port]?.test(answer ?? "")) return ITSELF;
  if (WANTS_TLS.test(answer ?? "")) return UNKNOWN;
  return /^HTTP\/\d/.test(answer ?? "") ? { kind: "other", name: "HTTP" } : UNKNOWN;
}

function byGreeting({ port, service, greeting }: OpenPort): Identity {
  // Its own name first: a greeting may also speak of logins.
  const known = GREETINGS.find(([mark]) => mark.test(printable(greeting)))?.[1];
  if (known !== undefined && known !== service) return { kind: "other", name: known };
  return known === service || OWN_GREETINGS[port]?.(greeting) ? ITSELF : UNKNOWN;
}

async function byPage(
  context: CheckContext,
  port: number,
  isItself: (page: HttpResponse) => boolean,
): Promise<Identity> {
  const path = HTTP_PATHS[port] ?? "/";
  const page = await orNull(context.http.fetch(`http://${context.target.host}:${port}${path}`));
  if (page === null || WANTS_TLS.test(page.text())) return UNKNOWN;
  return isItself(page) ? ITSELF : { kind: "other", name: "HTTP" };
}
