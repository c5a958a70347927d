import { Plural, useLingui } from "@lingui/react/macro";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { Loading, Skeleton } from "@sekimori/kit-web/primitives/skeleton";
import { type Closings, listClosings } from "@sekimori/portal-contract/endpoints/closings";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { client } from "../../app/client.ts";

const closingsQuery = queryOptions({
  queryKey: ["closings"],
  queryFn: () => client.call(listClosings),
  // Owners change in another application: what was said a while ago may be wrong.
  gcTime: 0,
});

/** Which workspaces close when the member leaves, as the applications say, and else in general. */
export function ClosingWorkspaces({
  deleted,
}: {
  /** The day, as it is shown. */ deleted: string;
}) {
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
    <div className="grid gap-2">
      {applications.length > 0 && (
        <p>{t`On ${{ deleted }}, these workspaces close and we delete their data. To keep one, make somebody else an owner first.`}</p>
      )}
      {applications.map(({ name, closes }) => (
        <div key={name}>
          {applications.length > 1 && <p className="text-[0.875rem] text-muted">{name}</p>}
          <ClosingList closes={closes} />
        </div>
      ))}
      {data?.complete && applications.length === 0 && (
        <p>{t`No workspace closes when you leave.`}</p>
      )}
      {!data?.complete && (
        <p>{t`Workspaces that only you own close and are deleted with your account. The management application lists them under My contract. To keep one, make somebody else an owner first.`}</p>
      )}
    </div>
  );
}

type Closes = Closings["applications"][number]["closes"];

function ClosingList({ closes }: { readonly closes: Closes }) {
  const { t } = useLingui();
  return (
    <ul className="divide-y divide-border border-y border-border">
      {closes.map(({ name, members }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two may have one name, and none moves.
        <li key={at} className="flex flex-wrap items-baseline justify-between gap-x-4 py-2">
          <bdi className="min-w-0 font-700 wrap-anywhere">{name}</bdi>
          <span className="text-[0.875rem]">
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
        </li>
      ))}
    </ul>
  );
}
