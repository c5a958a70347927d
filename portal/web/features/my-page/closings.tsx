import { Plural, useLingui } from "@lingui/react/macro";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { Loading, Skeleton } from "@sekimori/kit-web/primitives/skeleton";
import { type Closings, listClosings } from "@sekimori/portal-contract/endpoints/closings";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { Fragment } from "react";
import { client } from "../../app/client.ts";

const closingsQuery = queryOptions({
  queryKey: ["closings"],
  queryFn: () => client.call(listClosings),
  // Owners change in another application: what was said a while ago may be wrong.
  gcTime: 0,
});

interface ClosingWorkspacesProps {
  /** The last day, and that of the deletion, as they are shown. */
  readonly last: string;
  readonly deleted: string;
}

/** Which workspaces close when the member leaves, as the applications say, and else in general. */
export function ClosingWorkspaces({ last, deleted }: ClosingWorkspacesProps) {
  const { t } = useLingui();
  const { data, error } = useQuery(closingsQuery, queryClient);
  if (!data && !error) {
    return (
      <Loading label={t`Checking which workspaces close`}>
        <Skeleton className="mb-2 h-5 w-full" />
        <Skeleton className="h-5 w-2/3" />
      </Loading>
    );
  }
  const applications = data?.applications.filter(({ closes }) => closes.length > 0) ?? [];
  return (
    <>
      {applications.length > 0 && (
        <p>{t`These workspaces close on ${{ deleted }}, and we delete their data. To keep one, make somebody else an owner by ${{ last }}.`}</p>
      )}
      {applications.map(({ name, closes }) => (
        <Fragment key={name}>
          {applications.length > 1 && <p className="mt-1">{name}</p>}
          <ClosingList closes={closes} />
        </Fragment>
      ))}
      {data?.complete && applications.length === 0 && (
        <p>{t`No workspace closes with your account.`}</p>
      )}
      {!data?.complete && (
        <p>{t`Workspaces that only you own close and are deleted with your account. The management application lists them under My contract. To keep one, make somebody else an owner first.`}</p>
      )}
    </>
  );
}

function ClosingList({ closes }: Pick<Closings["applications"][number], "closes">) {
  const { t } = useLingui();
  return (
    <ul className="mt-1 grid list-[circle] gap-1 pl-5">
      {closes.map(({ name, members }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two may have one name, and none moves.
        <li key={at}>
          <span className="flex flex-wrap gap-x-3">
            <bdi className="min-w-0 font-700 wrap-anywhere">{name}</bdi>
            <span>
              {members === 0 ? (
                t`Nobody else has access`
              ) : (
                <Plural
                  value={members}
                  one="# other person loses access"
                  other="# other people lose access"
                />
              )}
            </span>
          </span>
        </li>
      ))}
    </ul>
  );
}
