import { HostText } from "./host-text.tsx";

interface DomainNameProps {
  readonly name: { readonly ascii: string; readonly unicode: string };
  /** It stands in one line, which is cut where it has no room. */
  readonly isWhole?: boolean;
}

/** A name as people write it, with the form that the DNS knows where that is another one. */
export function DomainName({ name, isWhole = false }: DomainNameProps) {
  return (
    <span className="wrap-anywhere">
      <HostText text={name.unicode} isWhole={isWhole} />
      {name.unicode !== name.ascii && (
        <span className="ml-2 font-400 text-[0.8125rem] text-muted">{name.ascii}</span>
      )}
    </span>
  );
}
