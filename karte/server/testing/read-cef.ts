/** A line of the Common Event Format, read by its own rules and not by how ours are written. */
interface CefEvent {
  /** version, vendor, product, product's version, class, name, severity */
  readonly header: readonly string[];
  readonly extension: Readonly<Record<string, string>>;
}

/** @throws Error for a line that a receiver would misread. */
export function readCef(line: string): CefEvent {
  if (/[\r\n]/.test(line)) throw new Error("A line has a line break.");
  const header: string[] = [];
  let field = "";
  let at = 0;
  for (; header.length < 7; at += 1) {
    const sign = line[at];
    if (sign === undefined) throw new Error("The header ends too early.");
    if (sign === "\\") {
      at += 1;
      const escaped = line[at];
      if (escaped !== "\\" && escaped !== "|") throw new Error(`\\${escaped} in the header.`);
      field += escaped;
    } else if (sign === "|") {
      header.push(field);
      field = "";
    } else field += sign;
  }
  if (header[0] !== "CEF:0") throw new Error("No CEF.");
  if (!/^(?:[0-9]|10)$/.test(header[6] ?? "")) throw new Error("A severity is from 0 to 10.");
  return { header: [...header.slice(1)], extension: readExtension(line.slice(at)) };
}

/** A key is a word before an equals sign that nothing escapes; its value ends before the next one. */
function readExtension(text: string): Readonly<Record<string, string>> {
  const keys = [...text.matchAll(/(?:^| )(\w+)=/g)].filter(
    ({ index, 0: found }) => !isEscaped(text, index + found.length - 1),
  );
  const entries = keys.map((key, place) => {
    const from = key.index + key[0].length;
    const raw = text.slice(from, keys[place + 1]?.index ?? text.length);
    return [key[1] ?? "", unescaped(raw)] as const;
  });
  if (new Set(entries.map(([key]) => key)).size !== entries.length) {
    throw new Error("A key stands twice.");
  }
  return Object.fromEntries(entries);
}

function isEscaped(text: string, at: number): boolean {
  let backslashes = 0;
  while (text[at - 1 - backslashes] === "\\") backslashes += 1;
  return backslashes % 2 === 1;
}

function unescaped(raw: string): string {
  if (/(?<!\\)(?:\\\\)*=/.test(raw)) throw new Error("An equals sign that nothing escapes.");
  return raw.replace(/\\(.?)/g, (_, sign: string) => {
    if (sign === "n") return "\n";
    if (sign === "r") return "\r";
    if (sign !== "\\" && sign !== "=") throw new Error(`\\${sign} in the extension.`);
    return sign;
  });
}
