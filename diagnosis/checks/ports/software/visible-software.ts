import type { CheckContext } from "../../../engine/context.ts";
import type { HttpResponse } from "../../../net/clients.ts";
import { NetError } from "../../../net/net-error.ts";
import { TEMPLATES } from "../../../templates/built-in.ts";
import { matchesAnswer, versionIn } from "../../../templates/match.ts";
import { isBlocked } from "../../page/block-page.ts";
import { LISTEN_MS } from "../open-ports.ts";
import { sshOffer } from "../ssh/handshake.ts";
import { markIn, mysqlVersion, type Software, softwareIn, UNKNOWN_BUILDER } from "./banners.ts";
import { type FoundLibrary, librariesIn, pageScripts } from "./libraries.ts";

/** Greetings worth a connection: FTP and mail name their software; MySQL always does. */
const GREETING_PORTS = [21, 25];
const MYSQL_PORT = 3306;
/** All of the site's own scripts together. */
const MAX_SCRIPT_BYTES = 4_194_304;
/** Scripts of the site's own that are fetched. */
const MAX_FETCHED = 20;

export interface VisibleSoftware {
  readonly software: readonly Software[];
  readonly libraries: readonly FoundLibrary[];
  /** How many of the places we looked at answered at all. */
  readonly places: number;
  /** A firewall answered in place of the site. */
  readonly blocked: boolean;
}

/** Every version number that the address shows to a visitor who asks for nothing but the front page. */
export async function visibleSoftware(context: CheckContext): Promise<VisibleSoftware> {
  const [answer, ssh, ...greetings] = await Promise.all([
    orNull(context.http.root()),
    orNull(sshOffer(context)),
    ...[...GREETING_PORTS, MYSQL_PORT].map((port) =>
      orNull(context.tcp.greeting({ port }, LISTEN_MS)),
    ),
  ]);
  const blocked = answer !== null && (await isBlocked(context, answer));
  // A firewall's page shows the firewall's software.
  const page = blocked ? null : answer;
  const mysql = greetings.at(-1);
  const texts = greetings.slice(0, -1).map((g) => Buffer.from(g?.bytes ?? []).toString("latin1"));
  const headers = page === null ? [] : headersOf(page);
  const banner = ssh === null ? [] : [`SSH-${ssh.protocol}-${ssh.software}`];
  const applications = page === null ? [] : applicationsOn(page);
  const software = [...[...headers, ...banner, ...texts].flatMap(softwareIn), ...applications];
  const marks = [...headers, ...texts.map(inBrackets)].flatMap((line) => markIn(line) ?? []);
  const database = mysql ? mysqlVersion(mysql.bytes) : null;
  const open = greetings.filter((greeting) => greeting?.state === "open");
  return {
    software: sharingMarks(distinct([...software, ...(database ? [database] : [])]), marks),
    libraries: page === null ? [] : await librariesOf(context, page),
    places: open.length + (page === null ? 0 : 1) + (ssh === null ? 0 : 1),
    blocked,
  };
}

function headersOf(page: HttpResponse): string[] {
  const names = ["server", "x-powered-by", "via"];
  return names.flatMap((name) => page.header(name) ?? []);
}

/** Applications that the front page names with their version, as `templates/` recognises them. */
function applicationsOn(page: HttpResponse): readonly Software[] {
  return TEMPLATES.flatMap((template) => {
    if (template.kind !== "http" || template.path !== "/" || template.method !== "GET") return [];
    const { product } = template;
    if (product === null || !matchesAnswer(template, page)) return [];
    const version = versionIn(template, page);
    if (version === null) return [];
    const unknown = { distribution: null, packageVersion: null, platform: null };
    return [{ product, version, ...unknown, isApplication: true }];
  });
}

async function librariesOf(
  context: CheckContext,
  page: HttpResponse,
): Promise<readonly FoundLibrary[]> {
  const { urls, inline } = pageScripts(page.text(), page.url);
  const { libraries } = context.data;
  const host = new URL(page.url).hostname;
  const own = urls.filter((url) => new URL(url).hostname === host).slice(0, MAX_FETCHED);
  const found = [
    ...librariesIn(
      urls.filter((url) => !own.includes(url)),
      inline,
      libraries,
    ),
  ];
  const texts: string[] = [];
  let size = 0;
  for (const url of own) {
    // One after the other: what is too much is not even fetched.
    const named = librariesIn([url], [], libraries);
    if (size >= MAX_SCRIPT_BYTES) {
      found.push(...named);
      continue;
    }
    const script = await orNull(context.http.fetch(url));
    const text = script?.status === 200 ? script.text() : "";
    size += text === "" ? 0 : (script?.body.length ?? 0);
    if (text !== "") texts.push(text);
    // A file is what stands in it; its name counts where that says nothing.
    const wanted = libraries.filter((one) => named.some(({ library }) => library === one.library));
    const told = librariesIn([], [text], wanted).map(({ library }) => library);
    found.push(...named.filter(({ library }) => !told.includes(library)));
  }
  const inside = librariesIn([], texts, libraries);
  const seen = new Map([...found, ...inside].map((one) => [`${one.library} ${one.version}`, one]));
  return [...seen.values()];
}

/** A greeting's words may name anything, its host first; in brackets stands who built the program. */
function inBrackets(greeting: string): string {
  return (greeting.match(/\([^()]{1,60}\)/g) ?? []).join(" ");
}

/**
 * What one banner of a machine says of its platform and distribution holds for the others too: PHP under
 * Debian's Apache is Debian's. A release is not passed on, since only the marked one shows it for certain,
 * nor is a builder that nobody knows. `shown` are the marks of lines that name no version at all.
 * Applications take the platform only: most of them were not installed from a package.
 */
function sharingMarks(all: readonly Software[], shown: readonly string[]): readonly Software[] {
  const platform = all.find((one) => one.platform !== null)?.platform ?? null;
  const marks = [...all.flatMap(({ distribution }) => distribution ?? []), ...shown];
  const mark = marks.find((one) => one !== UNKNOWN_BUILDER)?.split(" ")[0] ?? null;
  return all.map((one) => ({
    ...one,
    platform: one.platform ?? platform,
    distribution: one.distribution ?? (one.isApplication ? null : mark),
  }));
}

function distinct(software: readonly Software[]): readonly Software[] {
  return [...new Map(software.map((one) => [`${one.product} ${one.version}`, one])).values()];
}

/** A place that does not answer shows nothing; the end of the whole scan is passed on. */
async function orNull<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof NetError)) throw error;
    if (error.code === "budget" || error.code === "aborted" || error.code === "busy") throw error;
    return null;
  }
}
