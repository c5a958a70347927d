import { useLingui } from "@lingui/react/macro";
import { formatMoment } from "@sekimori/kit-web/language/date-format";
import { Button } from "@sekimori/kit-web/primitives/button";
import type { ActivityEntry } from "@sekimori/portal-contract/endpoints/security";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { language } from "../../app/language.ts";
import { queryClient } from "../../app/query-client.ts";
import { activityNames } from "./activity-names.ts";
import { activityQuery } from "./activity-query.ts";
import { dialogs } from "./dialogs.ts";
import { QueryState } from "./query-state.tsx";
import { Section } from "./section.tsx";

/** What has happened to the account, newest first, and "this wasn't me". */
export function ActivitySection() {
  const { t } = useLingui();
  const [reported, setReported] = useState<ActivityEntry>();
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery(
    activityQuery,
    queryClient,
  );
  return (
    <Section title={t`Activity log`}>
      {!data && <QueryState error={error} onRetry={() => void refetch()} />}
      <ul className="border-t border-border">
        {data?.pages
          .flatMap(({ entries }) => entries)
          .map((entry) => (
            <ActivityRow key={entry.id} entry={entry} onReport={() => setReported(entry)} />
          ))}
      </ul>
      {hasNextPage && (
        <Button
          className="mt-4"
          pending={isFetchingNextPage}
          pendingLabel={t`Loading`}
          onClick={() => void fetchNextPage()}
        >
          {t`Show more`}
        </Button>
      )}
      {reported && <dialogs.notMe.Dialog entry={reported} onClose={() => setReported(undefined)} />}
    </Section>
  );
}

function ActivityRow({ entry, onReport }: { entry: ActivityEntry; onReport: () => void }) {
  const { t, i18n } = useLingui();
  const name = i18n._(activityNames[entry.action]);
  const at = formatMoment(entry.at, language.current());
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-1 border-b border-border py-3.5">
      <div className="min-w-0 flex-1">
        <p>{name}</p>
        <p className="text-[0.875rem] text-muted">
          <time dateTime={entry.at}>{at}</time>
          {[entry.device, entry.ipAddress].filter(Boolean).map((detail) => ` · ${detail}`)}
        </p>
      </div>
      <Button
        variant="plain"
        size="small"
        aria-label={t`This wasn't me: ${{ name }}, ${{ at }}`}
        onClick={onReport}
      >
        {t`This wasn't me`}
      </Button>
    </li>
  );
}
