const mostBytes = 64 * 1024;

/** How files of each kind begin. SVG is left out: it is a document and may hold more than a picture. */
const beginnings = [
  {
    type: "image/png",
    is: (file: Buffer) => file.subarray(0, 8).equals(Buffer.from("89504e470d0a1a0a", "hex")),
  },
  {
    type: "image/jpeg",
    is: (file: Buffer) => file.subarray(0, 3).equals(Buffer.from("ffd8ff", "hex")),
  },
  {
    type: "image/webp",
    is: (file: Buffer) => /^RIFF....WEBP/s.test(file.subarray(0, 12).toString("latin1")),
  },
] as const;

/**
 * A picture file as the data URL that pages show: an address elsewhere would tell that place who signs
 * in where, and when.
 *
 * @returns undefined for what is none of the kinds, or too large.
 */
export function logoFrom(file: Buffer): string | undefined {
  const kind = beginnings.find(({ is }) => is(file));
  if (kind === undefined || file.length > mostBytes) return undefined;
  return `data:${kind.type};base64,${file.toString("base64")}`;
}

/** Whether a text is such a data URL, whose content is what it says. */
export function isLogo(text: string): boolean {
  const [, content] = /^data:image\/[a-z]+;base64,([A-Za-z0-9+/]+=*)$/.exec(text) ?? [];
  return content !== undefined && logoFrom(Buffer.from(content, "base64")) === text;
}
