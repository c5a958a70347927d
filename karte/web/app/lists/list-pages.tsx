import { useLingui } from "@lingui/react/macro";
import { pageSize, pageSizes } from "@sekimori/karte-contract/constants";
import { Button } from "@sekimori/kit-web/primitives/button";
import { changedAddress } from "./changed-address.ts";
import { DensityChoice } from "./density-choice.tsx";

interface ListPagesProps {
  readonly address: URLSearchParams;
  readonly next: string | null;
  readonly onGo: (address: Readonly<Record<string, string>>) => void;
}

/** First and next page of a list, and how many entries one has; all of it is in the address. */
export function ListPages({ address, next, onGo }: ListPagesProps) {
  const { t, i18n } = useLingui();
  const go = (change: Readonly<Record<string, string | null>>) =>
    onGo(changedAddress(address, change));
  return (
    <nav aria-label={t`List pages`} className="mt-4 flex flex-wrap items-center gap-3">
      {address.has("cursor") && (
        <Button onClick={() => go({ cursor: null })}>{t`First page`}</Button>
      )}
      {next !== null && <Button onClick={() => go({ cursor: next })}>{t`Next page`}</Button>}
      <div className="ml-auto" />
      <DensityChoice />
      <label className="flex items-center gap-2 text-[0.875rem] text-muted">
        {t`Rows per page`}
        <select
          value={address.get("size") ?? String(pageSize)}
          onChange={(event) => go({ size: event.currentTarget.value })}
          className="rounded-6 border border-border-strong bg-surface px-2 py-1.5 text-text"
        >
          {pageSizes.map((size) => (
            <option key={size} value={size}>
              {i18n.number(size)}
            </option>
          ))}
        </select>
      </label>
    </nav>
  );
}
