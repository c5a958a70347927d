import { useLingui } from "@lingui/react/macro";
import { refusalsDays } from "@sekimori/console-contract/constants";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { Button } from "@sekimori/kit-web/primitives/button";
import { Checkbox } from "@sekimori/kit-web/primitives/checkbox";
import { EmptyState } from "@sekimori/kit-web/primitives/empty-state";
import { PageHeader } from "@sekimori/kit-web/primitives/page-header";
import { TextField } from "@sekimori/kit-web/primitives/text-field";
import { useSearchParams } from "@sekimori/kit-web/routing/navigation";
import { QueryState } from "@sekimori/kit-web/shell/query-state";
import { ShowMore } from "@sekimori/kit-web/shell/show-more";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { type SubmitEvent, useEffect, useState } from "react";
import { RefusalCard } from "./refusal-card.tsx";
import { refusalsQuery, watchQuery } from "./refusals-query.ts";

/** A list that nobody watches any more must not keep a session alive. */
const watchedMs = 10 * 60_000;

/** What the portal refused to applications, as it happens: received and registered, side by side. */
export function RefusalsPage() {
  const { t } = useLingui();
  const [query, change] = useSearchParams();
  const filter = { client: query.get("client") ?? "", reference: query.get("reference") ?? "" };
  const [isWatched, setWatched] = useState(false);
  useEffect(() => {
    if (!isWatched) return undefined;
    const end = setTimeout(() => setWatched(false), watchedMs);
    return () => clearTimeout(end);
  }, [isWatched]);
  const list = useInfiniteQuery(refusalsQuery(filter), queryClient);
  useQuery({ ...watchQuery(filter), enabled: isWatched }, queryClient);
  const refusals = list.data?.pages.flatMap((page) => page.refusals);
  const isFiltered = filter.client !== "" || filter.reference !== "";

  function narrow(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const typed = new FormData(event.currentTarget);
    const said = ["client", "reference"].flatMap((name) => {
      const text = String(typed.get(name) ?? "").trim();
      return text === "" ? [] : [[name, text] as const];
    });
    void change(Object.fromEntries(said));
  }

  return (
    <>
      <PageHeader
        title={t`Refused requests`}
        description={t`What the portal refused to applications in the last ${{ days: refusalsDays }} days. The error page and the answer to the application show the same reference.`}
      />
      <form
        key={`${filter.client} ${filter.reference}`}
        onSubmit={narrow}
        className="mb-6 grid items-end gap-4 sm:grid-cols-[1fr_1fr_auto]"
      >
        <TextField
          label={t`Client ID`}
          name="client"
          defaultValue={filter.client}
          autoComplete="off"
          spellCheck={false}
        />
        <TextField
          label={t`Reference`}
          name="reference"
          defaultValue={filter.reference}
          autoComplete="off"
          spellCheck={false}
        />
        <Button type="submit">{t`Narrow down`}</Button>
      </form>
      <div className="mb-4">
        <Checkbox
          label={t`Show new ones as they come`}
          checked={isWatched}
          onChange={({ currentTarget: { checked } }) => setWatched(checked)}
        />
      </div>
      {refusals === undefined ? (
        <QueryState
          error={list.error}
          onRetry={() => void list.refetch()}
          of={t`Refused requests`}
        />
      ) : refusals.length === 0 ? (
        <EmptyState title={isFiltered ? t`Nothing was refused there` : t`Nothing was refused`}>
          {t`A request that you sent just now appears here within seconds. What isn't here after that never reached the portal, or wasn't refused.`}
        </EmptyState>
      ) : (
        <ol aria-label={t`Refused requests`} className="grid gap-4">
          {refusals.map((refusal) => (
            <RefusalCard key={refusal.id} refusal={refusal} />
          ))}
        </ol>
      )}
      <ShowMore query={list} className="mt-6" pendingLabel={t`Loading`}>
        {t`Show more`}
      </ShowMore>
    </>
  );
}
