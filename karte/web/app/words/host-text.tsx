import { Fragment } from "react";

/** A label that fits a phone's half: it is not parted at its hyphens. */
const shortLabel = 16;

interface HostTextProps {
  readonly text: string;
  /** It stands in one line, which is cut where it has no room. */
  readonly isWhole?: boolean;
}

/**
 * A host, address or place as a stranger's zone or server names it: it cannot turn the direction of
 * what stands around it, and where it has no room its lines end behind dots before they end anywhere.
 */
export function HostText({ text, isWhole = false }: HostTextProps) {
  if (isWhole) return <bdi>{text}</bdi>;
  return (
    <bdi className="wrap-anywhere">
      {text.split(".").map((label, index) => (
        // The labels never change places.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <Fragment key={index}>
          {index > 0 && (
            <>
              .<wbr />
            </>
          )}
          {label.includes("-") && label.length <= shortLabel ? (
            <span className="whitespace-nowrap">{label}</span>
          ) : (
            label
          )}
        </Fragment>
      ))}
    </bdi>
  );
}

const hosts = /((?:[a-z0-9_-]+\.)+[a-z][a-z0-9-]+)/i;

/** A sentence in which hosts stand: their lines end as those of a host alone do. */
export function SentenceText({ text, isWhole = false }: HostTextProps) {
  return text.split(hosts).map((part, index) => {
    // Every second part is a host; the parts never change places.
    const key = `${index} ${part}`;
    return index % 2 === 1 ? (
      <HostText key={key} text={part} isWhole={isWhole} />
    ) : (
      <Fragment key={key}>{part}</Fragment>
    );
  });
}
