import { HostText } from "./host-text.tsx";

/** A name as people write it, with the form that the DNS knows where that is another one. */
export function DomainName({ name }: { readonly name: { ascii: string; unicode: string } }) {
  return (
    <span className="wrap-anywhere">
      <HostText text={name.unicode} />
      {name.unicode !== name.ascii && (
        <span className="ml-2 font-400 text-[0.8125rem] text-muted">{name.ascii}</span>
      )}
    </span>
  );
}
