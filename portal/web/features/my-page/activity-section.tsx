import { useLingui } from "@lingui/react/macro";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { Button } from "@sekimori/kit-web/primitives/button";
import { QueryState } from "@sekimori/kit-web/shell/query-state";
import { ShowMore } from "@sekimori/kit-web/shell/show-more";
import type { ActivityEntry } from "@sekimori/portal-contract/endpoints/security";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { language } from "../../app/language.ts";
import { type ActivityLine, activityDays, mayReport } from "./activity-days.ts";
import { activityNames } from "./activity-names.ts";
import { activityQuery } from "./activity-query.ts";
import { dialogs } from "./dialogs.ts";
import { Section } from "./section.tsx";

/** What has happened to the account, newest first, and "this wasn't me". */
export function ActivitySection({ external }: { readonly external: boolean }) {
  const { t } = useLingui();
  const [reported, setReported] = useState<ActivityEntry>();
  const query = useInfiniteQuery(activityQuery, queryClient);
  const { data, error, refetch } = query;
  const entries = data?.pages.flatMap((page) => page.entries) ?? [];
  const days = activityDays(entries, language.current());
  return (
    <Section title={t`Activity log`}>
      {!data && <QueryState of={t`Activity log`} error={error} onRetry={() => void refetch()} />}
      <p className="mb-4 text-[0.875rem] text-muted">{t`Times are in Japan Standard Time (JST, UTC+9).`}</p>
      {days.map(({ day, lines }) => (
        <section key={day} aria-label={day} className="mt-5">
          <h3 className="text-[0.875rem] font-700 text-muted">{day}</h3>
          <ul className="mt-1 border-t border-border">
            {lines.map((line) => (
              <ActivityRow
                key={line.entry.id}
                line={line}
                day={day}
                onReport={() => setReported(line.entry)}
              />
            ))}
          </ul>
        </section>
      ))}
      <ShowMore query={query} className="mt-4" pendingLabel={t`Loading`}>{t`Show more`}</ShowMore>
      {reported && (
        <dialogs.notMe.Dialog
          entry={reported}
          external={external}
          onClose={() => setReported(undefined)}
        />
      )}
    </Section>
  );
}

interface ActivityRowProps {
  readonly line: ActivityLine;
  readonly day: string;
  readonly onReport: () => void;
}

function ActivityRow({ line: { entry, count, times }, day, onReport }: ActivityRowProps) {
  const { t, i18n } = useLingui();
  const name = i18n._(activityNames[entry.action]);
  const at = `${day} ${times}`;
  return (
    <li className="grid min-h-12 grid-cols-[auto_1fr] items-center sm:grid-cols-[auto_1fr_auto] gap-x-4 border-b border-border py-2">
      <time dateTime={entry.at} className="min-w-11 text-[0.875rem] text-muted tabular-nums">
        {times}
      </time>
      <p className="min-w-0">
        {name}
        {count > 1 && <span className="text-muted"> {t`(${{ count }} times)`}</span>}
        <span className="block text-[0.875rem] text-muted">
          {[entry.device, entry.ipAddress].filter(Boolean).join(" · ")}
        </span>
      </p>
      {mayReport(entry) && (
        <Button
          variant="plain"
          size="small"
          className="max-sm:col-start-2 max-sm:-ml-3.5 max-sm:justify-self-start sm:-mr-3.5"
          aria-label={t`This wasn't me: ${{ name }}, ${{ at }}`}
          onClick={onReport}
        >
          {t`This wasn't me`}
        </Button>
      )}
    </li>
  );
}
