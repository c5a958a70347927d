/** The width of a text in terminal cells, where Japanese characters take two. */
export function cells(text: string): number {
  return [...text].reduce((sum, sign) => sum + (/[\u2e80-\uffdc]/u.test(sign) ? 2 : 1), 0);
}

/** Pads to a width in terminal cells. */
export function pad(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - cells(text)));
}

/** Breaks a Japanese text between words; a closing mark stays with what it closes. */
export function wrapJapanese(text: string, width: number): string {
  const words = [...new Intl.Segmenter("ja", { granularity: "word" }).segment(text)];
  const lines: string[] = [""];
  for (const { segment } of words) {
    const line = lines.at(-1) ?? "";
    const mayEnd = !/^[-、。)」:]/.test(segment);
    if (line !== "" && mayEnd && cells(line + segment) > width) lines.push(segment.trimStart());
    else lines[lines.length - 1] = line + segment;
  }
  return lines.map((line) => line.trimEnd()).join("\n");
}
