/** A macro expression (RFC 7208 §7.1); the letters c, r and t belong to explanations only (§7.2). */
const MACRO = /%\{([slodiphv])(\d{0,4})(r?)([.\-+,/_=]*)\}|%%|%_|%-/gi;

/** Longest name that DNS carries; longer ones lose labels from the left (§7.3). */
const MAX_NAME = 253;

/**
 * The name that a domain-spec stands for, as far as that is the same for every message: `%{d}` is the domain
 * whose record is read, `%{o}` the sender's. null where it depends on the message (address, sender, host).
 */
export function expandMacros(
  spec: string,
  { current, sender }: { readonly current: string; readonly sender: string },
): string | null {
  let depends = false;
  const text = spec.replace(MACRO, (whole, letter, digits, reverse, delimiters) => {
    if (whole === "%%") return "%";
    if (whole === "%_") return " ";
    if (whole === "%-") return "%20";
    const value = { d: current, o: sender }[String(letter).toLowerCase()];
    if (value !== undefined) return transformed(value, digits, reverse, delimiters);
    depends = true;
    return "";
  });
  return depends ? null : shortened(text);
}

function transformed(value: string, digits: string, reverse: string, delimiters: string): string {
  const split = delimiters === "" ? "." : delimiters;
  const parts = value.split(new RegExp(`[${split.replace(/[-\]\\^]/g, "\\$&")}]`));
  if (reverse !== "") parts.reverse();
  return parts.slice(digits === "" ? 0 : -Math.max(1, Number(digits))).join(".");
}

function shortened(name: string): string {
  let rest = name;
  while (rest.length > MAX_NAME && rest.includes(".")) rest = rest.slice(rest.indexOf(".") + 1);
  return rest;
}
