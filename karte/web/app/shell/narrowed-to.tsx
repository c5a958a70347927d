import { useLingui } from "@lingui/react/macro";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { CloseIcon } from "@sekimori/kit-web/first-icons";
import { IconButton } from "@sekimori/kit-web/primitives/icon-button";
import { useQuery } from "@tanstack/react-query";
import { domainNameQuery } from "../session/workspace-queries.ts";
import { HostText } from "../words/host-text.tsx";

interface NarrowedToProps {
  readonly address: URLSearchParams;
  readonly onChange: (values: Readonly<Record<string, string | null>>) => void;
}

/**
 * The domain, the host or the cause that a list was opened for. No field chooses them, for there may be a
 * hundred thousand: so they are named here, and taken away.
 */
export function NarrowedTo({ address, onChange }: NarrowedToProps) {
  const { t } = useLingui();
  const domain = address.get("domain");
  const host = address.get("host");
  const cause = address.get("cause");
  const { data } = useQuery(domainNameQuery(domain), queryClient);
  const parts = [
    ...(domain === null
      ? []
      : [{ id: "domain", label: t`Domain`, text: data?.name.unicode ?? "" }]),
    ...(host === null ? [] : [{ id: "host", label: t`Host`, text: host }]),
    // Its name in words: what it is of stands before it.
    ...(cause === null
      ? []
      : [{ id: "cause", label: t`Cause`, text: cause.slice(cause.indexOf("|") + 1) }]),
  ];
  if (parts.length === 0) return null;
  return (
    <ul className="mb-5 flex flex-wrap gap-2">
      {parts.map(({ id, label, text }) => (
        <li
          key={id}
          className="flex max-w-full items-center gap-2 rounded-6 border border-key-line bg-key-soft py-0.5 pr-0.5 pl-3 text-[0.9375rem]"
        >
          <span className="min-w-0">
            <span className="text-muted">{label}</span> <HostText text={text} />
          </span>
          <IconButton
            size="small"
            label={t`Remove filter: ${{ label }}`}
            icon={<CloseIcon />}
            onClick={() => onChange({ [id]: null })}
          />
        </li>
      ))}
    </ul>
  );
}
