import { useLingui } from "@lingui/react/macro";
import {
  type ImportView,
  listImports,
  undoImport,
} from "@sekimori/karte-contract/endpoints/imports";
import { pagePaths } from "@sekimori/karte-contract/page-routes";
import { EmptyIllustration } from "@sekimori/kit-web/brand/state-illustrations";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { Badge } from "@sekimori/kit-web/primitives/badge";
import { Button } from "@sekimori/kit-web/primitives/button";
import { buttonClass } from "@sekimori/kit-web/primitives/button-class";
import { EmptyState } from "@sekimori/kit-web/primitives/empty-state";
import { Cell, ColumnHeader, Row, RowHeader, Table } from "@sekimori/kit-web/primitives/table";
import { Link } from "@sekimori/kit-web/routing/link";
import { useSearchParams } from "@sekimori/kit-web/routing/navigation";
import { QueryState } from "@sekimori/kit-web/shell/query-state";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { client } from "../../app/client.ts";
import { ListHeader } from "../../app/lists/list-header.tsx";
import { reportError } from "../../app/sentences/report-error.ts";
import { toasts } from "../../app/toasts.ts";
import { Moment } from "../../app/words/moment.tsx";
import { stateWords } from "./import-words.ts";

const importsQuery = (cursor: string | undefined) =>
  queryOptions({
    queryKey: ["imports", cursor],
    queryFn: () => client.call(listImports, { query: cursor === undefined ? {} : { cursor } }),
  });

/** /import-log: who registered which file when, and a way back. */
export function ImportLogPage() {
  const { t } = useLingui();
  const [query, setQuery] = useSearchParams();
  const { data, error, refetch } = useQuery(
    importsQuery(query.get("cursor") ?? undefined),
    queryClient,
  );
  const next = data?.next ?? null;
  return (
    <>
      <ListHeader title={t`Import log`} />
      {!data && <QueryState error={error} onRetry={() => void refetch()} />}
      {data?.imports.length === 0 && (
        <EmptyState
          title={t`No bulk registrations yet`}
          illustration={<EmptyIllustration />}
          action={
            <Link to={pagePaths.siteBulkRegistration} className={buttonClass({})}>
              {t`Bulk domain registration`}
            </Link>
          }
        />
      )}
      {data && data.imports.length > 0 && <ImportTable imports={data.imports} />}
      {next !== null && (
        <Button className="mt-4" onClick={() => void setQuery({ cursor: next })}>
          {t`Next page`}
        </Button>
      )}
    </>
  );
}

function ImportTable({ imports }: { readonly imports: readonly ImportView[] }) {
  const { t, i18n } = useLingui();
  const [busy, setBusy] = useState<string>();

  async function undo(id: string) {
    setBusy(id);
    try {
      await client.call(undoImport, { params: { id }, body: {} });
      toasts.show({ tone: "success", title: t`Import undone` });
    } catch (error) {
      reportError(error);
    } finally {
      setBusy(undefined);
    }
    await queryClient.invalidateQueries();
  }

  return (
    <Table label={t`Imports`}>
      <thead>
        <tr>
          <ColumnHeader>{t`Time`}</ColumnHeader>
          <ColumnHeader>{t`File`}</ColumnHeader>
          <ColumnHeader>{t`By`}</ColumnHeader>
          <ColumnHeader>{t`Status`}</ColumnHeader>
          <ColumnHeader numeric>{t`Rows`}</ColumnHeader>
          <ColumnHeader numeric>{t`Added`}</ColumnHeader>
          <ColumnHeader numeric>{t`Rejected`}</ColumnHeader>
          <ColumnHeader>{t`Undo`}</ColumnHeader>
        </tr>
      </thead>
      <tbody>
        {imports.map((one) => (
          <Row key={one.id}>
            <RowHeader>
              <Moment at={one.at} withExact />
            </RowHeader>
            <Cell>
              <bdi>{one.fileName || t`Pasted rows`}</bdi>
            </Cell>
            <Cell>{one.by?.name ?? "–"}</Cell>
            <Cell>
              <Badge tone={one.state === "applied" ? "success" : "neutral"}>
                {i18n._(stateWords[one.state])}
              </Badge>
            </Cell>
            <Cell numeric>{i18n.number(one.counts.rows)}</Cell>
            <Cell numeric>{i18n.number(one.state === "checked" ? 0 : one.counts.add)}</Cell>
            <Cell numeric>{i18n.number(one.counts.refused)}</Cell>
            <Cell>
              {one.canUndo && (
                <Button
                  size="small"
                  pending={busy === one.id}
                  aria-label={t`Undo the import of ${{ file: one.fileName || t`Pasted rows` }}`}
                  onClick={() => void undo(one.id)}
                >
                  {t`Undo`}
                </Button>
              )}
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}
