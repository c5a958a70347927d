import type { DomainPage, DomainRow } from "@sekimori/karte-contract/endpoints/domains";
import type { RunEvent } from "@sekimori/karte-contract/endpoints/runs";
import { isUnderWay } from "@sekimori/karte-contract/words";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { useEffect } from "react";
import { followRuns } from "./run-feed.ts";
import { withRun } from "./with-run.ts";

/** A run that ended changes lists, counts and grades; many that end together are read once. */
const settleMs = 400;

const isOver = ({ state }: RunEvent) => !isUnderWay(state);

/** Keeps what pages show of runs true while they go on, in every tab. */
export function useLiveRuns(workspace: string | undefined): void {
  useEffect(() => {
    if (workspace === undefined) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const readAgain = () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        void queryClient.invalidateQueries();
      }, settleMs);
    };
    let isFirst = true;
    const stop = followRuns(workspace, (news) => {
      if (news.kind === "reconnected") {
        // What a page has just read needs no second look.
        if (!isFirst) readAgain();
        isFirst = false;
        return;
      }
      const { run } = news;
      if (isOver(run)) readAgain();
      else show(run);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [workspace]);
}

function show(run: RunEvent): void {
  queryClient.setQueriesData<{ domains: DomainRow[] }>({ queryKey: ["domains"] }, (list) =>
    list === undefined
      ? undefined
      : { ...list, domains: list.domains.map((domain) => withRun(domain, run)) },
  );
  queryClient.setQueriesData<DomainPage>({ queryKey: ["domain", run.domain.id] }, (domain) =>
    domain === undefined ? undefined : withRun(domain, run),
  );
}
