import { useLingui } from "@lingui/react/macro";
import type { HistoryEntry } from "@sekimori/console-contract/endpoints/members";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { QueryState } from "@sekimori/kit-web/shell/query-state";
import { ShowMore } from "@sekimori/kit-web/shell/show-more";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useWriting } from "../../app/words/here.ts";
import { Section } from "../../app/words/section.tsx";
import { factName, factValue } from "./history-words.ts";
import { historyQuery } from "./member-queries.ts";

interface HistorySectionProps {
  readonly member: string;
  readonly reason: string;
}

/** What has happened with an account, newest first: acts of the member, of jobs and of staff. */
export function HistorySection({ member, reason }: HistorySectionProps) {
  const { t } = useLingui();
  const query = useInfiniteQuery(historyQuery(member, reason), queryClient);
  const { data, error, refetch } = query;
  const entries = data?.pages.flatMap((page) => page.entries);
  return (
    <Section title={t`History`}>
      {entries === undefined ? (
        <QueryState error={error} onRetry={() => void refetch()} of={t`History`} />
      ) : (
        <ol aria-label={t`History`} className="border-t border-border text-[0.9375rem]">
          {entries.map((entry) => (
            <Entry key={entry.id} entry={entry} />
          ))}
        </ol>
      )}
      <ShowMore
        query={query}
        size="small"
        className="mt-4"
        pendingLabel={t`Loading`}
      >{t`Show older ones`}</ShowMore>
    </Section>
  );
}

function Entry({ entry }: { readonly entry: HistoryEntry }) {
  const { t, i18n } = useLingui();
  const { locale, moment } = useWriting();
  const { words, at, operator, ipAddress, device, detail } = entry;
  const more = [
    ...Object.entries(detail).map(
      ([fact, value]) =>
        `${factName(fact, i18n)}${locale === "ja" ? "：" : ": "}${factValue(fact, value, i18n, locale)}`,
    ),
    ...(ipAddress === null ? [] : [ipAddress]),
    ...(device ? [device] : []),
  ];
  return (
    <li className="grid gap-x-6 border-b border-border py-1.5 sm:grid-cols-[11rem_1fr]">
      <time dateTime={at} className="text-[0.875rem] text-muted tabular-nums">
        {moment(at)}
      </time>
      <div className="min-w-0 break-words">
        <span>{words[locale]}</span>
        {operator !== null && <span className="font-700"> {t`(${{ operator }})`}</span>}
        {more.length > 0 && (
          <p className="text-[0.875rem] text-muted">{more.join(locale === "ja" ? "、" : ", ")}</p>
        )}
      </div>
    </li>
  );
}
