import { useLingui } from "@lingui/react/macro";
import { deleteGroup, type GroupView } from "@sekimori/karte-contract/endpoints/groups";
import { pagePaths } from "@sekimori/karte-contract/page-routes";
import { EmptyIllustration } from "@sekimori/kit-web/brand/state-illustrations";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { PlusIcon } from "@sekimori/kit-web/icons";
import { Button } from "@sekimori/kit-web/primitives/button";
import { EmptyState } from "@sekimori/kit-web/primitives/empty-state";
import { linkClass } from "@sekimori/kit-web/primitives/link";
import { Cell, ColumnHeader, Row, RowHeader, Table } from "@sekimori/kit-web/primitives/table";
import { Link } from "@sekimori/kit-web/routing/link";
import { QueryState } from "@sekimori/kit-web/shell/query-state";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { client } from "../../app/client.ts";
import { ListHeader } from "../../app/lists/list-header.tsx";
import { reportError } from "../../app/sentences/report-error.ts";
import { useMay } from "../../app/session/session-query.ts";
import { groupsQuery } from "../../app/session/workspace-queries.ts";
import { Grade } from "../../app/words/grade.tsx";
import { SeverityCounts } from "../../app/words/severity-counts.tsx";
import { GroupDialog } from "./group-dialog.tsx";
import { RemoveGroupDialog } from "./remove-group-dialog.tsx";

type Open =
  | { readonly kind: "name"; readonly group?: GroupView }
  | { readonly kind: "remove"; readonly group: GroupView };

/** /group/list: named sets of domains, for reports and for rights. */
export function GroupListPage() {
  const { t } = useLingui();
  const mayManage = useMay("manage-groups");
  const [open, setOpen] = useState<Open>();
  const { data, error, refetch } = useQuery(groupsQuery, queryClient);
  const close = () => setOpen(undefined);

  async function remove({ id }: GroupView) {
    try {
      await client.call(deleteGroup, { params: { id } });
      close();
    } catch (failure) {
      reportError(failure);
    }
    await queryClient.invalidateQueries();
  }

  return (
    <>
      <ListHeader
        title={t`Group list`}
        about={t`Use groups to report on some domains, or to limit who can see them.`}
        actions={
          mayManage && (
            <Button
              variant="primary"
              size="small"
              icon={<PlusIcon />}
              onClick={() => setOpen({ kind: "name" })}
            >
              {t`Create a group`}
            </Button>
          )
        }
      />
      {!data && <QueryState error={error} onRetry={() => void refetch()} />}
      {data?.groups.length === 0 && (
        <EmptyState title={t`No groups yet`} illustration={<EmptyIllustration />}>
          {t`Add domains to groups on their page, in the domain list, or when you register them in bulk.`}
        </EmptyState>
      )}
      {data && data.groups.length > 0 && (
        <GroupTable
          groups={data.groups}
          onRename={mayManage ? (group) => setOpen({ kind: "name", group }) : undefined}
          onRemove={mayManage ? (group) => setOpen({ kind: "remove", group }) : undefined}
        />
      )}
      {open?.kind === "name" && <GroupDialog group={open.group} onClose={close} />}
      {open?.kind === "remove" && (
        <RemoveGroupDialog group={open.group} onRemove={() => remove(open.group)} onClose={close} />
      )}
    </>
  );
}

interface GroupTableProps {
  readonly groups: readonly GroupView[];
  /** Undefined for who may not. */
  readonly onRename: ((group: GroupView) => void) | undefined;
  readonly onRemove: ((group: GroupView) => void) | undefined;
}

function GroupTable({ groups, onRename, onRemove }: GroupTableProps) {
  const { t } = useLingui();
  return (
    <Table label={t`Groups`}>
      <thead>
        <tr>
          <ColumnHeader>{t`Name`}</ColumnHeader>
          <ColumnHeader>{t`Grade`}</ColumnHeader>
          <ColumnHeader numeric>{t`Domains`}</ColumnHeader>
          <ColumnHeader>{t`Open findings`}</ColumnHeader>
          <ColumnHeader>{t`Visible only to`}</ColumnHeader>
          {onRename && <ColumnHeader>{t`Change`}</ColumnHeader>}
        </tr>
      </thead>
      <tbody>
        {groups.map((group) => (
          <Row key={group.id}>
            <RowHeader>
              <Link to={`${pagePaths.group}?id=${group.id}`} className={linkClass}>
                {group.name}
              </Link>
            </RowHeader>
            <Cell>
              <Grade grade={group.grade} />
            </Cell>
            <Cell numeric>{group.domains}</Cell>
            <Cell>
              <SeverityCounts counts={group.open} />
            </Cell>
            <Cell>{group.viewers.map(({ name }) => name).join(", ")}</Cell>
            {onRename && onRemove && (
              <Cell>
                <div className="flex flex-wrap gap-2">
                  <Button
                    size="tiny"
                    aria-label={t`Rename ${{ name: group.name }}`}
                    onClick={() => onRename(group)}
                  >
                    {t`Rename`}
                  </Button>
                  <Button
                    size="tiny"
                    aria-label={t`Delete ${{ name: group.name }}`}
                    onClick={() => onRemove(group)}
                  >
                    {t`Delete`}
                  </Button>
                </div>
              </Cell>
            )}
          </Row>
        ))}
      </tbody>
    </Table>
  );
}
