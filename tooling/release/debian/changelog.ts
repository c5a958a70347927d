import { gzipSync } from "node:zlib";
import type { Release } from "../tree.ts";

/** Who a package names as its maker. */
export const maintainer = "Sekimori <packages@sekimori.example>";

/** A moment as a changelog has it: "Thu, 26 Nov 2026 10:47:29 +0000". */
const stamp = (moment: Date) => moment.toUTCString().replace("GMT", "+0000");

/** Text without the marks of Markdown. */
const plain = (text: string) =>
  text.replaceAll(/\*\*|`/g, "").replaceAll(/\[(.*?)\]\(.*?\)/g, "$1");

/** In lines of at most 80 letters, each indented. */
const wrapped = (text: string) =>
  text.replaceAll(/(\S.{0,74}\S|\S)(?:\s+|$)/g, "    $1\n").trimEnd();

/**
 * What the changelog for operators says of a version, as Debian's policy wants it written (4.4).
 *
 * @throws Error when it says nothing of this version
 */
export function debianChangelog(
  source: string,
  markdown: string,
  { version, changedAt }: Release,
): string {
  const [, section] =
    markdown
      .split(/^## /m)
      .find((part) => part.startsWith(`${version}\n`))
      ?.split(/\n(.*)/s) ?? [];
  if (section === undefined) throw new Error(`CHANGELOG.md says nothing of ${version}.`);
  const points = section
    .trim()
    .split(/\n+(?:- )?/)
    .map((point) => wrapped(plain(point)).replace(/^ {4}/, "  * "));
  return [
    `${source} (${version}) stable; urgency=medium`,
    ["", ...points, ""].join("\n"),
    ` -- ${maintainer}  ${stamp(changedAt)}`,
    "",
  ].join("\n");
}

/** Compressed as documents of a package are: without a name or a time. */
export const compressed = (text: string): Buffer => gzipSync(text, { level: 9 });
