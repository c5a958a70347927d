/** The signs of markup that the reference escapes. */
const signs: Readonly<Record<string, string>> = {
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#39;": "'",
  "&amp;": "&",
};

/** A command of the reference, as its reader copies it. */
export interface ReferenceCommand {
  readonly text: string;
  /** What it sends, read as JSON; undefined where it sends nothing. */
  readonly body: unknown;
}

/** The commands on a reference's page by the name of their call. @throws where a body is no JSON. */
export function referenceCommands(page: string): ReadonlyMap<string, ReferenceCommand> {
  const commands = new Map<string, ReferenceCommand>();
  for (const [, name = "", markup = ""] of page.matchAll(
    /aria-label="(\w+) with curl">([^<]*)<\/pre>/g,
  )) {
    const text = markup.replace(/&(?:lt|gt|quot|amp|#39);/g, (sign) => signs[sign] ?? sign);
    const sent = /--data '(.*)'$/s.exec(text)?.[1]?.replaceAll("'\\''", "'");
    commands.set(name, { text, body: sent === undefined ? undefined : JSON.parse(sent) });
  }
  return commands;
}

/** The names that the page's table of parameters has for a call; none where it has no table. */
export function referenceParameters(page: string, call: string): readonly string[] {
  const table = page.split(`aria-label="Parameters of ${call}"`)[1]?.split("</table>")[0] ?? "";
  return [...table.matchAll(/<th scope="row"><code>([^<]+)<\/code>/g)].map(([, name = ""]) => name);
}
