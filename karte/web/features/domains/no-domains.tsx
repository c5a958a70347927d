import { useLingui } from "@lingui/react/macro";
import {
  EmptyIllustration,
  NotFoundIllustration,
} from "@sekimori/kit-web/brand/state-illustrations";
import { Button } from "@sekimori/kit-web/primitives/button";
import { EmptyState } from "@sekimori/kit-web/primitives/empty-state";
import { SearchedFor } from "../../app/lists/searched-for.tsx";

interface NoDomainsProps {
  /** Filters are set, and nothing fits them. */
  readonly filtered: boolean;
  /** What was typed into the search box. */
  readonly text: string;
  readonly onClear: () => void;
}

/** Nothing found, or nothing there yet: why, and what to do. */
export function NoDomains({ filtered, text, onClear }: NoDomainsProps) {
  const { t } = useLingui();
  if (filtered) {
    return (
      <EmptyState
        title={t`No domain matches`}
        illustration={<NotFoundIllustration />}
        action={<Button onClick={onClear}>{t`Clear filters`}</Button>}
      >
        <SearchedFor text={text} />
      </EmptyState>
    );
  }
  return (
    <EmptyState title={t`No domains yet`} illustration={<EmptyIllustration />}>
      {t`Add your organization's domain, verify that you own it and scan it. You'll see the first results within minutes.`}
    </EmptyState>
  );
}
