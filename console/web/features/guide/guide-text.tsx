import { linkClass } from "@sekimori/kit-web/primitives/link";

/** A line of a guide: code between backticks, and links that lead out of it. */
export function GuideText({ text }: { readonly text: string }) {
  const parts = text.split(/(`[^`]+`|\[[^\]]+\]\([^)]+\))/).map((part, at) => ({ part, at }));
  return parts.map(({ part, at }) => {
    if (part.startsWith("`")) {
      return (
        <code key={at} className="text-[0.875em] wrap-anywhere">
          {part.slice(1, -1)}
        </code>
      );
    }
    const [, label, address] = /^\[([^\]]+)\]\(([^)]+)\)$/.exec(part) ?? [];
    if (label === undefined) return part;
    // Other pages of the documents are not served here.
    return address?.startsWith("https:") ? (
      <a key={at} href={address} target="_blank" rel="noreferrer" className={linkClass}>
        {label}
      </a>
    ) : (
      label
    );
  });
}
