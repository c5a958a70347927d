/** Longest text that is read; larger zones are cut. */
const MAX_CHARS = 4_000_000;
const MAX_NAMES = 5_000;

/** A name of a zone file and the record that named it. */
export interface ZoneName {
  readonly name: string;
  readonly line: number;
}

/**
 * Owner names in a master file (RFC 1035 §5): `$ORIGIN`, relative and absolute names, `@`, blank
 * owners, comments, quotes and parentheses. Wildcards and service labels (`_dmarc`) are no hosts
 * and are left out, as are names outside `origin`.
 */
export function zoneNames(text: string, origin: string): readonly ZoneName[] {
  const names = new Map<string, ZoneName>();
  let current = origin.toLowerCase().replace(/\.$/, "");
  let depth = 0;
  const lines = text.slice(0, MAX_CHARS).split(/\r?\n/);
  for (const [index, raw] of lines.entries()) {
    const line = stripComment(raw);
    const continued = depth > 0;
    depth = Math.max(0, depth + count(line, "(") - count(line, ")"));
    if (continued || line.trim() === "") continue;
    const directive = /^\$ORIGIN\s+(\S+)/i.exec(line);
    if (directive?.[1]) current = absolute(directive[1], current);
    if (line.startsWith("$") || /^\s/.test(line)) continue;
    const owner = absolute(line.split(/\s+/)[0] ?? "", current);
    if (names.size >= MAX_NAMES || names.has(owner) || !isHost(owner, origin)) continue;
    names.set(owner, { name: owner, line: index + 1 });
  }
  return [...names.values()];
}

function absolute(name: string, origin: string): string {
  const lower = name.toLowerCase();
  if (lower === "@") return origin;
  return lower.endsWith(".") ? lower.slice(0, -1) : `${lower}.${origin}`;
}

function isHost(name: string, origin: string): boolean {
  const inside = name === origin || name.endsWith(`.${origin}`);
  return inside && /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(name);
}

/** Cuts a comment, and empties quoted strings so that nothing in them counts. */
function stripComment(line: string): string {
  return line.replace(/"(?:[^"\\]|\\.)*"/g, '""').replace(/;.*$/, "");
}

function count(line: string, sign: string): number {
  return line.split(sign).length - 1;
}
