import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import {
  type ActivityEntry,
  checkActivity,
  exportActivity,
  listActivity,
} from "@sekimori/karte-contract/endpoints/activity";
import type { EndpointInput } from "@sekimori/kit-contract/endpoint";
import { NotFoundIllustration } from "@sekimori/kit-web/brand/state-illustrations";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { saveFile } from "@sekimori/kit-web/client/save-file";
import { useNow } from "@sekimori/kit-web/clock/server-clock";
import { DownloadIcon, ShieldIcon } from "@sekimori/kit-web/icons";
import { Button } from "@sekimori/kit-web/primitives/button";
import { EmptyState } from "@sekimori/kit-web/primitives/empty-state";
import { Cell, ColumnHeader, Row, RowHeader, Table } from "@sekimori/kit-web/primitives/table";
import { useSearchParams } from "@sekimori/kit-web/routing/navigation";
import { QueryState } from "@sekimori/kit-web/shell/query-state";
import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { client } from "../../app/client.ts";
import { changedAddress } from "../../app/lists/changed-address.ts";
import { ListHeader } from "../../app/lists/list-header.tsx";
import { reportError } from "../../app/sentences/report-error.ts";
import { useMay, useSession } from "../../app/session/session-query.ts";
import { NoRight } from "../../app/shell/no-right.tsx";
import { toasts } from "../../app/toasts.ts";
import { Moment } from "../../app/words/moment.tsx";
import { detailsOf } from "./activity-details.ts";
import { ActivityFilters } from "./activity-filters.tsx";
import { activityWords, knownActions } from "./activity-words.ts";
import { bulkToUndo } from "./bulk-to-undo.ts";
import { filtersOf } from "./list-address.ts";
import { UndoBulk } from "./undo-bulk.tsx";

type Query = EndpointInput<typeof listActivity>["query"];

const activityQuery = (query: Query) =>
  queryOptions({
    queryKey: ["activity", query],
    queryFn: ({ signal }) => client.call(listActivity, { query, signal }),
    placeholderData: keepPreviousData,
  });

/** /activity: who did what when. */
export function ActivityPage() {
  const { t } = useLingui();
  const maySee = useMay("see-activity");
  const { data: session } = useSession();
  if (session && !maySee) {
    return (
      <>
        <ListHeader title={t`Activity log`} />
        <NoRight />
      </>
    );
  }
  return <Log />;
}

function Log() {
  const { t } = useLingui();
  const [address, setAddress] = useSearchParams();
  const [busy, setBusy] = useState<"export" | "check">();
  const filters = filtersOf(address, knownActions);
  const cursor = address.get("cursor");
  const query = { ...filters, ...(cursor === null ? {} : { cursor }) };
  const { data, error, refetch } = useQuery(activityQuery(query), queryClient);

  async function act(kind: "export" | "check", work: () => Promise<void>) {
    setBusy(kind);
    await work().catch(reportError);
    setBusy(undefined);
  }

  const download = () =>
    act("export", async () => {
      const { fileName, text } = await client.call(exportActivity, { query: filters });
      saveFile(fileName, text);
      await queryClient.invalidateQueries({ queryKey: ["activity"] });
    });

  const check = () =>
    act("check", async () => {
      const { entries, brokenAt } = await client.call(checkActivity);
      if (brokenAt === null) {
        toasts.show({
          tone: "success",
          title: t`The log is intact`,
          text: plural(entries, {
            one: "# entry was checked against its hash.",
            other: "# entries were checked against their hashes.",
          }),
        });
      } else {
        toasts.show({
          tone: "danger",
          title: t`The log has been tampered with`,
          text: t`Entry ${{ number: brokenAt }} doesn't match the one before it. Contact us.`,
        });
      }
    });

  return (
    <>
      <ListHeader
        title={t`Activity log`}
        about={t`Who did what in this workspace, and when. Entries can't be changed: each one's hash includes the one before it.`}
        actions={
          <>
            <Button
              size="small"
              icon={<ShieldIcon />}
              pending={busy === "check"}
              onClick={() => void check()}
            >
              {t`Verify the log`}
            </Button>
            <Button
              size="small"
              icon={<DownloadIcon />}
              pending={busy === "export"}
              onClick={() => void download()}
            >
              {t`Export as CSV`}
            </Button>
          </>
        }
      />
      <ActivityFilters
        address={address}
        onChange={(values) => void setAddress(changedAddress(address, values), { animated: false })}
      />
      {!data && <QueryState error={error} onRetry={() => void refetch()} />}
      {data?.entries.length === 0 && (
        <EmptyState title={t`No entries`} illustration={<NotFoundIllustration />} />
      )}
      {data && data.entries.length > 0 && <Entries entries={data.entries} />}
      {data?.next && (
        <Button
          className="mt-4"
          onClick={() => void setAddress(changedAddress(address, { cursor: data.next }))}
        >
          {t`Next page`}
        </Button>
      )}
    </>
  );
}

function Entries({ entries }: { readonly entries: readonly ActivityEntry[] }) {
  const { t, i18n } = useLingui();
  const now = useNow();
  return (
    <Table label={t`Activity log`}>
      <thead>
        <tr>
          <ColumnHeader>{t`Time`}</ColumnHeader>
          <ColumnHeader>{t`Action`}</ColumnHeader>
          <ColumnHeader>{t`By`}</ColumnHeader>
          <ColumnHeader>{t`Details`}</ColumnHeader>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => {
          const { id, at, action, by, detail } = entry;
          const bulk = bulkToUndo(entry, entries, now);
          return (
            <Row key={id}>
              <RowHeader>
                <Moment at={at} withExact />
              </RowHeader>
              <Cell>{i18n._(activityWords[action])}</Cell>
              <Cell>{by === null ? t`Automatic` : <bdi>{by.name || t`A former member`}</bdi>}</Cell>
              <Cell>
                <bdi className="wrap-anywhere text-muted">{detailsOf(detail, i18n)}</bdi>
                {bulk !== undefined && <UndoBulk id={bulk} />}
              </Cell>
            </Row>
          );
        })}
      </tbody>
    </Table>
  );
}
