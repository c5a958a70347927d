/** Text that is searched; pages repeat their hosts early. */
const MAX_CHARS = 262_144;
const MAX_NAMES = 200;

/** Host names in the URLs of an HTML page (attributes, inline scripts, styles). */
export function htmlNames(html: string): readonly string[] {
  return unique(html.slice(0, MAX_CHARS).matchAll(/\bhttps?:\/\/([a-z0-9.-]{1,253})/gi));
}

/** Host names in the source lists of a Content-Security-Policy. */
export function policyNames(policy: string): readonly string[] {
  return unique(
    policy
      .slice(0, MAX_CHARS)
      .matchAll(
        /(?<=[\s;,]|^)(?:(?:https?|wss?):\/\/)?(?:\*\.)?((?:[a-z0-9-]+\.)+[a-z]{2,63})(?=[\s:/;,]|$)/gi,
      ),
  );
}

function unique(matches: Iterable<RegExpMatchArray>): readonly string[] {
  const names = new Set<string>();
  for (const match of matches) {
    if (names.size >= MAX_NAMES) break;
    const name = match[1]?.toLowerCase().replace(/\.$/, "");
    if (name?.includes(".")) names.add(name);
  }
  return [...names];
}
