/*
 * Recipes as an owner puts them in: a line takes the place of the line that sets the same thing, and stands
 * beside the others where there is none.
 */

/** How a server's configuration is read. */
interface Configuration {
  /** What a line sets: a header by its name, anything else by the directive; null for neither. */
  sets(line: string): string | null;
  /** The statements that share a line. */
  statements(line: string): readonly string[];
  /** A statement without what it sets of its own for a part of the site. */
  without(statement: string, replaced: ReadonlySet<string>): string;
}

/** A policy that only asks for encryption stands beside others, each of which holds (CSP3 §4.2.3). */
const isBeside = (line: string) => line.includes('"upgrade-insecure-requests"');

const nginx: Configuration = {
  sets: (line) =>
    isBeside(line)
      ? null
      : setting(
          line,
          /^\s*(?:add_header|(?:proxy|fastcgi)_hide_header)\s+([^\s;]+)/i,
          /^\s*([a-z_]+)\s[^{]*;\s*$/,
        ),
  // A block is one statement with what is in it.
  statements: (line) =>
    line.match(/(?:"[^"]*"|[^;{}"])+(?:;|\{[^{}]*\})/g)?.map((one) => one.trim()) ?? [line],
  // Whoever turns something off at a site turns it off where a part of the site has it too.
  without(statement, replaced) {
    const [, head = "", body = ""] = /^([^{]+)\{([^{}]*)\}$/.exec(statement) ?? [];
    if (head === "") return statement;
    const kept = body
      .split(";")
      .map((one) => one.trim())
      .filter((one) => one !== "" && !replaced.has(one.split(/\s/)[0] ?? ""));
    return `${head}{ ${kept.map((one) => `${one};`).join(" ")} }`;
  },
};

const apache: Configuration = {
  sets: (line) =>
    setting(line, /^\s*Header\s+(?:always\s+)?(?:set|unset)\s+(\S+)/i, /^\s*([A-Za-z]+)\s/),
  statements: (line) => [line],
  without: (statement) => statement,
};

function setting(line: string, header: RegExp, directive: RegExp): string | null {
  const name = header.exec(line)?.[1];
  if (name !== undefined) return `header ${name.toLowerCase()}`;
  return directive.exec(line)?.[1]?.toLowerCase() ?? null;
}

/** Directives of which a site may have several, each for something else. */
const SEVERAL = ["listen", "redirectmatch", "proxy_hide_header", "set", "setenvif", "header"];

function copied(
  { sets, statements, without }: Configuration,
  lines: readonly string[],
  texts: readonly string[],
) {
  const added = [...new Set(texts.flatMap((text) => text.split("\n")))];
  const replaced = new Set(
    [...added, ...added.flatMap(takenOut)]
      .flatMap((line) => sets(line) ?? [])
      .filter((one) => !SEVERAL.includes(one)),
  );
  const kept = lines
    .flatMap((line) => line.split("\n"))
    .flatMap(statements)
    .map((statement) => without(statement, replaced))
    .filter((line) => !replaced.has(sets(line) ?? ""));
  return [...kept, ...added];
}

/** A directive behind a number sign is one that its reader is to take out. */
const takenOut = (line: string): readonly string[] =>
  [...line.matchAll(/^# ([a-z_]+ \.\.\.;)$/g)].flatMap(([, directive]) => directive ?? []);

const isServer = (text: string) => text.startsWith("server {");

/** The lines of a site of nginx after its owner has copied the recipes that belong into it. */
export const inNginx = (
  lines: readonly string[],
  texts: readonly string[] = [],
): readonly string[] =>
  copied(
    nginx,
    lines,
    texts.filter((text) => !isServer(text)),
  );

/** The server of port 80 that a recipe brings along, at the addresses of the site; null without. */
export function nginxServer(
  listen: readonly string[],
  texts: readonly string[] = [],
): string | null {
  return texts.find(isServer)?.replace("listen 80;", listen.join(" ")) ?? null;
}

const isRedirect = (text: string) => text.startsWith("Redirect permanent / ");
/** Apache takes them for the whole server alone. */
const isOfServer = (line: string) =>
  /^(?:ServerTokens|SSLStaplingCache|SSLStaplingReturnResponderErrors) /.test(line);

/** The same for a virtual host of Apache. */
export const inApache = (
  lines: readonly string[],
  texts: readonly string[] = [],
): readonly string[] =>
  copied(
    apache,
    lines,
    texts.filter((text) => !isRedirect(text)),
  ).filter((line) => !isOfServer(line));

/** What recipes say of staples for the whole server; what the lab's sites share is as it should be already. */
export const ofApacheServer = (texts: readonly string[]): readonly string[] => [
  ...new Set(
    texts
      .flatMap((text) => text.split("\n"))
      .filter((line) => isOfServer(line) && line.startsWith("SSLStapling")),
  ),
];

/** The redirect that a recipe gives to the virtual host of port 80; null without. */
export const apacheRedirect = (texts: readonly string[] = []): string | null =>
  texts.find(isRedirect) ?? null;

const isCaddySite = (text: string) => /^https?:\/\//.test(text);

/** The same for a site of Caddy: a header takes the place of the one of its name. */
export function inCaddy(
  lines: readonly string[],
  texts: readonly string[] = [],
): readonly string[] {
  const added = texts.filter((text) => !isCaddySite(text)).flatMap((text) => text.split("\n"));
  const headerOf = (line: string) =>
    /^header (?:@\w+ )?[-+]?([\w-]+)/.exec(line)?.[1]?.toLowerCase() ?? line;
  const names = added.filter((line) => !line.startsWith("header +")).map(headerOf);
  return [...lines.filter((line) => !names.includes(headerOf(line))), ...added];
}

/** Whole sites that recipes bring along. */
export const caddySites = (texts: readonly string[] = []): readonly string[] =>
  texts.filter(isCaddySite);

/** Files that recipes name without their place, as they lie on the disk. */
export const withFiles = (text: string, { chain, key }: { chain: string; key: string }): string =>
  text.replace(/[^\s<="';]*fullchain\.pem/g, chain).replace(/[^\s<="';]*privkey\.pem/g, key);

/** Settings of the form `name = value`: those that are copied take the place of those that are there. */
export function inSettings(
  settings: readonly string[],
  texts: readonly string[] = [],
): readonly string[] {
  const added = texts.flatMap((text) => text.split("\n"));
  const nameOf = (line: string) => line.split("=", 1)[0]?.trim();
  const names = added.map(nameOf);
  return [...settings.filter((line) => !names.includes(nameOf(line))), ...added];
}

/** The same for settings of the form `name value`. */
export function inWords(
  settings: readonly string[],
  texts: readonly string[] = [],
): readonly string[] {
  const added = texts.flatMap((text) => text.split("\n"));
  const nameOf = (line: string) => line.trim().split(/\s/, 1)[0]?.toLowerCase();
  const names = added.map(nameOf);
  return [
    ...settings.flatMap((text) => text.split("\n")).filter((line) => !names.includes(nameOf(line))),
    ...added,
  ];
}

/**
 * The lab's machines share one loopback and one set of addresses: what a recipe keeps to its own machine, or
 * opens at all of that machine's addresses, is kept to the state's own.
 */
export const onOwnMachine = (text: string, { v4 }: { readonly v4: string }): string =>
  text
    .replace(/\b127\.0\.0\.1\b|'localhost'/g, loopbackOf(v4))
    .replace(/^listener (\d+)$/gm, `listener $1 ${v4}`);

const loopbackOf = (v4: string) => v4.replace(/^\d+\./, "127.");

/**
 * A page after its owner has changed it: addresses that are told with the one to put in their place, and elements
 * of scripts that take the place of those with the same address.
 */
export function inPage(page: string, texts: readonly string[]): string {
  let changed = page;
  for (const text of texts) {
    for (const [, old = "", put = ""] of text.matchAll(/^<!-- (\S+) -->\n(\S+)$/gm))
      changed = changed.replaceAll(old, put);
    for (const [element, url = ""] of text.matchAll(/<script src="([^"]+)"[^>]*><\/script>/g))
      changed = changed.replaceAll(`<script src="${url}"></script>`, element);
    // Scripts of a host that goes.
    for (const [, from = ""] of text.matchAll(
      /^<!-- <script src="([^"]+\/)\.\.\."><\/script> -->$/gm,
    ))
      changed = withoutScriptsOf(changed, from);
  }
  return changed;
}

const withoutScriptsOf = (page: string, from: string): string =>
  page
    .split(/(?=<script\b)/)
    .map((part) =>
      part.startsWith("<script") && part.includes(`src="${from}`)
        ? part.slice(part.indexOf("</script>") + "</script>".length)
        : part,
    )
    .join("");

/** Lines of a zone after its owner has copied records: one of a kind takes the place of those of the kind. */
export function inZone(
  domain: string,
  lines: readonly string[],
  texts: readonly string[] = [],
): readonly string[] {
  const added = [...new Set(texts.flatMap((text) => text.split("\n")))].flatMap((line) => {
    const [, name = "", rest = ""] = /^([^;\s]+)\. IN (.*)$/.exec(line) ?? [];
    const owner = name === domain ? "@" : name.slice(0, -domain.length - 1);
    return rest === "" ? [] : [`${owner} ${rest}`];
  });
  const kinds = added.map(kindOf);
  return [...lines.filter((line) => !kinds.includes(kindOf(line))), ...added].filter(
    (line) => !isTakenAway(domain, line, texts),
  );
}

/** Whether a recipe has put the record behind a semicolon: an alias by its name, others by what they lead to. */
export function isTakenAway(domain: string, line: string, texts: readonly string[]): boolean {
  const [owner = "", type = "", ...data] = line.split(/\s+/);
  const name = owner === "@" ? domain : `${owner}.${domain}`;
  return texts
    .flatMap((text) => text.split("\n"))
    .some((text) => {
      const [, of, kind, leads] = /^; (\S+)\. IN (CNAME|NS|MX) (.*)$/.exec(text) ?? [];
      return of === name && kind === type && (type === "CNAME" || leads === data.join(" "));
    });
}

/** The terms that recipes have put behind a semicolon are taken out of an SPF record. */
export const withoutTerms = (line: string, texts: readonly string[]): string =>
  texts
    .flatMap((text) => [...text.matchAll(/^; (include:\S+)$/gm)])
    .reduce((left, [, term = ""]) => left.replace(` ${term}`, ""), line);

/** Of TXT records, what they begin with tells one kind from the next. */
function kindOf(line: string): string {
  const [owner = "", type = "", ...data] = line.split(/\s+/);
  const text = /^"v\s*=\s*([a-z0-9]+)/i.exec(data.join(" "))?.[1] ?? "";
  return `${owner} ${type} ${text.toLowerCase()}`;
}
