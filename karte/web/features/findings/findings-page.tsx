import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { Button } from "@sekimori/kit-web/primitives/button";
import { useSearchParams } from "@sekimori/kit-web/routing/navigation";
import { QueryState } from "@sekimori/kit-web/shell/query-state";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { findingGroupsQuery } from "../../app/findings/finding-groups-query.ts";
import { findingsQuery } from "../../app/findings/findings-query.ts";
import { changedAddress } from "../../app/lists/changed-address.ts";
import { ListHeader } from "../../app/lists/list-header.tsx";
import { ListPages } from "../../app/lists/list-pages.tsx";
import { listOf, useSelection } from "../../app/lists/use-selection.ts";
import { useMay } from "../../app/session/session-query.ts";
import { NarrowedTo } from "../../app/shell/narrowed-to.tsx";
import { ListHead } from "../../app/views/list-head.tsx";
import { useColumns } from "../../app/views/use-columns.ts";
import { findingColumnWords } from "./finding-columns.ts";
import { FindingFilters } from "./finding-filters.tsx";
import { FindingGroups } from "./finding-groups.tsx";
import { FindingPage } from "./finding-page.tsx";
import { FindingSelection } from "./finding-selection.tsx";
import { FindingTable } from "./finding-table.tsx";
import type { Worked } from "./finding-work.tsx";
import { filtersOf, listQueryOf } from "./list-address.ts";
import { NoFindings, NothingFoundYet } from "./no-findings.tsx";
import { useNothingFound } from "./use-nothing-found.ts";
import { useTakeAll } from "./use-take-all.ts";
import { WorkResult } from "./work-result.tsx";

/** /inventory/result: what is wrong; with an id in the address, one finding. */
export function FindingsPage() {
  const [address] = useSearchParams();
  const id = address.get("id");
  return id === null ? <Findings /> : <FindingPage key={id} id={id} />;
}

function Findings() {
  const { t } = useLingui();
  const [address, setAddress] = useSearchParams();
  const change = (values: Readonly<Record<string, string | null>>) =>
    void setAddress(changedAddress(address, values), { animated: false });
  const isTogether = address.get("by") === "kind";
  const nothingYet = useNothingFound(address);
  return (
    <>
      <ListHeader
        title={t`Inventory result (findings)`}
        about={t`What your scans found, most urgent first. A finding is fixed when the same check no longer reports it.`}
      />
      {nothingYet === undefined && <QueryState error={undefined} onRetry={() => undefined} />}
      {nothingYet === true && <NothingFoundYet />}
      {nothingYet === false && (
        <>
          <FindingFilters
            address={address}
            onChange={change}
            tools={
              <>
                {!isTogether && <FindingTools />}
                <Button
                  size="small"
                  aria-pressed={isTogether}
                  onClick={() => change({ by: isTogether ? null : "kind" })}
                >
                  {t`By type`}
                </Button>
              </>
            }
          />
          <NarrowedTo address={address} onChange={change} />
          {isTogether ? <FindingKinds /> : <FindingList />}
        </>
      )}
    </>
  );
}

/** What the list asks for. Narrowed to one cause, it is of its findings. */
const askedBy = (address: URLSearchParams) => ({
  ...listQueryOf(address),
  each: address.has("cause") ? ("finding" as const) : ("cause" as const),
});

function FindingTools() {
  const [address, setAddress] = useSearchParams();
  const columns = useColumns("findings", address);
  const { data } = useQuery(findingsQuery(askedBy(address)), queryClient);
  return (
    <ListHead
      count={data?.count}
      counted={msg`Findings: {figure}`}
      list="findings"
      words={findingColumnWords}
      columns={data?.findings.length === 0 ? undefined : columns}
      address={address}
      onGo={(to) => void setAddress(to, { animated: false })}
    />
  );
}

function FindingList() {
  const mayAssign = useMay("assign");
  const [address, setAddress] = useSearchParams();
  const query = askedBy(address);
  const selection = useSelection(listOf(address));
  const columns = useColumns("findings", address);
  const [worked, setWorked] = useState<Worked>();
  const { data, error, refetch, isPlaceholderData } = useQuery(findingsQuery(query), queryClient);
  const takeAll = useTakeAll(selection, filtersOf(address));
  const isAsked = mayAssign && data !== undefined && address.get("choose") === "all";
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for an address that asks for it
  useEffect(() => {
    if (!isAsked) return;
    const { choose: _chosen, ...rest } = Object.fromEntries(address);
    void takeAll().then(() => setAddress(rest, { replace: true, animated: false }));
  }, [isAsked]);
  return (
    <div aria-busy={isPlaceholderData || undefined}>
      {/* Those that an act took from the list can still be brought back. */}
      {worked && (
        <WorkResult key={worked.id} worked={worked} onClose={() => setWorked(undefined)} />
      )}
      {(!data || !columns) && <QueryState error={error} onRetry={() => void refetch()} />}
      {data?.findings.length === 0 && <NoFindings />}
      {data && columns && data.findings.length > 0 && (
        <>
          <FindingTable
            findings={data.findings}
            selection={mayAssign ? selection : undefined}
            columns={columns}
            sort={query.sort ?? "priority"}
            order={query.order ?? "asc"}
            onSort={(sort, order) =>
              void setAddress(changedAddress(address, { sort, order }), { animated: false })
            }
          />
          {selection.ids.size > 0 && (
            <FindingSelection
              selection={selection}
              filters={filtersOf(address)}
              count={data.count}
              onUndoable={setWorked}
            />
          )}
          <ListPages
            address={address}
            next={data.next}
            onGo={(to) => void setAddress(to, { animated: false })}
          />
        </>
      )}
    </div>
  );
}

function FindingKinds() {
  const { t } = useLingui();
  const [address] = useSearchParams();
  const filters = filtersOf(address);
  const { data, error, refetch, isPlaceholderData } = useQuery(
    findingGroupsQuery(filters),
    queryClient,
  );
  if (!data) return <QueryState error={error} onRetry={() => void refetch()} />;
  if (data.groups.length === 0) return <NoFindings />;
  return (
    <div aria-busy={isPlaceholderData || undefined}>
      <p className="mb-3 text-[0.875rem] text-muted">
        {t`Each row is one check that found the same thing, in one place or more.`}
      </p>
      <FindingGroups
        groups={data.groups}
        filters={filters}
        addressOf={(check) =>
          `?${new URLSearchParams(changedAddress(address, { check, by: null }))}`
        }
      />
    </div>
  );
}
